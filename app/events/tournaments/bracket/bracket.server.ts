/** The steps of a bracket. Each is one change of its plays or seats, from which the rest follows: see `bracket.ts`. */
import type { Trx } from "db/database";
import type { Tournaments } from "db/schema";
import type { Updateable } from "kysely";
import type { Fields } from "~/change-log/admin-changes.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { settleTournament } from "../settlement.server";
import type { BracketRule, Tournament } from "../tournament";
import { findTournament, updateTournament } from "../tournaments.queries.server";
import { type Match, type Play, playBracket, rankingOf, withPlays } from "./bracket";
import {
	type BracketState,
	findBracket,
	findSeed,
	findSteps,
	insertStep,
	markUndone,
	storeMatches,
	storeSeats,
} from "./bracket.queries.server";
import type { BracketInput } from "./bracket.schema";
import { drawSeats, hashOf } from "./seats";

export type BracketSite = Pick<Site, "db" | "now" | "log" | "randomHex" | "tournamentsChanged">;
type FinishSite = BracketSite & Parameters<typeof settleTournament>[0];

/** What a step has changed, stored to undo it. */
export type StepBefore =
	/** The draw: its seed, which is public from then on, its result, and the times until then. */
	| { seed: string; seated: string[]; closesAt: string; startsAt: string }
	/** A play that was entered or corrected. */
	| { round: number; number: number; plays: readonly Play[] };

export type StepKind = "draw" | "play" | "correct";

type State = BracketState & { tournament: Tournament; rule: BracketRule };

interface Change extends Partial<Pick<BracketState, "seated" | "matches">> {
	columns?: Updateable<Tournaments>;
	/** Undefined for what cannot be undone. */
	step?: StepBefore;
	/** Runs after the commit. */
	after?: () => void;
	log: { before?: Fields | undefined; after?: Fields };
}

interface OfBracket {
	tournamentId: string;
}

/** Of a form: the bracket, and the tournament's revision with which the form was rendered. */
interface OfForm extends OfBracket {
	revision: number;
}

/**
 * Changes a bracket in one transaction, together with the step that undoes the change and the change-log entry; then logs and
 * publishes it. An admin who takes part decides nothing.
 * @param revision of the form. A form from before another step may show other entries or another champion.
 * @param change returns what differs; undefined when the change was already made.
 * @throws {DomainError} `tournamentGone`, `tournamentOver`, `tournamentNotForAdmins`, `editConflict`, and what `change` throws.
 */
async function changeBracket(
	site: BracketSite,
	adminId: string,
	{
		action,
		tournamentId,
		revision,
	}: { action: `tournament.${StepKind | "undo" | "finish"}`; tournamentId: string; revision?: number },
	change: (state: State, at: string, trx: Trx) => Change | undefined | Promise<Change | undefined>,
): Promise<void> {
	let after: (() => void) | undefined;
	await writeChange(site, adminId, {
		write: async (trx, now) => {
			const at = now.toISOString();
			const tournament = await findTournament(trx, tournamentId);
			if (tournament?.rule.kind !== "bracket") throw new DomainError("tournamentGone");
			if (action === "tournament.finish" && tournament.state === "ended") return undefined;
			if (tournament.state !== "open") throw new DomainError("tournamentOver");
			const { rule } = tournament;
			const before = await findBracket(trx, tournamentId, rule);
			if (before.entrants.some(({ userId }) => userId === adminId))
				throw new DomainError("tournamentNotForAdmins");
			const changed = await change({ ...before, tournament, rule }, at, trx);
			if (!changed) return undefined;
			if (revision !== undefined && revision !== tournament.revision) throw new DomainError("editConflict");
			after = changed.after;
			const { seated, matches, columns = {}, step, log } = changed;
			if (seated) await storeSeats(trx, tournamentId, seated);
			if (matches) await storeMatches(trx, tournamentId, before.matches, matches);
			await updateTournament(trx, tournamentId, { ...columns, updated_at: at });
			if (step) {
				const kind = action.replace("tournament.", "");
				const row = { tournament_id: tournamentId, kind, actor: adminId, created_at: at };
				await insertStep(trx, { ...row, before: JSON.stringify(step) });
			}
			return { action, subject: tournamentId, subjectName: tournament.title, ...log };
		},
		published: (subject) => {
			site.log.info({ event: "bracket-changed", change: action, tournamentId: subject, adminId });
			after?.();
			site.tournamentsChanged();
		},
	});
}

const earlierOf = (one: string, other: string): string => (one < other ? one : other);

/**
 * Draws the seats of the entries and so starts the bracket: from then on nobody enters or leaves and its rules are locked.
 * Does nothing when they are drawn.
 * @throws {DomainError} `tournamentTooSmall`, and as {@link changeBracket}.
 */
export const drawBracket = (site: BracketSite, adminId: string, form: OfForm): Promise<void> =>
	changeBracket(
		site,
		adminId,
		{ action: "tournament.draw", ...form },
		async ({ tournament, rule, ...state }, at, trx) => {
			if (state.seated.length > 0) return undefined;
			if (state.entrants.length < 2) throw new DomainError("tournamentTooSmall");
			const { id, opensAt, closesAt, startsAt } = tournament;
			const { seed } = await findSeed(trx, id);
			if (seed === null) throw new Error(`bracket ${id} has no seed`);
			const seated = drawSeats(
				seed,
				state.entrants.map(({ id }) => id),
			);
			return {
				...{ seated, matches: playBracket(rule, seated, () => []) },
				columns: {
					closes_at: earlierOf(closesAt, at),
					starts_at: earlierOf(startsAt, at),
					// An edit may have moved the opening to after the first entries.
					...(opensAt >= at && { opens_at: tournament.createdAt }),
				},
				step: { seed, seated, closesAt, startsAt },
				log: { after: { entries: seated.length } },
			};
		},
	);

