import { beforeEach, describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import { startHunt } from "~/bonus-hunt/model/hunts.server";
import { findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { enterRaffle } from "~/events/raffles/enter.server";
import { raffles } from "~/events/raffles/raffles.server";
import { tournamentEnd } from "~/events/tournaments/settlement.server";
import { saveTournament } from "~/events/tournaments/tournaments.server";
import { readAllowance } from "~/games/limits/limits-page.server";
import { readPlayerChoices } from "~/games/player-choices.server";
import type { Config } from "~/lib/config.server";
import { post } from "~/points/ledger/ledger.server";
import { setPause } from "~/points/users/pauses.server";
import { userSchema } from "~/points/users/user-points.schema";
import { saveRecordForm } from "~/records/change-record.server";
import { redeem } from "~/store/redeem/redeem.server";
import { readOffer, readStore } from "~/store/store.server";
import { addItem } from "../../support/data/store-rows";
import { fakeClock, seededRandomHex, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { NO_GAME_EVENTS, playPlinko } from "../../support/game-events";
import { rowsOf } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";
import { FORM } from "../events/raffles/raffles.setup";
import { addRound, enter, tournamentForm } from "../events/tournament-rows";
import { noNotifications } from "../store/no-notifications";
import { viewerOf } from "../store/redeem.setup";

const test = databaseForEachTest({ users: { ana: 1000, boss: 0 } });
const [ana, boss] = [userId("ana"), userId("boss")];
const REASON = "Two accounts";

const openSite = () => {
	const clock = fakeClock();
	const restricted: string[] = [];
	const site = testSite({
		...NO_GAME_EVENTS,
		...noNotifications,
		...{ db: test.db, now: clock.now, randomHex: seededRandomHex("pauses") },
		announceRestriction: (id: string) => void restricted.push(id),
		raffleChanged() {},
		tournamentsChanged() {},
		huntChanged() {},
		isSubscriber: async () => false,
		config: { SITE_TIMEZONE: "Europe/Lisbon", APP_ORIGIN: "https://site.test" } as Config,
	});
	return { clock, restricted, site };
};
let { clock, restricted, site } = {} as ReturnType<typeof openSite>;
beforeEach(() => {
	({ clock, restricted, site } = openSite());
});
const pause = (reason: string | undefined = REASON) => setPause(site, boss, ana, reason);
const resume = () => setPause(site, boss, ana, undefined);

describe("an admin's pause", () => {
	it("refuses all that costs points and each free entry, with the reason, until the admin ends it", async () => {
		const free = { fee: 0, prizes: [{ points: 5 }] };
		const tournamentId = await saveTournament(site, boss, tournamentForm(clock.now(), free));
		const raffleId = await saveRecordForm(site, raffles, boss, undefined, {
			...{ ...FORM, idempotencyKey: crypto.randomUUID(), revision: undefined },
		});
		await startHunt(site, boss, {
			...{ idempotencyKey: crypto.randomUUID(), title: "Hunt", translations: {}, startCost: 1, stopLoss: 0 },
		});
		const huntId = (await findOpenHunt(test.db))?.id ?? "";
		const itemId = await addItem(test.db, "Mug", { price: 100, stock: 5 });
		const viewer = viewerOf(ana, { points: 1000 });
		const { item } = await readOffer(site, viewer, itemId, "en");
		const acts = [
			() => playPlinko(site, ana),
			() =>
				redeem(site, ana, {
					...{
						idempotencyKey: crypto.randomUUID(),
						itemId,
						revision: item?.revision ?? 0,
						price: 100,
						stock: 5,
					},
				}),
			() => enter(site, ana, tournamentId, { fee: 0 }),
			() =>
				enterRaffle(
					site,
					{ id: ana, isAdmin: false, rights: [] },
					{ idempotencyKey: crypto.randomUUID(), raffleId, count: 0, price: 50 },
				),
			() => saveGuess(site, { id: ana, isAdmin: false, rights: [] }, { huntId, guess: 100 }),
		];
		await pause();
		for (const act of acts) await expectRefusal(act(), "paused", { reason: REASON });
		expect(await rowsOf(test.db, "point_entries", { user_id: ana, reason: "plinko-stake" })).toEqual([]);
		const refusal = { code: "paused", values: { reason: REASON } };
		expect((await readOffer(site, viewer, itemId, "en")).refusal).toEqual(refusal);
		expect((await readStore(site, viewer, "en")).items.map((one) => one.refusal)).toEqual([refusal]);
		expect((await readAllowance(site, ana, "en")).restriction).toEqual({ kind: "pause", reason: REASON });
		await resume();
		expect((await readAllowance(site, ana, "en")).restriction).toBeNull();
		for (const act of acts) await act();
		expect(restricted).toEqual([ana, ana]);
	});

	it("leaves what was open: a paused entrant gets the prize, and an admin may correct the points", async () => {
		const itemId = await addItem(test.db, "Mug", { price: 100, stock: 5 });
		const id = await saveTournament(site, boss, tournamentForm(clock.now(), { prizes: [{ itemId }] }));
		await enter(site, ana, id);
		await pause();
		clock.pass(90 * 60_000);
		await addRound(test.db, ana, clock.now(), { payout: 50 });
		clock.pass(60 * 60_000);
		await settleJobs(site, [tournamentEnd]);
		expect(await rowsOf(test.db, "orders", { user_id: ana })).toMatchObject([{ item_name: "Mug" }]);
		const at = clock.now();
		const correction = {
			userId: ana,
			delta: -5,
			reason: "admin-adjustment",
			reference: "1",
			actor: boss,
			at,
		};
		await test.db.transaction().execute((trx) => post(trx, { ...correction, reason: "admin-adjustment" }));
	});

	it("is told to the viewer and logged without its reason, once, and is in the viewer's data until an erasure", async () => {
		await pause();
		await pause("Another reason");
		expect(await readPlayerChoices(test.db, ana)).toMatchObject({ pause: { reason: REASON } });
		await resume();
		await resume();
		const notices = await rowsOf(test.db, "notifications", { user_id: ana });
		expect(notices.map(({ kind, data }) => [kind, data])).toEqual([
			["pause-started", JSON.stringify({ note: REASON })],
			["pause-over", "{}"],
		]);
		const changes = await rowsOf(test.db, "admin_changes");
		expect(changes.map(({ action, subject }) => [action, subject])).toEqual([
			["user.pause", ana],
			["user.resume", ana],
		]);
		expect(JSON.stringify(changes)).not.toContain(REASON);
		await pause();
		await eraseUser({ db: test.db, remember: async () => {} }, ana);
		expect(await rowsOf(test.db, "pauses")).toEqual([]);
		await expectRefusal(pause(), "userGone");
	});

	it("needs a reason, and another admin than its subject", async () => {
		expect(userSchema.safeParse({ pause: "start", reason: " \u200b " }).error?.issues).toMatchObject([
			{ path: ["reason"], message: "pauseReason" },
		]);
		await expectRefusal(setPause(site, ana, ana, undefined), "ownPause");
	});
});
