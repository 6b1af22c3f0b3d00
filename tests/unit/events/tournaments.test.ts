import { openDatabase } from "db/open";
import { transact } from "db/transact";
import { beforeEach, describe, expect, it } from "vitest";
import { computeBoard, createBoards } from "~/events/tournaments/board.server";
import { enterTournament, leaveTournament } from "~/events/tournaments/entries.server";
import { tournamentEnd } from "~/events/tournaments/settlement.server";
import type { TournamentInput } from "~/events/tournaments/tournament";
import { tournamentInvariants } from "~/events/tournaments/tournaments.audit.server";
import {
	findTournament,
	findTournamentStates,
	storePlaces,
} from "~/events/tournaments/tournaments.queries.server";
import { cancelTournament, saveTournament } from "~/events/tournaments/tournaments.server";
import { readOverlay } from "~/events/tournaments/tournaments-page.server";
import { withdrawJob } from "~/jobs/jobs.queries.server";
import type { Config } from "~/lib/config.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { storeInvariants } from "~/store/store.audit.server";
import { announcedIn } from "../../support/announced";
import { addBet, addSoloRound } from "../../support/data/crash-rows";
import { addItem } from "../../support/data/store-rows";
import { fakeClock, seededRandomHex, userId } from "../../support/database";
import { expectInvariants, expectRefusal, violatedAfter } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";
import { removeGuards } from "../../support/unguarded";
import { noNotifications } from "../store/no-notifications";
import { addRound, enter, RACE, tournamentForm } from "./tournament-rows";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000, carla: 1000, admin: 0 } });
const [ana, bruno, carla, admin] = ["ana", "bruno", "carla", "admin"].map(userId) as [
	string,
	string,
	string,
	string,
];
const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

let clock: ReturnType<typeof fakeClock>;
let site: ReturnType<typeof openSite>;
let published = 0;
const openSite = () =>
	testSite({
		...{
			db: test.db,
			now: clock.now,
			randomHex: seededRandomHex(1),
			...noNotifications,
			tournamentsChanged: () => void published++,
		},
		config: { SITE_TIMEZONE: "Europe/Lisbon" } as Config,
	});
beforeEach(() => {
	clock = fakeClock();
	site = openSite();
});

const plans = async () =>
	(await announcedIn(test.db)).map(({ type, at }) => [
		type,
		(Date.parse(at) - clock.now().getTime()) / HOUR_MS,
	]);

it("opening and start of a tournament are announced at its times, which an edit moves and a cancellation withdraws", async () => {
	const id = await create({ opensAt: isoLater(HOUR_MS / 2) });
	expect(await plans()).toEqual([
		["tournament.opened", 0.5],
		["tournament.started", 1],
	]);
	await edit(id, { opensAt: isoLater(HOUR_MS / 4), startsAt: isoLater(1.5 * HOUR_MS) });
	expect(await plans()).toEqual([
		["tournament.opened", 0.25],
		["tournament.started", 1.5],
	]);
	await cancelTournament(site, admin, id);
	expect(await plans()).toEqual([]);
});

it("an edit does not announce the opening again, whose stored announcement may be deleted by then", async () => {
	const id = await create({ opensAt: isoLater(HOUR_MS / 2) });
	await transact(test.db, (trx) => withdrawJob(trx, "announcement", `tournament.opened:${id}`));
	clock.pass(HOUR_MS / 2);
	await edit(id, { opensAt: isoLater(0), title: "Copa" });
	expect(await plans()).toEqual([["tournament.started", 1]]);
});

const create = (change: Partial<TournamentInput> = {}) =>
	saveTournament(site, admin, tournamentForm(clock.now(), change));
const edit = (id: string, change: Partial<TournamentInput>, revision = 1, actor = admin) =>
	saveTournament(site, actor, { ...tournamentForm(clock.now(), change), id, revision });
const later = (ms: number) => new Date(clock.now().getTime() + ms);
const isoLater = (ms: number) => later(ms).toISOString();
const boardOf = async (id: string) => {
	const tournament = await findTournament(test.db, id);
	const board = tournament ? await computeBoard(test.db, tournament) : [];
	return board.map(({ userId: user, score, counted }) => [user.replace("user-", ""), score, counted]);
};
async function overlayOf(id: string) {
	const tournament = await findTournament(test.db, id);
	if (!tournament) throw new Error("no tournament");
	return readOverlay({ ...site, tournamentBoard: async () => [] }, tournament, "en");
}
const leave = (id: string, user: string) =>
	leaveTournament(site, user, { idempotencyKey: crypto.randomUUID(), tournamentId: id });