/** A form with a play of a match. */
export interface PlayInput extends OfForm {
	round: number;
	number: number;
	/** The place of the play in the match, from 0. */
	at: number;
	play: Play;
}

const matchOf = ({ matches }: State, { round, number }: Pick<PlayInput, "round" | "number">): Match => {
	const match = matches.find((one) => one.round === round && one.number === number);
	if (!match) throw new DomainError("matchNotReady");
	return match;
};

/** The change by which a match has other plays. */
function changeOfPlays(state: State, { round, number, at, play }: PlayInput, plays: readonly Play[]): Change {
	const match = matchOf(state, { round, number });
	const [before, after] = [match.plays[at], play].map((one) => one && loggedPlay(one));
	return {
		matches: withPlays(state.rule, state.seated, state.matches, { round, number, plays }),
		step: { round, number, plays: match.plays },
		log: { before, after: { round, match: number, play: at + 1, ...after } },
	};
}

const euros = ({ cost, payout }: Play[0]): string =>
	`${(cost / 100).toFixed(2)} → ${(payout / 100).toFixed(2)}`;

/** The change-log fields of a play: cost and payout of both in euros. */
const loggedPlay = ([one, other]: Play): Fields => ({ first: euros(one), second: euros(other) });

const isSame = (one: Play | undefined, other: Play): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Enters the next play of a match. Does nothing when it is already entered with these amounts.
 * @throws {DomainError} `editConflict`, also when it has others or the match is decided, and as {@link changeBracket} and
 * {@link withPlays}.
 */
export const enterPlay = (site: BracketSite, adminId: string, input: PlayInput): Promise<void> =>
	changeBracket(site, adminId, { ...input, action: "tournament.play" }, (state) => {
		const { plays, winner } = matchOf(state, input);
		if (isSame(plays[input.at], input.play)) return undefined;
		if (plays.length !== input.at || winner !== null) throw new DomainError("editConflict");
		return changeOfPlays(state, input, [...plays, input.play]);
	});

/**
 * Corrects a play that was entered. Does nothing when it has these amounts.
 * @throws {DomainError} as {@link enterPlay}.
 */
export const correctPlay = (site: BracketSite, adminId: string, input: PlayInput): Promise<void> =>
	changeBracket(site, adminId, { ...input, action: "tournament.correct" }, (state) => {
		const { plays } = matchOf(state, input);
		if (isSame(plays[input.at], input.play)) return undefined;
		if (!plays[input.at]) throw new DomainError("editConflict");
		return changeOfPlays(state, input, plays.with(input.at, input.play));
	});

/**
 * Undoes the last step. That of the draw opens the entries again as before, with a new seed, because the old one is known; the page
 * keeps showing the draw that was undone. Does nothing when the step was already undone.
 * @throws {DomainError} `stepNotLast` when it does not exist or is no longer the last step, and as {@link changeBracket}.
 */
export const undoBracketStep = (
	site: BracketSite,
	adminId: string,
	{ tournamentId, stepId }: OfBracket & { stepId: number },
): Promise<void> =>
	changeBracket(site, adminId, { action: "tournament.undo", tournamentId }, async (state, at, trx) => {
		const steps = await findSteps(trx, tournamentId);
		const step = steps.find(({ id }) => id === stepId);
		if (step && step.undone_at !== null) return undefined;
		if (!step || steps.find(({ undone_at }) => undone_at === null)?.id !== stepId) {
			throw new DomainError("stepNotLast");
		}
		await markUndone(trx, stepId, at);
		const before = JSON.parse(step.before) as StepBefore;
		if ("plays" in before) {
			const { round, number } = before;
			const matches = withPlays(state.rule, state.seated, state.matches, before);
			return { matches, log: { after: { step: `tournament.${step.kind}`, round, match: number } as Fields } };
		}
		const seed = site.randomHex(32);
		const times = { closes_at: before.closesAt, starts_at: before.startsAt };
		return {
			...{ seated: [], matches: [] },
			columns: { ...times, seat_seed: seed, seat_seed_hash: hashOf(seed) },
			log: { after: { step: `tournament.${step.kind}` } as Fields },
		};
	});

/**
 * Ends a bracket after its final and pays the prizes, in the order of {@link rankingOf}. Nothing can be undone
 * from then on. Does nothing when it has ended.
 * @throws {DomainError} `bracketNotDecided`, and as {@link changeBracket}.
 */
export const finishBracket = (site: FinishSite, adminId: string, form: OfForm): Promise<void> =>
	changeBracket(
		site,
		adminId,
		{ action: "tournament.finish", ...form },
		async ({ tournament, matches }, at, trx) => {
			const ranking = rankingOf(matches);
			if (ranking.length === 0) throw new DomainError("bracketNotDecided");
			const { first = "", after } = await settleTournament(site, trx, tournament, ranking, new Date(at));
			return { after, log: { after: { winner: first } } };
		},
	);

/** Runs the use case of a form of the page that manages a bracket. */
export function actOnBracket(
	site: FinishSite,
	adminId: string,
	tournamentId: string,
	input: BracketInput,
): Promise<void> {
	switch (input.intent) {
		case "draw":
			return drawBracket(site, adminId, { ...input, tournamentId });
		case "play":
			return enterPlay(site, adminId, { ...input, tournamentId });
		case "correct":
			return correctPlay(site, adminId, { ...input, tournamentId });
		case "undo":
			return undoBracketStep(site, adminId, { ...input, tournamentId });
		case "finish":
			return finishBracket(site, adminId, { ...input, tournamentId });
	}
}
