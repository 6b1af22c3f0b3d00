import { expect, it } from "vitest";
import { bracketInvariants } from "~/events/tournaments/bracket/bracket.audit.server";
import {
	correctPlay,
	drawBracket,
	enterPlay,
	finishBracket,
	undoBracketStep,
} from "~/events/tournaments/bracket/bracket.server";
import { readManagedBracket } from "~/events/tournaments/bracket/bracket-page.server";
import { drawSeats, hashOf } from "~/events/tournaments/bracket/seats";
import { enterTournament, leaveTournament } from "~/events/tournaments/entries.server";
import { cancelTournament, saveTournament } from "~/events/tournaments/tournaments.server";
import { addUser, fakeClock, openTestDatabase, seededRandomHex } from "../../../support/database";
import { expectInvariants, expectRefusal, violatedAfter } from "../../../support/expectations";
import { openForEachTest } from "../../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../../support/rows-of";
import { testSite } from "../../../support/test-site";
import { noNotifications } from "../../store/no-notifications";
import { tournamentForm } from "../tournament-rows";
import { createBracket, play } from "./bracket.setup";

const world = openForEachTest(async () => {
	const { db, close } = await openTestDatabase({ durable: false });
	const clock = fakeClock();
	let published = 0;
	const tools = testSite({
		...{ db, randomHex: seededRandomHex("bracket"), ...noNotifications },
		now: () => {
			clock.pass(1);
			return clock.now();
		},
		tournamentsChanged: () => void published++,
	});
	const admin = await addUser(db, "admin");
	const viewers: string[] = [];
	for (let at = 0; at < 5; at++) viewers.push(await addUser(db, `viewer${at}`, 1000));
	const tournamentId = await createBracket(tools, admin, viewers);
	const read = async () => {
		const bracket = await readManagedBracket(tools, tournamentId, "en", null);
		if (!bracket) throw new Error("no bracket");
		return bracket;
	};
	return {
		...{ db, close, clock, tools, admin, viewers, tournamentId, read, published: () => published },
		draw: async () => drawBracket(tools, admin, { tournamentId, revision: (await read()).revision }),
		enter: async (round: number, number: number, at: number, entered = play()) => {
			const { revision } = await read();
			await enterPlay(tools, admin, { tournamentId, revision, round, number, at, play: entered });
		},
		finish: async () => finishBracket(tools, admin, { tournamentId, revision: (await read()).revision }),
		async undo() {
			const { step } = await read();
			if (step) await undoBracketStep(tools, admin, { tournamentId, stepId: step.id });
			return step?.kind;
		},
		/** Plays the current matches until the end. */
		async playAll() {
			for (let { current, revision } = await read(); current; { current, revision } = await read()) {
				await enterPlay(tools, admin, {
					...{ tournamentId, revision, round: current.round, number: current.number },
					...{ at: current.plays.length, play: play() },
				});
			}
		},
	};
});

it("the draw gives the seats of the seed, whose hash was public, and ends the entries", async () => {
	const before = await world.read();
	expect(before).toMatchObject({ seed: null, matches: [], current: undefined });
	expect(JSON.stringify(before)).not.toContain(world.viewers[0]);
	await world.draw();
	const after = await world.read();
	expect(hashOf(after.seed ?? "")).toBe(before.hash);
	const ids = after.entrants.map(({ id }) => id);
	const seated = after.entrants.toSorted((one, other) => (one.seat ?? 0) - (other.seat ?? 0));
	expect(seated.map(({ id }) => id)).toEqual(drawSeats(after.seed ?? "", ids));
	expect(after.matches.filter(({ decidedBy }) => decidedBy === "bye")).toHaveLength(3);
	const { tools, tournamentId, viewers } = world;
	const late = { idempotencyKey: crypto.randomUUID(), tournamentId, fee: 100, slotId: "" };
	const visitor = { id: await addUser(world.db, "late", 1000), isAdmin: false };
	await expectRefusal(enterTournament(tools, visitor, late), "tournamentClosed");
	await expectRefusal(leaveTournament(tools, viewers[0] ?? "", late), "tournamentStarted");
	// Again it does nothing.
	await world.draw();
	expect(await world.read()).toEqual(after);
});