const balance = (user: string) => findBalance(test.db, user);
/** A race in which viewers take part; it starts now. */
async function start(change: Partial<TournamentInput> = {}, ...users: string[]) {
	const id = await create(change);
	for (const user of users) {
		await enter(site, user, id);
		clock.pass(1);
	}
	clock.pass(HOUR_MS - users.length);
	return id;
}
const end = async () => {
	clock.pass(HOUR_MS + 60 * SECOND_MS);
	await settleJobs(site, [tournamentEnd]);
};

it("pages are told of another entrant, also of one who has taken the place of another between two publications", async () => {
	const id = await create();
	const states = [await findTournamentStates(test.db)];
	for (const [entering, leaving] of [[ana], [bruno], [carla, ana], [ana, carla]] as const) {
		clock.pass(1);
		if (leaving) await leave(id, leaving);
		await enter(site, entering, id);
		states.push(await findTournamentStates(test.db));
	}
	expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(5);
});

describe("the board of a race", () => {
	it("has the best multiplier of the first rounds with the minimum stake, and of equal ones the earlier", async () => {
		const id = await start({}, ana, bruno, carla);
		await addRound(test.db, ana, later(-1), { payout: 9000 });
		await addRound(test.db, ana, later(1), { stake: 9, payout: 9000 });
		for (const [at, payout] of [
			[2, 124],
			[3, 0],
			[4, 15],
			[5, 9000],
		] as const)
			await addRound(test.db, ana, later(at), { payout });
		await addRound(test.db, bruno, later(1), { stake: 100, payout: 1240 });
		await addRound(test.db, bruno, later(2), { payout: 9000, game: "dice" });
		await addRound(test.db, carla, later(HOUR_MS), { payout: 9000 });
		expect(await boardOf(id)).toEqual([
			["bruno", 1240, 1],
			["ana", 1240, 3],
		]);
	});

	it("adds up the best multipliers across games, without bets that are cancelled or refunded", async () => {
		const id = await start({ rule: { ...RACE, games: [...RACE.games], best: 2 } }, ana);
		const bets = [
			["cancelled", null, null],
			["refunded", null, null],
			["cashed_out", 45, 150],
			["lost", 0, null],
		] as const;
		for (const [number, [status, payout, multiplier]] of bets.entries()) {
			const round = `round-of-${status}`;
			await addSoloRound(test.db, { id: round, game: "solo", status: "closed", crash_point: 200 });
			await addBet(test.db, {
				...{ id: `bet-${number}`, round_id: round, status, payout, cash_out_multiplier: multiplier },
				created_at: later(number).toISOString(),
			});
		}
		await addRound(test.db, ana, later(10), { payout: 25 });
		await addRound(test.db, ana, later(11), { payout: 9000 });
		expect(await boardOf(id)).toEqual([["ana", 400, 3]]);
	});

	it("counts rounds from the entry on, so that a late entry does not choose a past round", async () => {
		const id = await start();
		await addRound(test.db, ana, later(0), { payout: 9000 });
		clock.pass(1);
		await enter(site, ana, id);
		await addRound(test.db, ana, later(1), { payout: 30 });
		expect(await boardOf(id)).toEqual([["ana", 300, 1]]);
		await expectRefusal(leave(id, ana), "tournamentStarted");
	});

	it("is read in parts, and shared for a second, and its places are stored in one statement", async () => {
		const users = Array.from({ length: 201 }, (_, number) => `crowd-${number}`);
		const id = await start({ prizes: [] });
		for (const [number, user] of users.entries()) {
			await addRow(test.db, "users", { id: user, twitch_id: user, twitch_username: user });
			const entry = { id: `entry-${user}`, tournament_id: id, user_id: user, fee: 0 };
			await addRow(test.db, "tournament_entries", { ...entry, created_at: later(-1).toISOString() });
			await addRound(test.db, user, later(0), { payout: 10 + number });
		}
		let ms = 0;
		const boards = createBoards({ db: test.db, clock: { now: () => ms } as never });
		const tournament = await findTournament(test.db, id);
		if (!tournament) throw new Error("no tournament");
		const board = await boards(tournament);
		expect(board.map(({ userId: user }) => user)).toEqual(users.toReversed());
		ms += 999;
		expect(await boards(tournament)).toBe(board);
		ms += 1;
		expect(await boards(tournament)).not.toBe(board);
		const statements: string[] = [];
		const db = openDatabase(test.url, { ran: (statement) => void statements.push(statement) });
		clock.pass(HOUR_MS + 60 * SECOND_MS);
		await settleJobs(testSite({ ...site, db }), [tournamentEnd]);
		await db.destroy();
		expect(statements.length).toBeLessThan(users.length / 2);
		const placed = await rowsOf(test.db, "tournament_entries");
		expect(placed.map(({ user_id, place }) => [user_id, place])).toEqual(
			expect.arrayContaining(users.map((user, index) => [user, users.length - index])),
		);
		const many = Array.from({ length: 5000 }, (_, index) => ({
			...{ entryId: `unknown-${index}`, place: index + 1, prize: index < 5 ? 9 : null },
		}));
		await transact(test.db, (trx) => storePlaces(trx, many));
	});
});

