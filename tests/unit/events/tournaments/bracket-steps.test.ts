import { beforeEach, expect, it } from "vitest";
import { bracketInvariants } from "~/events/tournaments/bracket/bracket.audit.server";
import { readBracket } from "~/events/tournaments/bracket/bracket-page.server";
import { drawSeats, hashOf } from "~/events/tournaments/bracket/seats";
import { leaveTournament } from "~/events/tournaments/entries.server";
import { cancelTournament, saveTournament } from "~/events/tournaments/tournaments.server";
import { fakeClock, seededRandomHex, userId } from "../../../support/database";
import { expectInvariants, expectRefusal, violatedAfter } from "../../../support/expectations";
import { databaseForEachTest } from "../../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../../support/rows-of";
import { testSite } from "../../../support/test-site";
import { noNotifications } from "../../store/no-notifications";
import { enter, tournamentForm } from "../tournament-rows";
import { bracketActs, createBracket, play } from "./bracket.setup";

const test = databaseForEachTest({
	users: { admin: 0, v1: 1000, v2: 1000, v3: 1000, v4: 1000, v5: 1000, late: 1000 },
});
const ADMIN = userId("admin");
const VIEWERS = ["v1", "v2", "v3", "v4", "v5"].map(userId);
let clock: ReturnType<typeof fakeClock>;
let site: ReturnType<typeof openSite>;
let tournamentId: string;
let acts: ReturnType<typeof bracketActs>;

const openSite = () =>
	testSite({
		...{ db: test.db, randomHex: seededRandomHex("bracket"), ...noNotifications },
		now: () => {
			clock.pass(1);
			return clock.now();
		},
		tournamentsChanged() {},
	});

beforeEach(async () => {
	clock = fakeClock();
	site = openSite();
	tournamentId = await createBracket(site, ADMIN, VIEWERS);
	acts = bracketActs(site, ADMIN, tournamentId);
});

const leave = (id = VIEWERS[0] ?? "") =>
	leaveTournament(site, id, { idempotencyKey: crypto.randomUUID(), tournamentId });
const shown = () => readBracket(site, tournamentId, "en");

it("the draw gives the seats of the seed, whose hash was public, and ends the entries", async () => {
	const before = await shown();
	expect(before).toMatchObject({ seed: null, matches: [], current: undefined });
	expect(JSON.stringify(before)).not.toContain(VIEWERS[0]);
	expect(JSON.stringify(before)).not.toContain((await acts.read()).seed);
	await acts.draw();
	const after = await acts.read();
	expect((await shown())?.seed).toBe(after.seed);
	expect(hashOf(after.seed)).toBe(before?.hash);
	expect(after.seated).toEqual(
		drawSeats(
			after.seed,
			after.entrants.map(({ id }) => id),
		),
	);
	await expectRefusal(
		enter(site, userId("late"), tournamentId, { fee: 100, slotId: "wolf" }),
		"tournamentClosed",
	);
	// Again it does nothing.
	await acts.draw();
	expect(await acts.read()).toEqual(after);
});

it("each step can be undone to the state before, down to the draw, which gets a new seed", async () => {
	await acts.draw();
	const states = await acts.playAll();
	expect(states).toHaveLength(5);
	const { seed } = states[0] ?? {};
	for (const state of states.reverse()) {
		expect((await acts.read()).matches).toEqual(state.matches);
		await acts.undo();
	}
	expect(await acts.read()).toMatchObject({ matches: [], step: undefined });
	expect(await shown()).toMatchObject({ seed: null, draws: [{ seed, name: "admin" }] });
	expect((await shown())?.hash).not.toBe(hashOf(seed ?? ""));
	await leave();
	await acts.draw();
	expect((await acts.read()).matches.length).toBe(3);
	await expectInvariants(test.db, ...bracketInvariants);
	const steps = await rowsOf(test.db, "tournament_steps");
	expect(
		steps.map(({ kind, actor, undone_at }) => `${kind} ${actor === ADMIN} ${undone_at !== null}`),
	).toEqual(["draw true true", ...Array(4).fill("play true true"), "draw true false"]);
});

