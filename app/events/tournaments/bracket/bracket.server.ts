/** The steps of a bracket. Each is one change of its plays or seats, from which the rest follows: see `bracket.ts`. */
import type { Trx } from "db/database";
import type { Tournaments } from "db/schema";
import type { Updateable } from "kysely";
import { announce, retract } from "~/announcements/announce.server";
import { type LoggedChange, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { settleTournament } from "../settlement.server";
import { updateTournament } from "../tournaments.queries.server";
import { matchAt, type Play, rankingOf, type StepBefore, withPlays } from "./bracket";
import {
	type Bracket,
	clearSeats,
	findBracket,
	insertStep,
	markUndone,
	storePlays,
	storeSeats,
} from "./bracket.queries.server";
import type { BracketInput } from "./bracket.schema";
import { drawSeats, hashOf } from "./seats";

type BracketSite = Pick<Site, "db" | "now" | "randomHex" | "tournamentsChanged"> &
	Parameters<typeof settleTournament>[0];
type PlayInput = Extract<BracketInput, { at: number }>;

/** What an act has changed besides the seats and plays, and its change-log fields. */
interface Change extends Pick<LoggedChange, "before" | "after"> {
	columns?: Updateable<Tournaments>;
	/** Undefined for what cannot be undone. */
	step?: StepBefore;
	/** Runs after the commit. */
	published?: () => void;
}

/**
 * Runs the act of a form of the page that manages a bracket, in one transaction with the step that undoes it and the change-log entry;
 * then logs and publishes it. Does nothing when it was already done. An admin who takes part decides nothing.
 * @throws {DomainError} `tournamentGone`, `tournamentOver`, `tournamentNotForAdmins`, `editConflict` for a form from before another
 * step, which may show other entries or another champion, and those of the act.
 */
export async function actOnBracket(
	site: BracketSite,
	adminId: string,
	tournamentId: string,
	input: BracketInput,
): Promise<void> {
	const action = `tournament.${input.intent}` as const;
	let published: (() => void) | undefined;
	await writeChange(site, adminId, {
		write: async (trx, now) => {
			const bracket = await findBracket(trx, tournamentId);
			if (!bracket) throw new DomainError("tournamentGone");
			if (isDone(bracket, input)) return undefined;
			if (bracket.state !== "open") throw new DomainError("tournamentOver");
			if (bracket.entrants.some(({ userId }) => userId === adminId))
				throw new DomainError("tournamentNotForAdmins");
			if ("revision" in input && input.revision !== bracket.revision) throw new DomainError("editConflict");
			const at = now.toISOString();
			const { columns, step, published: after, ...logged } = await act(site, trx, bracket, input, at);
			published = after;
			await updateTournament(trx, tournamentId, { ...columns, updated_at: at });
			if (step) {
				const row = { tournament_id: tournamentId, kind: input.intent, actor: adminId, created_at: at };
				await insertStep(trx, { ...row, before: JSON.stringify(step) });
			}
			return { action, subject: tournamentId, subjectName: bracket.title, ...logged };
		},
		published: () => {
			site.log.info({ event: "bracket-changed", change: action, tournamentId, adminId });
			published?.();
			site.tournamentsChanged();
		},
	});
}

function isDone({ seated, steps, state, matches }: Bracket, input: BracketInput): boolean {
	switch (input.intent) {
		case "draw":
			return state === "open" && seated.length > 0;
		case "undo":
			return steps.some(({ id, undoneAt }) => id === input.stepId && undoneAt !== null);
		case "finish":
			return state === "ended";
		default:
			return JSON.stringify(matchAt(matches, input)?.plays[input.at]) === JSON.stringify(playOf(input));
	}
}

function act(
	site: BracketSite,
	trx: Trx,
	bracket: Bracket,
	input: BracketInput,
	at: string,
): Promise<Change> {
	switch (input.intent) {
		case "draw":
			return draw(trx, bracket, at);
		case "undo":
			return undo(site, trx, bracket, input.stepId, at);
		case "finish":
			return finish(site, trx, bracket, at);
		default:
			return enterPlay(trx, bracket, input);
	}
}

/**
 * Draws the seats of the entries and so starts the bracket: from then on nobody enters or leaves and its rules are locked.
 * @throws {DomainError} `tournamentTooSmall`.
 */
async function draw(trx: Trx, bracket: Bracket, at: string): Promise<Change> {
	const { entrants, seed, createdAt, opensAt, closesAt, startsAt } = bracket;
	if (entrants.length < 2) throw new DomainError("tournamentTooSmall");
	const ids = entrants.map(({ id }) => id);
	await storeSeats(trx, drawSeats(seed, ids));
	await retract(trx, "tournament.opened", bracket.id);
	const about = { reference: bracket.id, data: { tournamentId: bracket.id }, at };
	await announce(trx, { type: "tournament.started", ...about });
	return {
		columns: {
			...(closesAt > at && { closes_at: at }),
			...(startsAt > at && { starts_at: at }),
			// An edit may have moved the opening to after the first entries.
			...(opensAt >= at && { opens_at: createdAt }),
		},
		step: { seed, closesAt, startsAt },
		after: { entries: entrants.length },
	};
}

const playOf = ({ costA, payoutA, costB, payoutB }: PlayInput): Play => [
	{ cost: costA, payout: payoutA },
	{ cost: costB, payout: payoutB },
];

const euros = ({ cost, payout }: Play[0]): string =>
	`${(cost / 100).toFixed(2)} → ${(payout / 100).toFixed(2)}`;

/** The change-log fields of a play: cost and payout of both in euros. */
const loggedPlay = ([one, other]: Play) => ({ first: euros(one), second: euros(other) });

/**
 * Enters the next play of a match, or corrects one.
 * @throws {DomainError} `editConflict` for the next play of a decided match and any other that is missing, and as {@link withPlays}.
 */
async function enterPlay(trx: Trx, { id, ...bracket }: Bracket, input: PlayInput): Promise<Change> {
	const { intent, round, number, at } = input;
	const { plays = [], winner = null } = matchAt(bracket.matches, input) ?? {};
	const before = plays[at];
	const isNext = at === plays.length && winner === null;
	if (intent === "play" ? !isNext : !before) throw new DomainError("editConflict");
	const play = playOf(input);
	await storePlays(trx, id, withPlays(bracket, { round, number, plays: plays.toSpliced(at, 1, play) }));
	return {
		step: { round, number, plays },
		before: before && loggedPlay(before),
		after: { round, match: number, play: at + 1, ...loggedPlay(play) },
	};
}

/**
 * Undoes the last step. That of the draw opens the entries again as before, with a new seed, because the old one is known; the page
 * keeps showing the draw that was undone.
 * @throws {DomainError} `stepNotLast` when it does not exist or is no longer the last step, and as {@link withPlays}.
 */
async function undo(
	site: BracketSite,
	trx: Trx,
	bracket: Bracket,
	stepId: number,
	at: string,
): Promise<Change> {
	const step = bracket.steps.find(({ undoneAt }) => undoneAt === null);
	if (step?.id !== stepId) throw new DomainError("stepNotLast");
	await markUndone(trx, stepId, at);
	const { kind, before } = step;
	const after = { step: `tournament.${kind}` };
	if ("plays" in before) {
		await storePlays(trx, bracket.id, withPlays(bracket, before));
		return { after: { ...after, round: before.round, match: before.number } };
	}
	await clearSeats(trx, bracket.id);
	const seed = site.randomHex(32);
	const times = { closes_at: before.closesAt, starts_at: before.startsAt };
	return { columns: { ...times, seat_seed: seed, seat_seed_hash: hashOf(seed) }, after };
}

/**
 * Ends a bracket after its final and pays the prizes, in the order of {@link rankingOf}. Nothing can be undone from then on.
 * @throws {DomainError} `bracketNotDecided`.
 */
async function finish(site: BracketSite, trx: Trx, bracket: Bracket, at: string): Promise<Change> {
	const ranking = rankingOf(bracket.matches);
	if (ranking.length === 0) throw new DomainError("bracketNotDecided");
	const { first = "", after } = await settleTournament(site, trx, bracket, ranking, new Date(at));
	return { published: after, after: { winner: first } };
}