it("a league gives points by rank among the entrants, for guesses after their entry", async () => {
	const id = await start({ rule: { kind: "league", points: [10, 5] } }, ana, bruno);
	const guess = (hunt: string, user: string, cents: number, at: number) =>
		addRow(test.db, "hunt_guesses", {
			...{ hunt_id: hunt, user_id: user, guess: cents },
			updated_at: later(at).toISOString(),
		});
	for (const [hunt, finished] of [
		["one", 10],
		["two", 20],
		["late", HOUR_MS],
	] as const) {
		await addRow(test.db, "hunts", {
			...{ id: hunt, status: "finished", guessing: "closed" },
			finished_at: later(finished).toISOString(),
		});
		await addRow(test.db, "hunt_slots", {
			...{ id: hunt, hunt_id: hunt, payout: 5000, bet: 100 },
			opened_at: later(5).toISOString(),
		});
		await guess(hunt, carla, 5000, 1);
		await guess(hunt, ana, 5100, 2);
	}
	await guess("one", bruno, 5000, 3);
	await guess("two", bruno, 4900, 3);
	expect(await boardOf(id)).toEqual([
		["ana", 15, 2],
		["bruno", 15, 2],
	]);
	clock.pass(2);
	await enter(site, carla, id);
	expect(await boardOf(id)).toHaveLength(2);
});

describe("an entry", () => {
	it("takes the fee, which is refunded to viewers who leave", async () => {
		const id = await create();
		await enter(site, ana, id);
		expect(await balance(ana)).toBe(950);
		await leave(id, ana);
		expect(await balance(ana)).toBe(1000);
		await enter(site, ana, id);
		// The rules may still change after the entries have closed.
		const closed = await create({ closesAt: isoLater(60 * SECOND_MS) });
		await enter(site, bruno, closed);
		clock.pass(120 * SECOND_MS);
		await leave(closed, bruno);
		expect(await balance(bruno)).toBe(1000);
		expect(await rowsOf(test.db, "tournament_entries")).toHaveLength(1);
		await expectInvariants(test.db, ...ledgerInvariants, ...tournamentInvariants);
	});

	it("is refused to admins, new accounts, before and after its time, with another fee, and without a place", async () => {
		const id = await create({ maxEntries: 2, minAccountHours: 24 * 30, opensAt: isoLater(60 * SECOND_MS) });
		const input = { idempotencyKey: crypto.randomUUID(), tournamentId: id, fee: 50 };
		await expectRefusal(
			enterTournament(site, { id: admin, isAdmin: true, rights: [] }, input),
			"tournamentNotForAdmins",
		);
		await expectRefusal(enter(site, ana, id), "tournamentClosed");
		clock.pass(60 * SECOND_MS);
		await expectRefusal(enter(site, ana, id), "accountTooNew");
		const before = { created_at: "2026-01-01T00:00:00.000Z" };
		await changeRows(test.db, "users", { id: [ana, bruno, carla] }, before);
		await expectRefusal(enter(site, ana, id, { fee: 49 }), "tournamentChanged");
		await enter(site, ana, id);
		await expectRefusal(enter(site, ana, id), "tournamentEntered");
		await enter(site, bruno, id);
		await expectRefusal(enter(site, carla, id), "tournamentFull");
		clock.pass(2 * HOUR_MS);
		await expectRefusal(enter(site, carla, id), "tournamentClosed");
		expect(await balance(carla)).toBe(1000);
	});

	it("counts in the daily loss", async () => {
		const limits = { daily_loss: 60, updated_at: clock.now().toISOString() };
		await addRow(test.db, "play_limits", { ...limits, user_id: ana });
		await enter(site, ana, await create());
		await expectRefusal(enter(site, ana, await create()), "lossLimitReached");
	});
});