it("each step can be undone to the state before, down to the draw, which gets a new seed", async () => {
	await world.draw();
	const states = [await world.read()];
	for (let { current } = await world.read(); current; { current } = await world.read()) {
		await world.enter(current.round, current.number, 0);
		states.push(await world.read());
	}
	expect(states).toHaveLength(5);
	const { seed } = states[0] ?? {};
	for (const state of states.reverse()) {
		expect((await world.read()).matches).toEqual(state.matches);
		await world.undo();
	}
	const { hash, ...reopened } = await world.read();
	expect(reopened).toMatchObject({
		seed: null,
		matches: [],
		step: undefined,
		draws: [{ seed, by: "admin" }],
	});
	expect(hash).not.toBe(hashOf(seed ?? ""));
	const { tournamentId } = world;
	await leaveTournament(world.tools, world.viewers[0] ?? "", {
		idempotencyKey: crypto.randomUUID(),
		tournamentId,
	});
	await world.draw();
	expect((await world.read()).matches.length).toBe(3);
	await expectInvariants(world.db, ...bracketInvariants);
	const steps = await rowsOf(world.db, "tournament_steps");
	expect(
		steps.map(({ kind, actor, undone_at }) => `${kind} ${actor === world.admin} ${undone_at !== null}`),
	).toEqual(["draw true true", ...Array(4).fill("play true true"), "draw true false"]);
});

it("a step that is not the last, or a result from an old page, is refused, and the same result does nothing", async () => {
	await world.draw();
	const { step } = await world.read();
	const { current } = await world.read();
	if (!current || !step) throw new Error("not drawn");
	const { round, number } = current;
	await world.enter(round, number, 0);
	const { tools, admin, tournamentId } = world;
	await expectRefusal(undoBracketStep(tools, admin, { tournamentId, stepId: step.id }), "stepNotLast");
	const revision = (await world.read()).revision;
	await world.enter(round, number, 0);
	expect((await world.read()).revision).toBe(revision);
	await expectRefusal(world.enter(round, number, 0, play(1, 2)), "editConflict");
	await expectRefusal(world.enter(round, number, 1), "editConflict");
	await expectRefusal(world.enter(3, 1, 0), "matchNotReady");
	const input = { tournamentId, round, number, at: 0, play: play(100, 200) };
	await expectRefusal(correctPlay(tools, admin, { ...input, revision: revision - 1 }), "editConflict");
	await correctPlay(tools, admin, { ...input, revision });
	const { matches } = await world.read();
	const match = matches.find((one) => one.round === round && one.number === number);
	expect(match?.winner).toBe(match?.entries[1]);
	const logged = await rowsOf(world.db, "admin_changes", { action: "tournament.correct" });
	expect(logged.map(({ actor, before }) => [actor, JSON.parse(before ?? "")])).toEqual([
		[admin, expect.objectContaining({ first: "1.00 → 2.00", second: "1.00 → 1.00" })],
	]);
});

it("the end pays the prizes once, and nothing can be undone from then on", async () => {
	const { tools, admin, tournamentId, db } = world;
	await world.draw();
	await expectRefusal(world.finish(), "bracketNotDecided");
	await world.playAll();
	const { ranking, step } = await world.read();
	expect(ranking).toHaveLength(5);
	await world.finish();
	await world.finish();
	const users = new Map((await rowsOf(db, "tournament_entries")).map(({ id, user_id }) => [id, user_id]));
	const balances = ranking.map((id) => rowOf(db, "user_points", { user_id: users.get(id) ?? "" }));
	expect((await Promise.all(balances)).map(({ points }) => points)).toEqual([1400, 1100, 900, 900, 900]);
	await expectRefusal(
		undoBracketStep(tools, admin, { tournamentId, stepId: step?.id ?? 0 }),
		"tournamentOver",
	);
	await expectInvariants(db, ...bracketInvariants);
	expect((await world.read()).state).toBe("ended");
});

