import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
	changeClientSeed,
	ensureSeeds,
	nextDraw,
	readSeeds,
	rotateSeeds,
} from "~/games/fairness/seeds.server";
import {
	addUser,
	fakeClock,
	openTestDatabase,
	seededRandomHex,
	type TestDatabase,
} from "../../../support/database";

let test: TestDatabase;
let ana: string;
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	ana = await addUser(test.db, "ana");
	clock = fakeClock();
	randomHex = seededRandomHex("seeds");
});
afterEach(() => test.close());

const tools = () => ({ db: test.db, now: clock.now, randomHex });
const draw = () => test.db.transaction().execute((trx) => nextDraw(trx, tools(), ana));
const seen = () => readSeeds(test.db, ana);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function rotate() {
	clock.pass(1000);
	await rotateSeeds(tools(), ana, async () => false);
}

it("shows a player without seeds none", async () => {
	expect(await seen()).toEqual({ current: undefined, revealed: [] });
});

describe("first seeds", () => {
	it("are made once, with nonce 0 and a commitment", async () => {
		await Promise.all([ensureSeeds(tools(), ana), ensureSeeds(tools(), ana)]);
		const first = await seen();
		expect(first.current).toMatchObject({
			commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
			clientSeed: expect.stringMatching(/^[0-9a-f]{16}$/),
			nonce: 0,
		});
		await ensureSeeds(tools(), ana);
		expect(await seen()).toEqual(first);
	});

	it("are made by the first draw when nothing else did", async () => {
		expect(await draw()).toMatchObject({ nonce: 0 });
		expect((await seen()).current).toMatchObject({ nonce: 1 });
	});
});

describe("the commitment", () => {
	it("shown before play is the hash of the seed that drew and is revealed later", async () => {
		await ensureSeeds(tools(), ana);
		const shown = (await seen()).current?.commitment;
		const draws = [await draw(), await draw()];
		expect((await seen()).current?.commitment, "play does not change it").toBe(shown);
		await changeClientSeed(tools(), ana, "mine");
		expect((await seen()).current?.commitment, "a new client seed does not change it").toBe(shown);
		await rotate();
		const [revealed] = (await seen()).revealed;
		expect(revealed?.commitment).toBe(shown);
		expect(sha256(revealed?.serverSeed ?? "")).toBe(shown);
		expect(draws.map(({ serverSeed }) => serverSeed)).toEqual([revealed?.serverSeed, revealed?.serverSeed]);
	});
});

describe("rotation", () => {
	it("reveals the seed, commits to a new one, starts at nonce 0 and keeps the client seed", async () => {
		await changeClientSeed(tools(), ana, "mine");
		await draw();
		const before = (await seen()).current;
		await rotate();
		const { current, revealed } = await seen();
		expect(revealed).toMatchObject([{ commitment: before?.commitment, clientSeed: "mine", rounds: 1 }]);
		expect(current).toMatchObject({ clientSeed: "mine", nonce: 0 });
		expect(current?.commitment).not.toBe(before?.commitment);
	});

	it("makes first seeds for a player who has none", async () => {
		await rotate();
		expect(await seen()).toMatchObject({ current: { nonce: 0 }, revealed: [] });
	});

	it("never takes a revealed seed for another draw", async () => {
		const old = await draw();
		await rotate();
		const next = await draw();
		expect(next.serverSeed).not.toBe(old.serverSeed);
		expect([next.nonce, (await seen()).revealed[0]?.rounds]).toEqual([0, 1]);
	});

	it("lists the last ten revealed seeds, newest first", async () => {
		const commitments = [];
		for (let i = 0; i < 12; i++) {
			await rotate();
			commitments.unshift((await seen()).current?.commitment);
		}
		const { revealed } = await seen();
		expect(revealed.map(({ commitment }) => commitment)).toEqual(commitments.slice(1, 11));
	});

	it("twice at once leaves exactly one seed in use", async () => {
		await ensureSeeds(tools(), ana);
		await Promise.all([
			rotateSeeds(tools(), ana, async () => false),
			rotateSeeds(tools(), ana, async () => false),
		]);
		const rows = await test.db.selectFrom("player_seeds").select("revealed_at").execute();
		expect(rows.filter(({ revealed_at }) => revealed_at === null)).toHaveLength(1);
		expect(rows).toHaveLength(3);
	});
});

describe("the client seed", () => {
	it("changes for the next draw and leaves nonce and commitment", async () => {
		await draw();
		const before = (await seen()).current;
		await changeClientSeed(tools(), ana, "mine");
		expect((await seen()).current).toEqual({ ...before, clientSeed: "mine" });
		expect(await draw()).toMatchObject({ clientSeed: "mine", nonce: 1 });
	});

	it("of a player without seeds makes the first pair", async () => {
		await changeClientSeed(tools(), ana, "mine");
		expect((await seen()).current).toMatchObject({ clientSeed: "mine", nonce: 0 });
	});

	it("is each player's own", async () => {
		const bruno = await addUser(test.db, "bruno");
		await ensureSeeds(tools(), bruno);
		const before = await readSeeds(test.db, bruno);
		await changeClientSeed(tools(), ana, "mine");
		await rotate();
		expect(await readSeeds(test.db, bruno)).toEqual(before);
	});
});

it("never shows a server seed that is not revealed", async () => {
	for (let i = 0; i < 3; i++) {
		await draw();
		const rows = await test.db.selectFrom("player_seeds").selectAll().execute();
		const json = JSON.stringify(await seen());
		for (const { server_seed, revealed_at } of rows) {
			expect(json.includes(server_seed), `revealed: ${revealed_at}`).toBe(revealed_at !== null);
		}
		await rotate();
	}
});
