/** Races of tournaments: see {@link Race}. */
import { expect } from "vitest";
import type { BracketInput } from "~/events/tournaments/bracket/bracket.schema";
import { actOnBracket } from "~/events/tournaments/bracket/bracket.server";
import { leaveTournament } from "~/events/tournaments/entries.server";
import { tournamentEnd } from "~/events/tournaments/settlement.server";
import type { TournamentInput } from "~/events/tournaments/tournament";
import { cancelTournament, saveTournament } from "~/events/tournaments/tournaments.server";
import { playRound } from "~/games/instant/play.server";
import { plinko } from "~/games/plinko/game.server";
import { settleJobs } from "../../support/settle-jobs";
import { enter, tournamentForm } from "../events/tournament-rows";
import { createBracket, play } from "../events/tournaments/bracket.setup";
import { byAll, type Call, compete, newKey, oneOf, type Race, repeat, type World } from "./race.setup";

const create = (world: World, change: Partial<TournamentInput> = {}) =>
	saveTournament(world.tools, world.admin, tournamentForm(world.clock.now(), change));

/** A tournament with an entry. */
async function entered(world: World) {
	const [id, viewer] = [await create(world), await world.viewer()];
	await enter(world.tools, viewer, id);
	return { id, viewer };
}

const DRAW: BracketInput = { intent: "draw", revision: 1 };
/** Without its amounts. */
const FIRST_PLAY = { intent: "play", revision: 2, round: 1, number: 1, at: 0 } as const;

/** A bracket that a number of viewers have entered. */
async function bracketOf(world: World, count: number) {
	const viewers = await world.viewers(1000, count);
	const tournamentId = await createBracket(world.tools, world.admin, viewers);
	return { tournamentId, viewers, slotId: (await world.rows("slots"))[0]?.id ?? "" };
}

