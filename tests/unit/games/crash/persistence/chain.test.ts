import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { QUICKNET, randomnessOf, timeOf } from "~/beacon/beacon";
import { liveCrashPoint } from "~/games/crash/engine/live-draw";
import { createChains, type Link } from "~/games/crash/persistence/chain.server";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import type { Site } from "~/lib/site";
import { addChain, SALT } from "../../../../support/data/crash-rows";
import { fakeClock, seededRandomHex } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { testSite } from "../../../../support/test-site";
import { NO_SUCH_TABLE } from "../../../../support/unguarded";

const LENGTH = 5;
const test = databaseForEachTest();
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;

beforeEach(() => {
	clock = fakeClock();
	randomHex = seededRandomHex("chain");
});

/** The chains as a new process opens them. */
const boot = (length = LENGTH, beacon?: Partial<Site["beacon"]>) => {
	const site = testSite({ db: test.db, now: clock.now, randomHex });
	return createChains({ ...site, length, beacon: { ...site.beacon, ...beacon } });
};
const sha256 = (hex: string) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");
const chains = () => test.db.selectFrom("crash_chains").selectAll().orderBy("created_at").execute();

/** Stores the round of a link as the live bet repository does. */
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
	it("is committed to, and then issued link by link, each of which hashes to the one before", async () => {
		const from = boot();
		await from.ready();
		await from.prepare();
		const [stored] = await chains();
		expect(stored).toMatchObject({ length: LENGTH, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
		const links = await take(from, LENGTH);
		expect(links.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
		for (const [index, { hash, commitment, salt, chainId }] of links.entries()) {
			expect(sha256(hash)).toBe(commitment);
			expect(commitment).toBe(links[index - 1]?.hash ?? stored?.commitment);
			expect([salt, chainId]).toEqual([stored?.salt, stored?.id]);
		}
		expect(links.at(-1)?.hash).toBe(stored?.seed);
	});

	it("continues after a restart, with a link that was never stored, because it was never published", async () => {
		const from = boot();
		const first = await take(from, 2);
		const unseen = await from.next();
		const second = await take(boot(), 2);
		expect(second[0]).toEqual(unseen);
		expect([...first, ...second].map(({ number }) => number)).toEqual([1, 2, 3, 4]);
		expect(sha256(second[0]?.hash ?? "")).toBe(first[1]?.hash);
		expect(await chains()).toHaveLength(1);
	});

	it("is followed by another committed chain when it is used up", async () => {
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

	it("is used after a restart if it was unused, even if the configured length has changed", async () => {
		await boot().ready();
		const from = boot(7);
		expect(await take(from, LENGTH)).toMatchObject([{ number: 1 }, {}, {}, {}, { number: LENGTH }]);
		clock.pass(1000);
		await take(from, 1);
		expect((await chains()).map(({ length }) => length)).toEqual([LENGTH, 7]);
	});
});

describe("the salt of a chain", () => {
	const notYet = { read: async () => undefined };

	it("is that of a round which is named with the commitment and comes later; until then there is no link", async () => {
		const beacon = { ...notYet, current: async () => QUICKNET };
		const from = boot(LENGTH, beacon);
		expect(await from.prepare()).toBe(true);
		const [stored] = await chains();
		const at = timeOf(QUICKNET, stored?.beacon_round ?? 0).getTime();
		expect(stored).toMatchObject({ salt: "", beacon_key: QUICKNET.publicKey, beacon_signature: null });
		expect(at - Date.parse(stored?.created_at ?? "")).toBeGreaterThanOrEqual(30_000);
		expect(from.isReady()).toBe(false);
		await expect(from.next()).rejects.toThrow("no salt yet");

		const restarted = boot(LENGTH, { current: async () => QUICKNET });
		expect(await restarted.prepare()).toBe(false);
		expect(restarted.isReady()).toBe(true);
		const [link] = await take(restarted, 1);
		const [salted, ...others] = await chains();
		expect(others).toEqual([]);
		expect(salted?.salt).toBe(randomnessOf(salted?.beacon_signature ?? ""));
		expect([link?.salt, link?.chainId]).toEqual([salted?.salt, stored?.id]);
		await expect(
			test.db.updateTable("crash_chains").set({ salt: "another" }).execute(),
			"a salt that is chosen later",
		).rejects.toThrow("may not change");
	});

	it("is that of a later round the more rounds of the chain in use are left, so that others can note the commitment", async () => {
		const from = boot(1000, { current: async () => QUICKNET });
		await take(from, 990);
		await from.prepare();
		const [, next] = await chains();
		const at = timeOf(QUICKNET, next?.beacon_round ?? 0).getTime();
		expect(at - Date.parse(next?.created_at ?? "")).toBeGreaterThanOrEqual(60_000);
	});

	it("is read before the chain before it ends, so that no round waits", async () => {
		const from = boot(100);
		await take(from, 98);
		await from.prepare();
		expect(await chains()).toHaveLength(1);
		await take(from, 1);
		await from.prepare();
		expect((await chains()).map(({ salt }) => salt !== "")).toEqual([true, true]);
		const links = await take(boot(100), 2);
		const restarted = boot(100, notYet);
		await restarted.ready();
		expect(restarted.isReady()).toBe(true);
		const [newest] = (await chains()).slice(1);
		expect(links.map(({ number }) => number)).toEqual([100, 1]);
		expect([links[1]?.chainId, await chains()]).toMatchObject([newest?.id, { length: 2 }]);
	});

	it("belongs to a chain that is not replaced before it is used, unless the site uses another beacon", async () => {
		for (const from of [boot(LENGTH, notYet), boot(LENGTH, notYet)]) await from.prepare();
		expect(await chains()).toHaveLength(1);
		clock.pass(1000);
		const from = boot(LENGTH, { ...notYet, current: async () => QUICKNET });
		await from.prepare();
		expect(await chains()).toMatchObject([
			{ salt: "", beacon_key: "ab" },
			{ beacon_key: QUICKNET.publicKey },
		]);
		const [, second] = await chains();
		expect((await take(boot(), 1))[0]?.chainId).toBe(second?.id);
	});

	it("stays that of the host for a chain of the first version", async () => {
		const old = await addChain(test.db, "old", LENGTH);
		const links = await take(boot(), LENGTH + 1);
		expect(links.map(({ salt }) => salt === SALT)).toEqual([true, true, true, true, true, false]);
		expect(links[0]?.hash).toBe(old.hashOf(1));
	});
});

describe("the live bet repository", () => {
	const tools = () =>
		testSite({
			...{ db: test.db, now: clock.now, randomHex, length: LENGTH },
			config: {},
		});
	const rounds = () => test.db.selectFrom("crash_rounds").selectAll().orderBy("number").execute();

	it("skips no link when storing a round fails", async () => {
		const repository = createLiveBets(tools());
		await repository.open();
		await test.db.schema.alterTable("crash_rounds").renameTo("crash_rounds_hidden").execute();
		await expect(repository.open()).rejects.toThrow(NO_SUCH_TABLE);
		await expect(repository.open()).rejects.toThrow(NO_SUCH_TABLE);
		await test.db.schema.alterTable("crash_rounds_hidden").renameTo("crash_rounds").execute();
		const { number } = await repository.open();
		expect([number, (await rounds()).map((round) => round.number)]).toEqual([2, [1, 2]]);
	});

	it("opens a round with its number and commitment, stores its crash point, and launches only such rounds", async () => {
		const repository = createLiveBets(tools());
		const opened = await repository.open();
		const { id } = opened;
		const [round] = await rounds();
		const [chain] = await chains();
		expect(opened).toEqual({ id: round?.id, number: 1, commitment: chain?.commitment });
		expect(round?.crash_point, "before betting opens").toBe(
			liveCrashPoint(round?.hash ?? "", chain?.salt ?? ""),
		);
		expect(JSON.stringify(opened)).not.toContain(round?.hash);
		const flying = { id, phase: "waiting" as const, crashPoint: undefined, bets: new Map(), autos: [] };
		expect(await repository.launch(flying)).toBe(round?.crash_point);
		await expect(createLiveBets(tools()).launch(flying)).rejects.toThrow("not drawn here");
	});
});