it("a form from before another step is refused, because its match may have had other entrants or its final another winner", async () => {
	await world.draw();
	const { current, revision } = await world.read();
	if (!current) throw new Error("not drawn");
	const { tools, admin, tournamentId, viewers } = world;
	const { round, number } = current;
	const stale = { tournamentId, revision, round, number, at: 0, play: play() };
	await world.undo();
	const form = { tournamentId, revision };
	await expectRefusal(drawBracket(tools, admin, form), "editConflict");
	await world.draw();
	await expectRefusal(enterPlay(tools, admin, stale), "editConflict");
	await world.playAll();
	await expectRefusal(finishBracket(tools, admin, form), "editConflict");
	// An erased person has no place.
	const { ranking } = await world.read();
	const users = new Map(
		(await rowsOf(world.db, "tournament_entries")).map(({ id, user_id }) => [id, user_id]),
	);
	const [first = "", second = ""] = ranking.map((id) => users.get(id) ?? "");
	await changeRows(world.db, "users", { id: first }, { twitch_username: null });
	await world.finish();
	const points = viewers.map((id) => rowOf(world.db, "user_points", { user_id: id }));
	expect((await Promise.all(points)).map((row) => row.points).sort()).toEqual([1100, 1400, 900, 900, 900]);
	expect(await rowOf(world.db, "tournament_entries", { user_id: second })).toMatchObject({
		...{ place: 1, prize: 500 },
	});
});

it("until the draw, a bracket that is late can be edited and cancelled, and entrants may leave", async () => {
	const { tools, admin, viewers, clock, tournamentId } = world;
	const other = await createBracket(tools, admin, viewers);
	clock.pass(2 * 3_600_000);
	await cancelTournament(tools, admin, other);
	expect(await rowOf(world.db, "user_points", { user_id: viewers[0] })).toMatchObject({ points: 900 });
	const { rule } = await world.read();
	const form = { ...tournamentForm(clock.now(), { rule, fee: 100, endsAt: null }), id: tournamentId };
	await saveTournament(tools, admin, { ...form, closesAt: form.startsAt, revision: 1 });
	clock.pass(2 * 3_600_000);
	const leave = (id = "") =>
		leaveTournament(tools, id, { idempotencyKey: crypto.randomUUID(), tournamentId });
	await leave(viewers[0]);
	await drawBracket(tools, admin, { tournamentId, revision: 2 });
	await expectRefusal(leave(viewers[1]), "tournamentStarted");
	const next = tournamentForm(clock.now(), { rule, fee: 100, endsAt: null });
	const edit = { ...next, closesAt: next.startsAt, id: tournamentId, revision: 3 };
	await expectRefusal(saveTournament(tools, admin, edit), "tournamentStarted");
});

it("an admin who takes part decides nothing, and one viewer is too few", async () => {
	const { tools, viewers, tournamentId, admin } = world;
	await expectRefusal(
		drawBracket(tools, viewers[0] ?? "", { tournamentId, revision: 1 }),
		"tournamentNotForAdmins",
	);
	const alone = await createBracket(tools, admin, viewers.slice(0, 1));
	await expectRefusal(drawBracket(tools, admin, { tournamentId: alone, revision: 1 }), "tournamentTooSmall");
	await expectRefusal(drawBracket(tools, admin, { tournamentId: "none", revision: 1 }), "tournamentGone");
});

it("the audit finds a winner who did not play, and a next match with somebody else", async () => {
	await world.draw();
	await world.playAll();
	await expectInvariants(world.db, ...bracketInvariants);
	const violated = (statement: string) => violatedAfter(world.db, statement, bracketInvariants);
	const first = "where round = 1 and decided_by = 'bye'";
	expect(
		await violated(`update tournament_matches set winner = null, decided_by = null ${first}`),
	).toHaveLength(1);
	expect(await violated("update tournament_entries set seat = 9 where seat = 1")).toHaveLength(1);
	expect(await violated("delete from tournament_matches where round = 3")).toHaveLength(1);
});
