import type { TFunction } from "i18next";
import { z } from "zod";
import { fieldError, idempotencyKey } from "~/forms/form-fields.schema";
import type { Language } from "~/i18n/languages";
import { inBatches } from "~/lib/batches.server";
import type { Config } from "~/lib/config.server";
import type { Game } from "../game";
import type { RULES } from "../rules";
import { instantInvariants } from "./instant.audit.server";
import { endedRounds, findRoundsAfter, type OwnRound } from "./rounds.queries.server";
import type { Bet, InstantRules, Round } from "./rules";

interface Texts<Input extends Bet> {
	/** What happened in a round, such as `10 balls`. */
	result(t: TFunction, round: Pick<Round<Input>, "input" | "outcome">, language: Language): string;
	/** The name of a drawn value, such as `Slot`; also the heading of the names in the table of chances. */
	value(t: TFunction): string;
	/** How a drawn number becomes a value, for the formula. */
	formula(t: TFunction): string[];
	/** The parts of the info dialog. */
	rules(
		t: TFunction,
		language: Language,
	): Record<"howTo" | "objective" | "fair" | "rtp" | "conditions", string>;
}

interface Declaration<Input extends Bet>
	extends Pick<Game, "maxBet" | "winName" | "nameInLists" | "opensWith"> {
	card: { id: keyof typeof RULES; minBet: number; maxWin: number };
	rules: InstantRules<Input>;
	/** The form fields of a bet beside the stake. */
	fields: z.ZodRawShape;
	entryName(t: TFunction): string;
	/** The most that a bet of at most this many points can pay. */
	maxPayout?(maxBet: number): number;
	/** For how long the stage shows a number of draws, in ms: a big win is announced after it. */
	animationMs(draws: number): number;
	/** Checks what the fields alone cannot. @throws {DomainError} */
	checkBet?(input: Input): void;
	texts: Texts<Input>;
}

/** The form of a game: a bet of an account, or new demo points. */
export type InstantForm<Input extends Bet> =
	| { intent: "refill" }
	| ({ intent: "play"; idempotencyKey: string; wallet?: string | undefined } & Input);

export interface InstantGame<Input extends Bet = Bet>
	extends Game,
		Pick<Declaration<Input>, "rules" | "checkBet" | "texts" | "animationMs"> {
	card: Game["card"] & Declaration<Input>["card"];
	/** Validates a bet. */
	bet: z.ZodType<Input>;
	schema: z.ZodType<InstantForm<Input>, z.ZodTypeDef, unknown>;
	/** Undefined without a maximum bet. */
	maxBetIn(config: Partial<Config>): number | undefined;
}

/**
 * Declares a game whose round is drawn from the player's seeds and paid in one request. It gets play, demo, limits,
 * idempotent repeats, history, statement, export, audit, verifier, info dialog and fairness page.
 */
export function defineInstantGame<Input extends Bet>(declared: Declaration<Input>): InstantGame<Input> {
	const { card, rules, fields, texts, maxBet, maxPayout, ...rest } = declared;
	const { id } = card;
	const verifier = id === "plinko" ? "/fairness" : `/fairness/${id}`;
	const roundPath = (roundId: string) => `${verifier}?round=${encodeURIComponent(roundId)}`;
	const offered = (stake: number) => rules.stakes.includes(stake);
	const bet = z.object({
		stake: z.number(fieldError("stakeNotOffered")).refine(offered, fieldError("stakeNotOffered")),
		...fields,
	});
	// From the form: the wallet rejects a stake from another account than the one the page showed.
	const play = bet.extend({ intent: z.literal("play"), idempotencyKey, wallet: z.string().optional() });
	const checked = bet as unknown as z.ZodType<Input>;
	return {
		...rest,
		rules,
		texts,
		maxBet,
		card: { ...card, kind: "singleplayer", path: `/mini-games/${id}` },
		maxPayout: maxPayout ?? (() => card.maxWin),
		maxBetIn: (config) => (maxBet ? config[maxBet] : undefined),
		bet: checked,
		schema: z.discriminatedUnion("intent", [
			play,
			z.object({ intent: z.literal("refill") }),
		]) as unknown as InstantGame<Input>["schema"],
		reasonPrefix: id,
		entryPath: roundPath,
		verifier: {
			path: verifier,
			label: (t) => (id === "plinko" ? t("fairness.seedsPage") : declared.entryName(t)),
		},
		readOwnRounds: (db, userId) => ({
			[`${id}Rounds`]: parsed(
				inBatches<OwnRound>((last, limit) => findRoundsAfter(db, id, userId, last, limit)),
			),
		}),
		history: {
			endedRounds: (db) => endedRounds(db, id),
			resultText: (t, { input = "", outcome = "" }, language) =>
				texts.result(t, { input: JSON.parse(input), outcome: JSON.parse(outcome) }, language),
			verifierPath: ({ round_id }) => roundPath(round_id),
		},
		invariants: instantInvariants({ id, rules, bet: checked }),
	};
}

async function* parsed(batches: AsyncIterable<OwnRound[]>) {
	for await (const rows of batches) {
		yield rows.map(({ input, outcome, ...row }) => ({
			...row,
			input: JSON.parse(input),
			outcome: JSON.parse(outcome),
		}));
	}
}
