/** The fairness pages display and verify the rounds as the games store them. */
import { expect, it } from "vitest";
import { crash, launch, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { readChain, readLiveRound, readRoundsThatAreOver } from "~/games/crash/fairness/live-rounds.server";
import { verifyLive, walkOn } from "~/games/crash/fairness/live-verification";
import { readPlayerSoloRounds, readSoloRound } from "~/games/crash/fairness/solo-rounds.server";
import { soloFields, verifySolo } from "~/games/crash/fairness/solo-verification";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import { bringTo, findSoloBet, flySolo, placeSolo } from "~/games/crash/persistence/solo-rounds.server";
import { rotateSeeds } from "~/games/fairness/seeds.server";
import { fakeClock, seededRandomHex, userId } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");

const clock = fakeClock();
const randomHex = seededRandomHex("stored rounds");
const tools = () => ({ db: test.db, now: clock.now, randomHex, config: { SITE_TIMEZONE: "Europe/Lisbon" } });

it.each(["table", "even"] as const)(
	"a solo flight of the %s draw can be recomputed from its page",
	async (name) => {
		const timing = { waiting: 20_000, crashed: 5000 };
		const solo = { ...tools(), draw: () => SOLO_DRAWS[name], timing };
		const request = { userId: ana, idempotencyKey: "one", stake: 20, target: 99_999 };
		const bet = await placeSolo(solo, request, 0);
		const { round } = await findSoloBet(test.db, ana, bet.id);
		const readPage = () => readSoloRound(tools(), round.id, "en");
		expect(await readPage()).toMatchObject({
			status: "open",
			bet: { stake: 20, target: 99_999 },
			draw: undefined,
		});

		await flySolo(solo, ana, bet.id, 0);
		expect(await readPage()).toMatchObject({
			status: "open",
			crashPoint: undefined,
			draw: { serverSeed: undefined },
		});
		expect(await readPlayerSoloRounds(tools(), ana, "en")).toMatchObject([
			{ id: round.id, crashPoint: null },
		]);

		const { crashPoint } = (await bringTo(solo, round.id, 3_600_000))?.after ?? {};
		await rotateSeeds(tools(), ana, async () => false);
		const shown = await readPage();
		expect(shown).toMatchObject({ status: "closed", crashPoint, bet: { payout: 0 } });
		const again = verifySolo(soloFields(new URLSearchParams(), shown));
		expect([again?.crashPoint, again?.commitment]).toEqual([crashPoint, shown?.draw?.commitment]);
	},
);

it("live rounds can be verified from their page and lead back to the commitment", async () => {
	const short = { ...tools(), length: 20 };
	const bets = createLiveBets(short);
	await bets.ready();
	const { id = "", commitment = "", salt = "" } = (await readChain(tools(), undefined, "en")) ?? {};
	const crashPoints: number[] = [];
	for (let number = 1; number <= 5; number++) {
		const opened = await bets.open();
		const round = newRound(opened.id);
		expect(await readLiveRound(tools(), opened.id, undefined, "en")).toMatchObject({
			number,
			status: "open",
			commitment: opened.commitment,
			hash: undefined,
			crashPoint: undefined,
		});
		launch(round, await bets.launch(round));
		crash(round);
		if (number === 3) await bets.callOff(round);
		else await bets.close(round);
		crashPoints.push(round.crashPoint ?? 0);
	}

	const rounds = await readRoundsThatAreOver(tools(), id, 100, "en");
	expect(rounds.map(({ crashPoint }) => crashPoint)).toEqual(
		crashPoints.map((point, i) => (i === 2 ? null : point)).reverse(),
	);
	const hash = rounds[0]?.hash ?? "";
	expect(verifyLive({ hash, salt }, rounds)).toMatchObject({
		crashPoint: crashPoints[4],
		before: rounds[1]?.hash,
		marks: ["good", "good", "good", "good", "good"],
	});
	expect(walkOn({ hash, steps: 0 }, commitment, 100)).toMatchObject({ steps: 5, arrived: true });
});
