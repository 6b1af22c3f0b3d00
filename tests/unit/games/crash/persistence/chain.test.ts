import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { liveCrashPoint } from "~/games/crash/engine/live-draw";
import { createChains, type Link, unroll } from "~/games/crash/persistence/chain.server";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import {
	fakeClock,
	openTestDatabase,
	seededRandomHex,
	type TestDatabase,
} from "../../../../support/database";

const LENGTH = 5;
let test: TestDatabase;
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	clock = fakeClock();
	randomHex = seededRandomHex("chain");
});
afterEach(() => test.close());

/** As a process finds it at its start. */
const boot = (length = LENGTH) => createChains({ db: test.db, now: clock.now, randomHex, length });
const sha256 = (hex: string) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");
const chains = () => test.db.selectFrom("crash_chains").selectAll().orderBy("created_at").execute();

/** Stores the round of a link, as the live book does. */
async function use({ chainId, number, hash, salt }: Link) {
	const crash_point = liveCrashPoint(hash, salt);
	const row = { id: crypto.randomUUID(), game: "live" as const, status: "open" as const, crash_point };
	await test.db
		.insertInto("crash_rounds")
		.values({ ...row, opened_at: clock.now().toISOString(), chain_id: chainId, number, hash })
		.execute();
}

async function take(from: ReturnType<typeof boot>, count: number): Promise<Link[]> {
	const links: Link[] = [];
	for (let i = 0; i < count; i++) {
		clock.pass(1000);
		const link = await from.next();
		await use(link);
		links.push(link);
	}
	return links;
}

describe("a chain", () => {
	it("is published by its commitment before its first link is handed out", async () => {
		const from = boot();
		await from.ready();
		const [stored] = await chains();
		expect(stored).toMatchObject({ length: LENGTH, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
		expect((await from.next()).commitment).toBe(stored?.commitment);
	});

	it("is handed out link by link, each of which leads back to the one before", async () => {
		const links = await take(boot(), LENGTH);
		expect(links.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
		const [stored] = await chains();
		for (const [index, { hash, commitment, salt, chainId }] of links.entries()) {
			expect(sha256(hash)).toBe(commitment);
			expect(commitment).toBe(links[index - 1]?.hash ?? stored?.commitment);
			expect([salt, chainId]).toEqual([stored?.salt, stored?.id]);
		}
		expect(links.at(-1)?.hash).toBe(stored?.seed);
	});

	it("goes on after a restart where it was", async () => {
		const first = await take(boot(), 2);
		const second = await take(boot(), 2);
		expect([...first, ...second].map(({ number }) => number)).toEqual([1, 2, 3, 4]);
		expect(sha256(second[0]?.hash ?? "")).toBe(first[1]?.hash);
		expect(await chains()).toHaveLength(1);
	});

	it("is handed out from the link on that was never stored, as nobody has seen it", async () => {
		const from = boot();
		await take(from, 1);
		const unseen = await from.next();
		expect(await boot().next()).toEqual(unseen);
	});

	it("that is used up is followed by another one, which is committed to in turn", async () => {
		const links = await take(boot(), 2 * LENGTH + 1);
		expect(links.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1]);
		const stored = await chains();
		expect(new Set(stored.map(({ seed }) => seed)).size).toBe(3);
		expect(new Set(stored.map(({ salt }) => salt)).size).toBe(3);
		for (const [index, { id, commitment }] of stored.entries()) {
			expect(links[LENGTH * index]).toMatchObject({ chainId: id, number: 1, commitment });
		}
		expect(new Set(links.map(({ hash }) => hash)).size).toBe(links.length);
	});

	it("that was used up before a restart is followed by another one at the start", async () => {
		await take(boot(), LENGTH);
		clock.pass(1000);
		const from = boot();
		await from.ready();
		expect(await chains()).toHaveLength(2);
		await from.ready();
		expect(await from.next()).toMatchObject({ number: 1, chainId: (await chains())[1]?.id });
	});

	it("that was made and never used is used after a restart, though the length has changed", async () => {
		await boot().ready();
		const from = boot(7);
		expect(await take(from, LENGTH)).toMatchObject([{ number: 1 }, {}, {}, {}, { number: LENGTH }]);
		clock.pass(1000);
		await take(from, 1);
		expect((await chains()).map(({ length }) => length)).toEqual([LENGTH, 7]);
	});
});

describe("the live book", () => {
	const tools = () => ({
		...{ db: test.db, now: clock.now, randomHex, length: LENGTH },
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
	});
	const rounds = () => test.db.selectFrom("crash_rounds").selectAll().orderBy("number").execute();

	it("skips no link when a round could not be stored", async () => {
		const book = createLiveBets(tools());
		await book.open();
		await test.db.schema.alterTable("crash_rounds").renameTo("away").execute();
		await expect(book.open()).rejects.toThrow("no such table");
		await expect(book.open()).rejects.toThrow("no such table");
		await test.db.schema.alterTable("away").renameTo("crash_rounds").execute();
		const { number } = await book.open();
		expect([number, (await rounds()).map((round) => round.number)]).toEqual([2, [1, 2]]);
	});

	it("tells of a round its number and commitment, and stores where it ends before anybody may bet", async () => {
		const opened = await createLiveBets(tools()).open();
		const [round] = await rounds();
		const [chain] = await chains();
		expect(opened).toEqual({ id: round?.id, number: 1, commitment: chain?.commitment });
		expect(round?.crash_point).toBe(liveCrashPoint(round?.hash ?? "", chain?.salt ?? ""));
		expect(JSON.stringify(opened)).not.toContain(round?.hash);
	});

	it("launches only what it has drawn", async () => {
		const book = createLiveBets(tools());
		const { id } = await book.open();
		const [round] = await rounds();
		const flying = { id, phase: "waiting" as const, crashPoint: undefined, bets: new Map(), autos: [] };
		expect(await book.launch(flying)).toBe(round?.crash_point);
		await expect(createLiveBets(tools()).launch(flying)).rejects.toThrow("not drawn here");
	});
});

it("unrolls a chain into all its hashes, the commitment first and the seed last", () => {
	const seed = "ab".repeat(32);
	const hashes = unroll(seed, 3).toString("hex").match(/.{64}/g) ?? [];
	expect(hashes).toHaveLength(4);
	expect(hashes[3]).toBe(seed);
	for (let number = 0; number < 3; number++) expect(hashes[number]).toBe(sha256(hashes[number + 1] ?? ""));
});
