import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import {
	changeClientSeed,
	ensureSeeds,
	nextDraw,
	readSeeds,
	rotateSeeds,
} from "~/games/fairness/seeds.server";
import { addUser, fakeClock, seededRandomHex, userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");
let clock: ReturnType<typeof fakeClock>;
let randomHex: ReturnType<typeof seededRandomHex>;

beforeEach(() => {
	clock = fakeClock();
	randomHex = seededRandomHex("seeds");
});

const tools = () => ({ db: test.db, now: clock.now, randomHex });
const draw = () => test.db.transaction().execute((trx) => nextDraw(trx, tools(), ana));
const read = () => readSeeds(test.db, ana);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function rotate() {
	clock.pass(1000);
	await rotateSeeds(tools(), ana, async () => false);
}

it("first seeds are created once, with nonce 0 and a commitment, or by the first draw, rotation or change", async () => {
	expect(await read()).toEqual({ current: undefined, revealed: [] });
	await Promise.all([ensureSeeds(tools(), ana), ensureSeeds(tools(), ana)]);
	const first = await read();
	expect(first.current).toMatchObject({
		commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
		clientSeed: expect.stringMatching(/^[0-9a-f]{16}$/),
		nonce: 0,
	});
	await ensureSeeds(tools(), ana);
	expect(await read()).toEqual(first);
	const removed = () => test.db.deleteFrom("player_seeds").execute();
	await removed();
	expect(await draw()).toMatchObject({ nonce: 0 });
	expect((await read()).current).toMatchObject({ nonce: 1 });
	await removed();
	await rotate();
	expect(await read()).toMatchObject({ current: { nonce: 0 }, revealed: [] });
	await removed();
	await changeClientSeed(tools(), ana, "mine");
	expect((await read()).current).toMatchObject({ clientSeed: "mine", nonce: 0 });
});

it("rotation reveals the seed of the commitment that all draws before it had, and starts a new one at nonce 0", async () => {
	await ensureSeeds(tools(), ana);
	const shown = (await read()).current?.commitment;
	const first = await draw();
	await changeClientSeed(tools(), ana, "mine");
	const draws = [first, await draw()];
	expect((await read()).current?.commitment).toBe(shown);
	await rotate();
	const { current, revealed } = await read();
	const [{ serverSeed } = { serverSeed: "" }] = revealed;
	expect(revealed).toMatchObject([{ commitment: shown, clientSeed: "mine", rounds: 2 }]);
	expect(sha256(serverSeed)).toBe(shown);
	expect(draws.map((drawn) => drawn.serverSeed)).toEqual([serverSeed, serverSeed]);
	expect(current).toMatchObject({ clientSeed: "mine", nonce: 0 });
	expect(current?.commitment).not.toBe(shown);
	const next = await draw();
	expect([next.nonce, next.serverSeed === serverSeed]).toEqual([0, false]);
});

it("a client seed changes from the next draw on, keeps nonce and commitment, and belongs to one player", async () => {
	const bruno = await addUser(test.db, "bruno");
	await ensureSeeds(tools(), bruno);
	const other = await readSeeds(test.db, bruno);
	await draw();
	const before = (await read()).current;
	await changeClientSeed(tools(), ana, "mine");
	expect((await read()).current).toEqual({ ...before, clientSeed: "mine" });
	expect(await draw()).toMatchObject({ clientSeed: "mine", nonce: 1 });
	await rotate();
	expect(await readSeeds(test.db, bruno)).toEqual(other);
});

it("server seeds are hidden until they are revealed", async () => {
	for (let i = 0; i < 3; i++) {
		await draw();
		const rows = await test.db.selectFrom("player_seeds").selectAll().execute();
		const json = JSON.stringify(await read());
		for (const { server_seed, revealed_at } of rows) {
			expect(json.includes(server_seed), `revealed: ${revealed_at}`).toBe(revealed_at !== null);
		}
		await rotate();
	}
});