describe("the end of a tournament", () => {
	it("pays the prizes by place, an item as an order, once every bet is settled", async () => {
		await addItem(test.db, "mug", { price: 300 });
		const id = await start({ prizes: [{ itemId: "item-mug" }, { points: 70 }] }, ana, bruno, carla);
		await addRound(test.db, ana, later(1), { payout: 50 });
		await addRound(test.db, bruno, later(1), { payout: 40 });
		await addRound(test.db, carla, later(1), { payout: 0 });
		await addSoloRound(test.db, { user_id: carla, game: "solo", status: "open" });
		await addBet(test.db, { user_id: carla, status: "active", created_at: later(2).toISOString() });
		await end();
		const pauses: number[] = [];
		for (let turn = 0; turn < 8; turn++) {
			const [job, ...others] = await rowsOf(test.db, "jobs", { kind: "tournament-end" });
			expect([others, job?.fault]).toEqual([[], "Error: a bet of the period is not settled"]);
			const pause = Date.parse(job?.next_at ?? "") - clock.now().getTime();
			pauses.push(pause / SECOND_MS);
			clock.pass(pause);
			if (turn < 7) await settleJobs(site, [tournamentEnd]);
		}
		expect(pauses).toEqual([5, 30, 120, 600, 1800, 3600, 3600, 3600]);
		expect(await overlayOf(id)).toMatchObject({ phase: "settling", status: expect.stringMatching(/bet/) });
		expect((await rowOf(test.db, "tournaments", { id })).state).toBe("open");
		await changeRows(test.db, "crash_bets", { id: "bet" }, { status: "lost", payout: 0 });
		published = 0;
		await settleJobs(site, [tournamentEnd]);
		expect(published).toBe(1);
		expect((await rowOf(test.db, "tournaments", { id })).state).toBe("ended");
		expect(await rowsOf(test.db, "orders")).toMatchObject([{ user_id: ana, total_points: 300 }]);
		expect(await Promise.all([ana, bruno, carla].map(balance))).toEqual([950, 1020, 950]);
		const notices = await rowsOf(test.db, "notifications");
		expect(notices.map(({ user_id, data }) => [user_id, JSON.parse(data).item]).sort()).toEqual([
			[ana, "mug"],
			[bruno, undefined],
		]);
		await expectInvariants(test.db, ...ledgerInvariants, ...tournamentInvariants, ...storeInvariants);
	});

	it("pays the price of an item that is out of stock, and nothing to an erased person or to an entrant who has become an admin", async () => {
		await addItem(test.db, "mug", { price: 300, stock: 0 });
		const id = await start({ prizes: [{ itemId: "item-mug" }] }, ana, bruno, carla);
		await addRound(test.db, ana, later(1), { payout: 50 });
		await addRound(test.db, bruno, later(1), { payout: 40 });
		await addRound(test.db, carla, later(1), { payout: 45 });
		await changeRows(test.db, "users", { id: ana }, { twitch_username: null });
		await changeRows(test.db, "users", { id: carla }, { roles: '["Admin"]' });
		await end();
		expect(await Promise.all([ana, bruno, carla].map(balance))).toEqual([950, 1250, 950]);
		expect(await rowsOf(test.db, "orders")).toEqual([]);
		expect((await overlayOf(id)).lines).toMatchObject([
			{ username: "bruno", place: 1, score: "mug (300 points)", counted: null },
		]);
		await expectRefusal(cancelTournament(site, admin, id), "tournamentOver");
	});

	it("follows an edit, which is refused once the tournament has started", async () => {
		const id = await create();
		await edit(id, { endsAt: isoLater(5 * HOUR_MS) });
		clock.pass(2 * HOUR_MS + 60 * SECOND_MS);
		await settleJobs(site, [tournamentEnd]);
		expect((await rowOf(test.db, "tournaments", { id })).state).toBe("open");
		await expectRefusal(edit(id, {}, 2), "tournamentStarted");
		clock.pass(3 * HOUR_MS);
		await settleJobs(site, [tournamentEnd]);
		expect((await rowOf(test.db, "tournaments", { id })).state).toBe("ended");
	});

	it("is not before now, neither is an edited start, and an edit keeps a place for each entrant", async () => {
		await expectRefusal(
			create({ endsAt: isoLater(-1), closesAt: isoLater(-2), startsAt: isoLater(-3) }),
			"tournamentTimesInvalid",
		);
		const id = await create({ opensAt: isoLater(-2) });
		for (const user of [ana, bruno, carla]) await enter(site, user, id);
		clock.pass(SECOND_MS);
		await addRound(test.db, ana, later(-1), { payout: 9000 });
		await expectRefusal(edit(id, { maxEntries: 2 }), "tournamentPlacesFew");
		await edit(id, { startsAt: isoLater(-HOUR_MS) });
		expect((await rowOf(test.db, "tournaments", { id })).starts_at).toBe(later(0).toISOString());
		expect(await boardOf(id)).toEqual([]);
	});

	it("can be a cancellation, which refunds every fee once, by an admin who has not entered", async () => {
		const id = await create();
		for (const user of [ana, bruno]) await enter(site, user, id);
		await expectRefusal(edit(id, {}, 1, ana), "tournamentNotForAdmins");
		await expectRefusal(cancelTournament(site, ana, id), "tournamentNotForAdmins");
		await cancelTournament(site, admin, id);
		await cancelTournament(site, admin, id);
		clock.pass(HOUR_MS);
		await end();
		expect([await balance(ana), await balance(bruno)]).toEqual([1000, 1000]);
		await expectInvariants(test.db, ...ledgerInvariants, ...tournamentInvariants);
	});
});

