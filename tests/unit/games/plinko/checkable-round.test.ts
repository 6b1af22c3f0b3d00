import { beforeEach, describe, expect, it } from "vitest";
import { changeClientSeed, rotateSeeds } from "~/games/fairness/seeds.server";
import { TABLE_VERSION } from "~/games/plinko/engine/plinko";
import { playRound } from "~/games/plinko/engine/plinko.server";
import { verifyPlinko } from "~/games/plinko/engine/verification";
import { readRoundForCheck } from "~/games/plinko/persistence/checkable-round.server";
import { fakeClock, userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { gameTools } from "../../../support/game-events";

const test = databaseForEachTest({ users: { ana: 10_000 } });
const ana = userId("ana");
let tools: ReturnType<typeof gameTools>;

beforeEach(() => {
	tools = gameTools(test.db, "rounds", fakeClock("2026-03-04T23:30:00.000Z").now);
});
const play = (idempotencyKey: string) => playRound(tools, ana, { idempotencyKey, stake: 10, balls: 50 });
const readRound = (id: string) => readRoundForCheck(tools, id, "en");

const verify = (fields: Partial<Parameters<typeof verifyPlinko>[0]>) =>
	verifyPlinko({ serverSeed: "s", clientSeed: "c", nonce: "0", balls: "1", ...fields });

describe("a Plinko round on the fairness page", () => {
	it("hides the server seed until its player has revealed it", async () => {
		const { id, slots } = await play("one");
		const [seed] = await test.db.selectFrom("player_seeds").selectAll().execute();
		const hidden = await readRound(id);
		expect(hidden).toEqual({
			...{ id, game: "Navalhas Plinko", playedAt: "4 Mar 2026, 23:30", tableVersion: TABLE_VERSION },
			...{ stake: 10, clientSeed: seed?.client_seed, nonce: 0, slots },
			...{ commitment: seed?.server_seed_hash, serverSeed: undefined },
		});
		expect(JSON.stringify(hidden)).not.toContain(seed?.server_seed);
		await rotateSeeds(tools, ana, async () => false);
		expect(await readRound(id)).toEqual({ ...hidden, serverSeed: seed?.server_seed });
		expect(JSON.stringify(await readRound(id)), "does not reveal its player").not.toMatch(/ana/);
	});
});

describe("the verifier", () => {
	it("recomputes played rounds slot by slot with the client seed of each round", async () => {
		const ids = [(await play("one")).id, (await play("two")).id];
		await changeClientSeed(tools, ana, "mine");
		ids.push((await play("three")).id);
		await rotateSeeds(tools, ana, async () => false);
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

	it.each([
		...["", "-1", "1.5", "one", "9007199254740993"].map((nonce) => ({ nonce })),
		...["0", "51", "1.5", "10abc"].map((balls) => ({ balls })),
		...[{ serverSeed: "" }, { clientSeed: "" }],
	])("returns nothing for %o", (fields) => expect(verify(fields)).toBeUndefined());
});
