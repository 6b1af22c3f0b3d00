import type { FetcherWithComponents } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import type { ErrorCode } from "~/i18n/messages";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { useRestriction } from "../../limits/restriction";
import { DEMO_WALLET } from "../../wallet";
import { type Bet, costOf, type Round, type Totals } from "../rules";

/** What the page shows of the player. */
export interface Player<Input extends Bet = Bet> {
	/** The wallet that pays: see `walletOf`. */
	wallet: string;
	/** In points. */
	balance: number;
	/** Of the next play. */
	idempotencyKey: string;
	lastRound: Round<Input> | undefined;
	totals: Totals;
}

/** The loaded data of an instant game: see `loadInstantGame`. */
export interface InstantPage<Input extends Bet> extends Player<Input> {
	language: Language;
	/** The bet that the page opens with. */
	bet: Input;
	maxBet?: number | undefined;
}

/** A settled round and the balance after it. */
export interface Settled<Input extends Bet = Bet> {
	round: Round<Input>;
	balance: number;
}

/** What has become of the forms that this page has sent. */
export interface Sent<Input extends Bet = Bet> {
	/** The answer to the last one. */
	answered: unknown;
	/** What that answer has settled; undefined if it was refused. */
	settled: Settled<Input> | undefined;
	/** No form is being sent. A form that fails at once may end before a render has shown that it is sent. */
	idle: boolean;
}

export type Answer<Input extends Bet> =
	| { ok: true; round?: Round<Input>; balance?: number }
	| {
			ok: false;
			code: ErrorCode;
			message?: string;
			fieldErrors?: Record<string, string>;
			typed?: Record<string, unknown>;
	  };

export interface InstantProps<Input extends Bet> {
	page: InstantPage<Input>;
	fetcher: FetcherWithComponents<Answer<Input>>;
	/** The answer to the last form of this page, sent with scripts or without. */
	answer: Answer<Input> | undefined;
	/** Another dialog is open over this one and receives the keys. */
	covered: boolean;
}

/**
 * The current data of the player: the loaded data with the settled round applied. A reload replaces it; the same round is
 * applied once.
 */
export function usePlayer<Loaded extends Player>(loaded: Loaded, settled: Settled | undefined): Loaded {
	const [current, setCurrent] = useState(loaded);
	useEarlyEffect(() => setCurrent(loaded), [loaded]);
	useEarlyEffect(() => {
		if (settled) setCurrent((page) => withRound(page, settled));
	}, [settled]);
	return current;
}

/** The round's id becomes the next idempotency key: it is unique, and the same if the answer is repeated. */
function withRound<Loaded extends Player>(page: Loaded, { round, balance }: Settled): Loaded {
	if (page.lastRound?.id === round.id) return page;
	return {
		...page,
		balance,
		idempotencyKey: round.id,
		lastRound: round,
		totals: addRound(page.totals, round, 1),
	};
}

/**
 * The balance and the totals to show: without the payout of a round whose outcome is still animated.
 * @param displayed the displayed balance of the site, which also other pages and the team change; without points for a
 *   visitor.
 */
export const shownOf = (
	page: Player,
	playing: Round | undefined,
	displayed: { points: number | undefined },
): Pick<Player, "balance" | "totals"> => ({
	balance: displayed.points ?? page.balance,
	totals: playing && page.lastRound?.id === playing.id ? addRound(page.totals, playing, -1) : page.totals,
});

/** The totals with a round added (`sign` 1) or subtracted (-1). */
const addRound = (totals: Totals, round: Round, sign: 1 | -1): Totals => ({
	staked: totals.staked + sign * costOf(round),
	won: totals.won + sign * round.payout,
	draws: totals.draws + sign * round.outcome.length,
});

/**
 * The round whose outcome is animated: until `end`, the displayed balance is without its payout. It decides nothing;
 * unmounting shows the settled balance.
 * @param onStart called when a round starts to be animated.
 */