it("the audit finds a fee without its entry, an unpaid prize, and a refund of a tournament that was not cancelled", async () => {
	await start({}, ana, bruno);
	await addRound(test.db, ana, later(1), { payout: 50 });
	await end();
	await expectInvariants(test.db, ...ledgerInvariants, ...tournamentInvariants);
	await removeGuards(test.db);
	const [FEE, PRIZE, ENTRY] = tournamentInvariants.map(({ name }) => name);
	for (const [statement, names] of [
		["update tournament_entries set fee = 49 where user_id = 'user-bruno'", [FEE]],
		["update tournaments set state = 'cancelled'", [FEE, PRIZE]],
		["update tournament_entries set prize = null", [PRIZE]],
		["delete from tournament_entries where user_id = 'user-bruno'", [ENTRY]],
		["update point_entries set reference = 'other' where reason = 'tournament-payout'", [PRIZE, ENTRY]],
	] as const)
		expect(await violatedAfter(test.db, statement, tournamentInvariants), statement).toEqual(names);
});

it("a bracket keeps the seed of its seats secret, and the name of an entrant's slot", async () => {
	const bracket = { kind: "bracket", size: 4, format: "bonus", spins: 50, draw: "replay" } as const;
	const id = await create({ rule: bracket, endsAt: null, closesAt: isoLater(HOUR_MS) });
	const { seat_seed: seed } = await rowOf(test.db, "tournaments", { id });
	expect(seed).toMatch(/^\w{64}$/);
	expect(JSON.stringify(await findTournament(test.db, id))).not.toContain(seed);
	await expectRefusal(enter(site, ana, id), "tournamentSlotMissing");
	await addRow(test.db, "slots", { id: "wolf", name: "Wolf" });
	await enter(site, ana, id, { slotId: "wolf" });
	await transact(test.db, (trx) => trx.deleteFrom("slots").execute());
	expect(await rowOf(test.db, "tournament_entries", { user_id: ana })).toMatchObject({ slot_name: "Wolf" });
});
