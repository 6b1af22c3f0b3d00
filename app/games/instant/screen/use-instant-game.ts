import type { FetcherWithComponents } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Language } from "~/i18n/languages";
import type { ErrorCode } from "~/i18n/messages";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import type { FieldAnswer } from "~/ui/field";
import { useEarlyEffect } from "~/ui/use-early-effect";
import type { AutoControl } from "../../auto-play/auto-play-panel";
import { DEMO_WALLET } from "../../wallet";
import { type Bet, costOf, type Round, type Totals } from "../rules";

/** The loaded data of an instant game: see `loadInstantGame`. */
export interface InstantPage<Input extends Bet> {
	language: Language;
	/** The wallet that pays: see `walletOf`. */
	wallet: string;
	/** In points. */
	balance: number;
	/** Of the next play. */
	idempotencyKey: string;
	lastRound: Round<Input> | undefined;
	totals: Totals;
	/** The bet that the page opens with. */
	bet: Input;
	maxBet?: number | undefined;
}

export type Answer<Input extends Bet> =
	| { ok: true; round?: Round<Input>; balance?: number }
	| ({ ok: false; code: ErrorCode } & FieldAnswer);

export interface InstantProps<Input extends Bet> {
	page: InstantPage<Input>;
	fetcher: FetcherWithComponents<Answer<Input>>;
	/** The answer to the last form of this page, sent with scripts or without. */
	answer: Answer<Input> | undefined;
	/** Another dialog is open over this one and receives the keys. */
	covered: boolean;
}

/** A round on the stage. */
export interface ShownRound<Input extends Bet> {
	round: Round<Input>;
	/** Its outcome is still animated. */
	isPlaying: boolean;
}

const payoutsOf = (rounds: readonly Round[]): number => rounds.reduce((sum, { payout }) => sum + payout, 0);

/**
 * What the page shows of a player and of the rounds that are played. A settled round is applied to the loaded data once, and
 * animated until `end`: till then the balance and the totals are without its payout. It decides nothing; unmounting shows
 * the settled balance.
 * @param maxPlaying draws that are animated at the same time.
 */
export function useInstantGame<Input extends Bet>(
	{
		page: loaded,
		fetcher: { data: answered, state, formData },
	}: Pick<InstantProps<Input>, "page"> & {
		fetcher: Pick<InstantProps<Input>["fetcher"], "data" | "state" | "formData">;
	},
	maxPlaying = 1,
) {
	const { points, isHeld, hold, release, settle } = useDisplayedBalance();
	const idle = state === "idle";
	const [page, setPage] = useState(loaded);
	useEarlyEffect(() => setPage(loaded), [loaded]);
	const [shown, setShown] = useState<readonly ShownRound<Input>[]>([]);
	const playing = useMemo(
		() => shown.filter(({ isPlaying }) => isPlaying).map(({ round }) => round),
		[shown],
	);
	const [auto, setAuto] = useState<AutoControl>();
	const playedId = useRef<string>();
	/** Of the bet that is sent. */
	const cost = useRef(0);
	const before = useRef({ answered, idle });
	// One effect: the answer and the end of its request may come in the same render. Early: until then the button is
	// enabled, and a press would be lost. A form that fails at once may end before a render has shown that it is sent.
	useEarlyEffect(() => {
		const isOver = answered !== before.current.answered || (idle && !before.current.idle);
		before.current = { answered, idle };
		if (isOver) cost.current = 0;
		const { round, balance } = answered?.ok ? answered : {};
		if (round && balance !== undefined && round.id !== playedId.current) {
			playedId.current = round.id;
			setPage((known) => withRound(known, round, balance));
			settle(balance);
			hold(balance - payoutsOf([...playing, round]));
			setShown((known) => [
				...(known.some(({ isPlaying }) => isPlaying) ? known : []),
				{ round, isPlaying: true },
			]);
		} else if (playing.length > 0 || cost.current > 0) {
			hold(page.balance - payoutsOf(playing) - cost.current);
		} else if (idle) {
			release();
		}
	}, [answered, idle, playing, page.balance, hold, settle, release]);
	useEffect(() => release, [release]);

	const { lastRound } = page;
	const latest = playing.at(-1);
	const totals = useMemo(
		() =>
			lastRound && lastRound.id === latest?.id
				? playing.reduce((sum, round) => addRound(sum, round, -1), page.totals)
				: page.totals,
		[page.totals, lastRound, playing, latest],
	);
	/** The displayed balance of the site, which also other pages and the team change; a visitor's is in the page. */
	const balance = points ?? page.balance;
	const isOnStage = latest !== undefined || shown.at(-1)?.round.id === lastRound?.id;
	return {
		page,
		/** The rounds whose outcome is animated, oldest first. */
		playing,
		/** The newest of them, else the last round. */
		round: latest ?? lastRound,
		/** The rounds since the stage stood still, oldest first; else the last one. */
		run: isOnStage ? shown : lastRound ? [{ round: lastRound, isPlaying: false }] : [],
		/** Shows the outcome of a round. */
		end: useCallback(
			(id: string) =>
				setShown((known) => known.map((one) => (one.round.id === id ? { ...one, isPlaying: false } : one))),
			[],
		),
		/** The last round that has come to the stage since the page was opened. */
		lastShownId: shown.at(-1)?.round.id,
		isSending: !idle && formData?.get("intent") === "play",
		/** A form is sent: no bet can be placed. */
		isWaiting: !idle,
		/** The automatic play; undefined before it and after another bet. */
		auto,
		setAuto,
		maxPlaying,
		/** Draws that are animated. */
		draws: playing.reduce((sum, { outcome }) => sum + outcome.length, 0),
		isDemo: page.wallet === DEMO_WALLET,
		balance,
		totals,
		/** The most that a bet may cost: the balance, or a lower maximum bet. */
		limit: Math.min(balance, page.maxBet ?? balance),
		/** Displays the balance without a cost, from the click until the server has answered. */
		holdCost(amount: number) {
			cost.current = amount;
			if (!isHeld) setPage((known) => ({ ...known, balance }));
			// Not from what is displayed, so that a second press before the request begins changes nothing.
			hold((isHeld ? page.balance - payoutsOf(playing) : balance) - amount);
		},
	};
}

/** What {@link useInstantGame} returns, without the options of the bet. */
export type InstantGameState<Input extends Bet> = ReturnType<typeof useInstantGame<Input>>;

/** The round's id becomes the next idempotency key: it is unique, and the same if the answer is repeated. */
function withRound<Input extends Bet>(
	page: InstantPage<Input>,
	round: Round<Input>,
	balance: number,
): InstantPage<Input> {
	if (page.lastRound?.id === round.id) return page;
	const totals = addRound(page.totals, round, 1);
	return { ...page, balance, idempotencyKey: round.id, lastRound: round, totals };
}

/** The totals with a round added (`sign` 1) or subtracted (-1). */
const addRound = (totals: Totals, round: Round, sign: 1 | -1): Totals => ({
	staked: totals.staked + sign * costOf(round),
	won: totals.won + sign * round.payout,
	draws: totals.draws + sign * round.outcome.length,
});

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