it("a step that is not the last, or a result from an old page, is refused, and the same result does nothing", async () => {
	await acts.draw();
	const { current, step } = await acts.read();
	const [round = 0, number = 0] = [current?.round, current?.number];
	await acts.enterPlay([round, number, 0]);
	await expectRefusal(acts.send({ intent: "undo", stepId: step?.id ?? 0 }), "stepNotLast");
	const { revision } = await acts.read();
	await acts.enterPlay([round, number, 0]);
	expect((await acts.read()).revision).toBe(revision);
	await expectRefusal(acts.enterPlay([round, number, 0], play(1, 2)), "editConflict");
	await expectRefusal(acts.enterPlay([round, number, 1]), "editConflict");
	await expectRefusal(acts.enterPlay([round, number, 1], play(), "correct"), "editConflict");
	await expectRefusal(acts.enterPlay([3, 1, 0]), "matchNotReady");
	await expectRefusal(acts.enterPlay([9, 1, 0]), "matchNotReady");
	const stale = {
		intent: "correct",
		revision: revision - 1,
		round,
		number,
		at: 0,
		...play(100, 200),
	} as const;
	await expectRefusal(acts.send(stale), "editConflict");
	await acts.send({ ...stale, revision });
	const match = (await acts.read()).matches.find((one) => one.round === round && one.number === number);
	expect(match?.winner).toBe(match?.entries[1]);
	const logged = await rowsOf(test.db, "admin_changes", { action: "tournament.correct" });
	expect(logged.map(({ actor, before }) => [actor, JSON.parse(before ?? "")])).toEqual([
		[ADMIN, { first: "1.00 → 2.00", second: "1.00 → 1.00" }],
	]);
});

it("a form from before another step is refused, because its match may have had other entrants or its final another winner", async () => {
	await acts.draw();
	const { current, revision } = await acts.read();
	const { round = 0, number = 0 } = current ?? {};
	await acts.undo();
	await expectRefusal(acts.send({ intent: "draw", revision }), "editConflict");
	await acts.draw();
	const stale = { intent: "play", revision, round, number, at: 0, ...play() } as const;
	await expectRefusal(acts.send(stale), "editConflict");
	await acts.playAll();
	await expectRefusal(acts.send({ intent: "finish", revision }), "editConflict");
});

it("until the draw, a bracket that is late can be edited and cancelled, and entrants may leave", async () => {
	const other = await createBracket(site, ADMIN, VIEWERS);
	clock.pass(2 * 3_600_000);
	await cancelTournament(site, ADMIN, other);
	expect(await rowOf(test.db, "user_points", { user_id: VIEWERS[0] })).toMatchObject({ points: 900 });
	const { rule } = await acts.read();
	const save = async () => {
		const form = tournamentForm(clock.now(), { rule, fee: 100, endsAt: null });
		const { revision } = await acts.read();
		return saveTournament(site, ADMIN, { ...form, closesAt: form.startsAt, id: tournamentId, revision });
	};
	await save();
	clock.pass(2 * 3_600_000);
	await leave();
	await acts.draw();
	await expectRefusal(leave(VIEWERS[1]), "tournamentStarted");
	await expectRefusal(save(), "tournamentStarted");
});

it("the end pays the prizes once, none to an erased person, and nothing can be undone from then on; the audit follows it", async () => {
	const { db } = test;
	await acts.draw();
	await expectRefusal(acts.finish(), "bracketNotDecided");
	await acts.playAll();
	const { matches, entrants, step } = await acts.read();
	const champion = entrants.find(({ id }) => id === matches.at(-1)?.winner)?.userId ?? "";
	await changeRows(db, "users", { id: champion }, { twitch_username: null });
	await acts.finish();
	await acts.finish();
	const placed = (await rowsOf(db, "tournament_entries")).filter(({ place }) => place !== null);
	placed.sort((one, other) => Number(one.place) - Number(other.place));
	expect(placed.map(({ place, prize }) => [place, prize])).toEqual([
		[1, 500],
		[2, 200],
		[3, null],
		[4, null],
	]);
	const balances = placed.map(({ user_id }) => rowOf(db, "user_points", { user_id }));
	expect((await Promise.all(balances)).map(({ points }) => points)).toEqual([1400, 1100, 900, 900]);
	await expectRefusal(acts.send({ intent: "undo", stepId: step?.id ?? 0 }), "tournamentOver");
	await expectInvariants(db, ...bracketInvariants);
	for (const statement of [
		"update tournament_entries set seat = 9 where seat = 1",
		"update tournament_entries set place = 9 where place = 1",
		"delete from tournament_matches where round = 3",
	])
		expect(await violatedAfter(db, statement, bracketInvariants), statement).toHaveLength(1);
});

it("an admin who takes part decides nothing, and one viewer is too few", async () => {
	const { revision } = await acts.read();
	const draw = { intent: "draw", revision } as const;
	await expectRefusal(acts.send(draw, VIEWERS[0]), "tournamentNotForAdmins");
	const alone = bracketActs(site, ADMIN, await createBracket(site, ADMIN, VIEWERS.slice(0, 1)));
	await expectRefusal(alone.draw(), "tournamentTooSmall");
	await expectRefusal(bracketActs(site, ADMIN, "none").send(draw), "tournamentGone");
});
