import { currentOf } from "~/events/tournaments/bracket/bracket";
import { findBracket } from "~/events/tournaments/bracket/bracket.queries.server";
import type { BracketInput } from "~/events/tournaments/bracket/bracket.schema";
import { actOnBracket } from "~/events/tournaments/bracket/bracket.server";
import type { enterTournament } from "~/events/tournaments/entries.server";
import type { BracketRule } from "~/events/tournaments/tournament";
import { saveTournament } from "~/events/tournaments/tournaments.server";
import type { Site } from "~/lib/site";
import { addRow, rowsOf } from "../../../support/rows-of";
import { enter, tournamentForm } from "../tournament-rows";

type Tools = Parameters<typeof saveTournament>[0] & Parameters<typeof enterTournament>[0] & Pick<Site, "db">;

/** Creates a bracket that viewers have entered, with a fee of 100 points and prizes of 500 and 200 for the first two. */
export async function createBracket(
	tools: Tools,
	admin: string,
	viewers: readonly string[],
	rule: Partial<BracketRule> = {},
): Promise<string> {
	const slotId = "wolf";
	if ((await rowsOf(tools.db, "slots")).length === 0) await addRow(tools.db, "slots", { id: slotId });
	const now = tools.now();
	const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
	const tournamentId = await saveTournament(tools, admin, {
		...tournamentForm(now, { fee: 100, opensAt: at(-1), closesAt: at(1), startsAt: at(1), endsAt: null }),
		rule: { kind: "bracket", size: 8, format: "bonus", spins: 50, draw: "replay", ...rule },
		prizes: [{ points: 500 }, { points: 200 }],
	});
	for (const id of viewers) await enter(tools, id, tournamentId, { fee: 100, slotId });
	return tournamentId;
}

/** A play in which the first side won, by default, with costs of 100 cents. */
export const play = (payoutA = 200, payoutB = 100) => ({ costA: 100, payoutA, costB: 100, payoutB });

/** The acts of an admin on a bracket, with the forms of the page as it is at the time. */
export function bracketActs(site: Parameters<typeof actOnBracket>[0], admin: string, tournamentId: string) {
	const read = async () => {
		const bracket = await findBracket(site.db, tournamentId);
		if (!bracket) throw new Error("no bracket");
		const step = bracket.steps.find(({ undoneAt }) => undoneAt === null);
		return { ...bracket, current: currentOf(bracket.matches), step };
	};
	const send = (input: BracketInput, as = admin) => actOnBracket(site, as, tournamentId, input);
	const act = async (intent: "draw" | "finish") => send({ intent, revision: (await read()).revision });
	const enterPlay = async (
		[round, number, at]: readonly [number, number, number],
		entered = play(),
		intent: "play" | "correct" = "play",
	) => send({ intent, revision: (await read()).revision, round, number, at, ...entered });
	return {
		...{ read, send, enterPlay },
		draw: () => act("draw"),
		finish: () => act("finish"),
		undo: async () => send({ intent: "undo", stepId: (await read()).step?.id ?? 0 }),
		/** Plays the current matches until the end. @returns the states on the way. */
		async playAll() {
			const states = [await read()];
			for (let { current } = await read(); current; { current } = await read()) {
				await enterPlay([current.round, current.number, current.plays.length]);
				states.push(await read());
			}
			return states;
		},
	};
}
