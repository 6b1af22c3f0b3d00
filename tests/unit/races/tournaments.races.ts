/** Races of tournaments: see {@link Race}. */
import { expect } from "vitest";
import { tournamentEnd } from "~/events/tournaments/settlement.server";
import type { TournamentInput } from "~/events/tournaments/tournaments.server";
import {
	cancelTournament,
	createTournament,
	editTournament,
	leaveTournament,
} from "~/events/tournaments/tournaments.server";
import { playRound } from "~/games/instant/play.server";
import { plinko } from "~/games/plinko/game.server";
import { settleJobs } from "../../support/settle-jobs";
import { enter, tournamentForm } from "../events/tournament-rows";
import { byAll, type Call, compete, newKey, oneOf, type Race, repeat, type World } from "./race.setup";

const create = (world: World, change: Partial<TournamentInput> = {}) =>
	createTournament(world.tools, world.admin, tournamentForm(world.clock.now(), change));

/** A tournament with an entry. */
async function entered(world: World) {
	const [id, viewer] = [await create(world), await world.viewer()];
	await enter(world.tools, viewer, id);
	return { id, viewer };
}

export const tournamentRaces: readonly Race[] = [
	repeat("a new tournament", async (world) => {
		const form = tournamentForm(world.clock.now());
		return (tools) => createTournament(tools, world.admin, form);
	}),

	repeat("an edit of a tournament", async (world) => {
		const form = { ...tournamentForm(world.clock.now()), id: await create(world), revision: 1 };
		return (tools) => editTournament(tools, world.admin, form);
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
];