export function usePlaying<Input extends Bet>({ answered, settled, idle }: Sent<Input>, onStart: () => void) {
	const { hold, release, settle } = useDisplayedBalance();
	const [playing, setPlaying] = useState<Round<Input>>();
	const playedId = useRef<string>();
	// One effect: the answer and the end of its request may come in the same render. Early: until then the button is
	// enabled, and a press would be lost.
	useEarlyEffect(() => {
		if (settled && settled.round.id !== playedId.current) {
			playedId.current = settled.round.id;
			settle(settled.balance);
			hold(settled.balance - settled.round.payout);
			setPlaying(settled.round);
			onStart();
		} else if (idle && !playing) {
			release();
		}
	}, [answered, settled, idle, playing, hold, settle, release, onStart]);
	useEffect(() => release, [release]);
	return { playing, end: useCallback(() => setPlaying(undefined), []) };
}

/** The state of an instant game's page that does not depend on what its stage shows. */
export function useInstantPage<Input extends Bet>({ page: loaded, fetcher, answer }: InstantProps<Input>) {
	const { t } = useTranslation();
	const answered = fetcher.data;
	const settled = useMemo(
		() =>
			answered?.ok && answered.round && answered.balance !== undefined
				? { round: answered.round, balance: answered.balance }
				: undefined,
		[answered],
	);
	const page = usePlayer(loaded, settled);
	const idle = fetcher.state === "idle";
	const isRestricted = useRestriction() !== undefined;
	return {
		page,
		sent: { answered, settled, idle },
		idle,
		isRestricted,
		isSending: !idle && fetcher.formData?.get("intent") === "play",
		isDemo: page.wallet === DEMO_WALLET,
		error: answer && !answer.ok ? refusalOf(answer, (code) => t(`errors.${code}`)) : undefined,
	};
}

/** What the player can spend while `playing` is animated, and what the page shows of it. */
export function useShownPlayer<Input extends Bet>(
	page: Player<Input> & { maxBet?: number | undefined },
	playing: Round | undefined,
) {
	const { points, isHeld, hold } = useDisplayedBalance();
	const shown = useMemo(() => shownOf(page, playing, { points }), [page, playing, points]);
	const spendable = isHeld ? page.balance : shown.balance;
	return {
		...shown,
		spendable,
		/** The most that a bet may cost: the balance, or a lower maximum bet. */
		limit: Math.min(spendable, page.maxBet ?? spendable),
		/** Displays the balance without a cost, from the click until the server has answered. */
		holdCost: useCallback((cost: number) => hold(spendable - cost), [hold, spendable]),
	};
}

/** The error of the first invalid field is more specific than the general error. */
function refusalOf<Input extends Bet>(
	answer: Extract<Answer<Input>, { ok: false }>,
	messageOf: (code: ErrorCode) => string,
): string {
	const [fieldError] = Object.values(answer.fieldErrors ?? {});
	return fieldError ?? answer.message ?? messageOf(answer.code);
}

/**
 * An option of the bet. Keeps the typed value after a refusal without scripts, and the played one after a round. A later
 * change of the loaded value replaces it.
 */
export function useOption<Input extends Bet, Name extends keyof Input & string>(
	name: Name,
	{ page, answer }: Pick<InstantProps<Input>, "page" | "answer">,
	isValue: (value: unknown) => value is Input[Name] = (value): value is Input[Name] =>
		Number.isInteger(value) && Number(value) > 0,
) {
	const given = page.bet[name];
	const raw = answer && !answer.ok ? answer.typed?.[name] : undefined;
	const typed = typeof given === "number" ? Number(raw ?? Number.NaN) : raw;
	const played = answer?.ok ? answer.round?.input[name] : undefined;
	const [value, setValue] = useState<Input[Name]>(isValue(typed) ? typed : (played ?? given));
	const before = useRef(given);
	useEffect(() => {
		if (before.current !== given) setValue(given);
		before.current = given;
	}, [given]);
	return [value, setValue] as const;
}