export const tournamentRaces: readonly Race[] = [
	repeat("a new tournament", async (world) => {
		const form = tournamentForm(world.clock.now());
		return (tools) => saveTournament(tools, world.admin, form);
	}),

	repeat("an edit of a tournament", async (world) => {
		const form = { ...tournamentForm(world.clock.now()), id: await create(world), revision: 1 };
		return (tools) => saveTournament(tools, world.admin, form);
	}),

	repeat("an entry", async (world) => {
		const [id, viewer, idempotencyKey] = [await create(world), await world.viewer(), newKey()];
		return (tools) => enter(tools, viewer, id, { idempotencyKey });
	}),

	oneOf("entries of one viewer", { done: 1, tournamentEntered: 3 }, async (world) => {
		const [id, viewer] = [await create(world), await world.viewer()];
		return (tools) => enter(tools, viewer, id);
	}),

	compete("the last two places, by four viewers", async (world) => {
		const id = await create(world, { maxEntries: 2 });
		const calls = (await world.viewers()).map(
			(viewer): Call =>
				(tools) =>
					enter(tools, viewer, id),
		);
		return { calls, expected: { done: 2, tournamentFull: 2 } };
	}),

	repeat("a leave", async (world) => {
		const { id, viewer } = await entered(world);
		const form = { idempotencyKey: newKey(), tournamentId: id };
		return (tools) => leaveTournament(tools, viewer, form);
	}),

	compete("leaves and a cancellation", async (world) => {
		const { id, viewer } = await entered(world);
		const leave: Call = (tools) =>
			leaveTournament(tools, viewer, { idempotencyKey: newKey(), tournamentId: id });
		const cancel: Call = (tools) => cancelTournament(tools, world.admin, id);
		return {
			calls: [leave, leave, cancel, cancel],
			expected: [
				{ done: 3, tournamentNotEntered: 1 },
				{ done: 2, tournamentStarted: 2 },
			],
			check: async () => expect(await world.points(viewer)).toBe(1000),
		};
	}),

	compete("the end of a tournament", async (world) => {
		const { id, viewer } = await entered(world);
		world.clock.pass(3_600_000);
		const input = { stake: 10, balls: 1 };
		await playRound(world.tools, plinko, viewer, { idempotencyKey: newKey(), input });
		world.clock.pass(3_600_000 + 60_000);
		const end: Call = (tools) => settleJobs(tools, [tournamentEnd]);
		return {
			calls: byAll(end),
			async check() {
				expect(await world.entries("tournament-payout", viewer)).toMatchObject([{ delta: 500 }]);
				expect((await world.row("tournaments", { id })).state).toBe("ended");
			},
		};
	}),

	oneOf("admins who draw the seats", { done: 4 }, async (world) => {
		const { tournamentId } = await bracketOf(world, 3);
		return world.admins.map((admin) => (tools) => actOnBracket(tools, admin, tournamentId, DRAW));
	}),

	compete("the draw, and viewers who leave and enter", async (world) => {
		const { tournamentId, viewers, slotId } = await bracketOf(world, 3);
		const [leaving = "", entering = ""] = [viewers[0], await world.viewer()];
		const form = { tournamentId, fee: 100, slotId };
		return {
			calls: [
				(tools) => actOnBracket(tools, world.admin, tournamentId, DRAW),
				async (tools) => {
					await leaveTournament(tools, leaving, { ...form, idempotencyKey: newKey() });
					return "left";
				},
				async (tools) => {
					await enter(tools, entering, tournamentId, form);
					return "entered";
				},
				(tools) => actOnBracket(tools, world.admins[1] ?? "", tournamentId, DRAW),
			],
			expected: [
				{ done: 2, left: 1, entered: 1 },
				{ done: 2, left: 1, tournamentClosed: 1 },
				{ done: 2, entered: 1, tournamentStarted: 1 },
				{ done: 2, tournamentClosed: 1, tournamentStarted: 1 },
			],
			async check() {
				const entries = await world.rows("tournament_entries", { tournament_id: tournamentId });
				const seats = entries.map(({ seat }) => seat).sort();
				expect(seats).toEqual(entries.map((_, at) => at + 1));
			},
		};
	}),

	oneOf("different results of one match by four admins", { done: 1, editConflict: 3 }, async (world) => {
		const { tournamentId } = await bracketOf(world, 2);
		await actOnBracket(world.tools, world.admin, tournamentId, DRAW);
		return world.admins.map(
			(admin, index) => (tools) =>
				actOnBracket(tools, admin, tournamentId, { ...FIRST_PLAY, ...play(200 + index) }),
		);
	}),

	compete(
		"the end of a bracket, and a correction and an undone step that would change its winner",
		async (world) => {
			const { tournamentId, viewers } = await bracketOf(world, 2);
			await actOnBracket(world.tools, world.admin, tournamentId, DRAW);
			await actOnBracket(world.tools, world.admin, tournamentId, { ...FIRST_PLAY, ...play() });
			const { revision } = await world.row("tournaments", { id: tournamentId });
			const step = await world.row("tournament_steps", { tournament_id: tournamentId, kind: "play" });
			const finish: Call = (tools) =>
				actOnBracket(tools, world.admin, tournamentId, { intent: "finish", revision });
			return {
				calls: [
					finish,
					async (tools) => {
						const correction = { ...FIRST_PLAY, intent: "correct", revision, ...play(1, 2) } as const;
						await actOnBracket(tools, world.admins[1] ?? "", tournamentId, correction);
						return "corrected";
					},
					async (tools) => {
						const undo = { intent: "undo", stepId: step.id } as const;
						await actOnBracket(tools, world.admins[2] ?? "", tournamentId, undo);
						return "undone";
					},
					finish,
				],
				expected: [
					{ done: 2, tournamentOver: 2 },
					{ corrected: 1, editConflict: 2, stepNotLast: 1 },
					{ undone: 1, editConflict: 3 },
				],
				async check({ done = 0 }) {
					const points = (await Promise.all(viewers.map(world.points))).sort();
					expect(points).toEqual(done > 0 ? [1100, 1400] : [900, 900]);
				},
			};
		},
	),
];
