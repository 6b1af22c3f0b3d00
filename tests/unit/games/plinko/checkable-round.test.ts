import { describe, expect, it } from "vitest";
import { changeClientSeed, rotateSeeds } from "~/games/fairness/seeds.server";
import { TABLE_VERSION } from "~/games/plinko/engine/plinko";
import { playRound } from "~/games/plinko/engine/plinko.server";
import { verifyPlinko } from "~/games/plinko/engine/verification";
import { readRoundForCheck } from "~/games/plinko/persistence/checkable-round.server";
import { fakeClock, seededRandomHex, userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { NO_GAME_EVENTS } from "../../../support/game-events";

const test = databaseForEachTest({ users: { ana: 10_000 } });
const ana = userId("ana");
const clock = fakeClock("2026-03-04T23:30:00.000Z");
const randomHex = seededRandomHex("rounds");

const tools = () => ({
	...NO_GAME_EVENTS,
	...{ db: test.db, now: clock.now, randomHex, config: { SITE_TIMEZONE: "Europe/Lisbon" } },
});
const play = (idempotencyKey: string) => playRound(tools(), ana, { idempotencyKey, stake: 10, balls: 50 });
const readRound = (id: string) =>
	readRoundForCheck({ db: test.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } }, id, "en");

const verify = (fields: Partial<Parameters<typeof verifyPlinko>[0]>) =>
	verifyPlinko({ serverSeed: "s", clientSeed: "c", nonce: "0", balls: "1", ...fields });

describe("a Plinko round on the fairness page", () => {
	it("hides the server seed until its player has revealed it", async () => {
		const { id, slots } = await play("one");
		const [seed] = await test.db.selectFrom("player_seeds").selectAll().execute();
		const hidden = await readRound(id);
		expect(hidden).toEqual({
			id,
			game: "Navalhas Plinko",
			playedAt: "4 Mar 2026, 23:30",
			tableVersion: TABLE_VERSION,
			stake: 10,
			clientSeed: seed?.client_seed,
			nonce: 0,
			slots,
			commitment: seed?.server_seed_hash,
			serverSeed: undefined,
		});
		expect(JSON.stringify(hidden)).not.toContain(seed?.server_seed);
		await rotateSeeds(tools(), ana, async () => false);
		expect(await readRound(id)).toEqual({ ...hidden, serverSeed: seed?.server_seed });
	});

	it("does not reveal its player", async () => {
		const { id } = await play("one");
		await rotateSeeds(tools(), ana, async () => false);
		expect(JSON.stringify(await readRound(id))).not.toMatch(/ana/);
	});

	it.each(["", "none", "' or '1'='1"])("is undefined for the id %j", async (id) => {
		await play("one");
		expect(await readRound(id)).toBeUndefined();
	});
});

describe("the verifier", () => {
	it("recomputes played rounds slot by slot with the client seed of each round", async () => {
		const ids = [(await play("one")).id, (await play("two")).id];
		await changeClientSeed(tools(), ana, "mine");
		ids.push((await play("three")).id);
		await rotateSeeds(tools(), ana, async () => false);
		for (const [i, id] of ids.entries()) {
			const round = await readRound(id);
			const again = verify({
				serverSeed: round?.serverSeed ?? "",
				clientSeed: round?.clientSeed ?? "",
				nonce: String(round?.nonce),
				balls: String(round?.slots.length),
			});
			expect(again?.balls.map(({ slot }) => slot)).toEqual(round?.slots);
			expect(again?.commitment).toBe(round?.commitment);
			expect([round?.nonce, round?.clientSeed === "mine"]).toEqual([i, i === 2]);
		}
	});

	it("returns each drawn number and its share", () => {
		for (const { drawn, share } of verify({ balls: "50" })?.balls ?? []) {
			expect(share).toBe((drawn / 2 ** 32).toFixed(6));
		}
		expect(verify({ balls: "50" })?.balls).toHaveLength(50);
	});

	it.each([
		["no server seed", { serverSeed: "" }],
		["no client seed", { clientSeed: "" }],
		["no nonce", { nonce: "" }],
		["a negative nonce", { nonce: "-1" }],
		["a fractional nonce", { nonce: "1.5" }],
		["a textual nonce", { nonce: "one" }],
		["a nonce above the safe integers", { nonce: "9007199254740993" }],
		["no balls", { balls: "0" }],
		["51 balls", { balls: "51" }],
		["a fractional number of balls", { balls: "1.5" }],
		["a malformed number of balls", { balls: "10abc" }],
	])("returns nothing for %s", (_what, fields) => {
		expect(verify(fields)).toBeUndefined();
	});
});
