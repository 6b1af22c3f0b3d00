import { describe, expect, it } from "vitest";
import { GAMES, readPlayerRounds } from "~/games/games.server";
import { setDailyLoss } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { readPlayerChoices } from "~/games/player-choices.server";
import { jsonDownload } from "~/http/json-download.server";
import { post } from "~/points/ledger/ledger.server";
import { readOwnData } from "~/points/own-data.server";
import { saveGoal } from "~/store/goal/goal.server";
import { readOwnStoreData } from "~/store/orders/own-data.server";
import { addBet, addChain, addLiveRound } from "../../support/data/crash-rows";
import { addItem, addOrder } from "../../support/data/store-rows";
import { userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { gameTools, playPlinko } from "../../support/game-events";
import { rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const ana = userId("ana");
const bruno = userId("bruno");
const at = new Date("2026-03-04T12:00:00.000Z");

async function exported(userId: string) {
	const response = jsonDownload("data.json", {
		...(await readOwnData(test.db, userId)),
		...(await readOwnStoreData(test.db, userId)),
		...readPlayerRounds(test.db, userId),
		...(await readPlayerChoices(test.db, userId)),
	});
	expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="data.json"');
	expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
	return JSON.parse(await response.text());
}

const play = (userId: string) => playPlinko(gameTools(test.db, userId), userId);

/** A bet of both users on a finished round, and one of ana on a running round. */
async function bet() {
	const chain = await addChain(test.db, "chain", 3);
	await addLiveRound(test.db, chain, 1, "closed");
	await addLiveRound(test.db, chain, 2, "open");
	await addBet(test.db, { id: "over", round_id: "chain-1", status: "lost", payout: 0 });
	await addBet(test.db, { id: "other", round_id: "chain-1", user_id: bruno, status: "lost", payout: 0 });
	await addBet(test.db, { id: "flying", round_id: "chain-2" });
	return chain;
}

describe("the export of personal data", () => {
	it("contains all data of the user, and neither secrets nor data of other users", async () => {
		const codes = [`code-of-${ana}`, `code-of-${bruno}`];
		const badge = await addItem(test.db, "Badge", { price: 10, codes });
		for (const userId of [ana, bruno]) {
			await play(userId);
			await addOrder(test.db, userId, badge, { code: `code-of-${userId}` });
		}
		const chain = await bet();
		const clock = testSite({ db: test.db, now: () => at, announceNotices() {}, announceRestriction() {} });
		await saveGoal(clock, ana, { intent: "setGoal", itemId: badge });
		await changeLimits(clock, ana, (limits, now) => setDailyLoss(limits, 700, now));
		const data = await exported(ana);
		expect(Object.keys(data)).toEqual([
			...["profile", "points", "ledger", "merges", "importedPoints", "goal", "orders"],
			...GAMES.flatMap((game) => Object.keys(game.readOwnRounds(test.db, ana))),
			...["playerPage", "liveCrashName", "sharedRounds", "takingCare", "pause"],
		]);
		expect(data.playerPage).toMatchObject({ isPublic: false });
		expect(data.takingCare).toMatchObject({ dailyLoss: 700, breakUntil: null });
		expect(data.profile).toMatchObject({ id: ana, subject: "subject-ana", username: "ana", roles: [] });
		expect(data.ledger.map(({ reason }: { reason: string }) => reason)).toEqual(
			expect.arrayContaining(["registration", "plinko-stake"]),
		);
		expect(data.points).toBe(data.ledger.at(-1).balance_after);
		expect(data.orders).toMatchObject([{ item_name: "Badge", code: `code-of-${ana}`, status: "created" }]);
		expect(data.goal).toMatchObject({ item_id: badge, item_name: "Badge" });
		expect(data.plinkoRounds).toMatchObject([{ stake: 30, input: { stake: 10, balls: 3 } }]);
		expect(data.plinkoRounds[0].outcome).toHaveLength(3);
		type Bet = { id: string; crash_point: number | null };
		const points = data.liveCrashBets.map(({ id, crash_point }: Bet) => [id, crash_point]);
		expect(Object.fromEntries(points)).toEqual({ over: chain.pointOf(1), flying: null });
		const text = JSON.stringify(data);
		expect(text).not.toMatch(/bruno|server_seed/);
		expect(text).not.toContain(chain.hashOf(2));
		for (const { server_seed } of await rowsOf(test.db, "player_seeds"))
			expect(text).not.toContain(server_seed);
	});

	it("contains every entry of a long ledger once in order", async () => {
		await test.db.transaction().execute(async (trx) => {
			for (let n = 0; n < 1500; n += 1) {
				const reference = `${n}`;
				await post(trx, { userId: ana, delta: 1, reason: "plinko-payout", reference, actor: ana, at });
			}
		});
		const { ledger, points } = await exported(ana);
		expect(ledger.map((row: { balance_after: number }) => row.balance_after)).toEqual(
			Array.from({ length: 1501 }, (_, n) => 1000 + n),
		);
		expect(points).toBe(2500);
	});
});
