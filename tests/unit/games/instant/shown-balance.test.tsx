/** What the page of an instant game and the header show while the outcome of a round is animated. */
import { useMemo } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Round } from "~/games/instant/rules";
import { type InstantPage, type InstantProps, useInstantGame } from "~/games/instant/screen/use-instant-game";
import { useDisplayedLeft } from "~/games/limits/restriction";
import type { PlinkoBet } from "~/games/plinko/plinko";
import { DisplayedBalanceProvider, useDisplayedBalance } from "~/ui/displayed-balance";
import { runHooks } from "../../../support/run-hooks";

type Page = InstantPage<PlinkoBet>;

interface Props {
	page: Page;
	/** The data of the root loader. */
	root: { viewer: { points: number; readAt: number } };
	/** Whether the event stream is open. */
	isLive: boolean;
	idle: boolean;
	settled?: { round: Round<PlinkoBet>; balance: number };
	/** By default what is settled. */
	answered?: unknown;
	isClosed?: boolean;
	/** What the daily limit leaves. */
	lossLeft?: number;
}

/** Draws that are animated at the same time. */
const MAX_PLAYING = 4;

const ROUND = { id: "round", input: { stake: 50, balls: 2 }, outcome: [3, 3], payout: 300 };
/** Another game has spent 50 points before the round. */
const SETTLED = { round: ROUND, balance: 1150 };
const PAGE: Page = {
	...{
		language: "en",
		bet: { stake: 50, balls: 2 },
		wallet: "ana",
		balance: 1000,
		idempotencyKey: "key",
		lastRound: undefined,
	},
	totals: { staked: 0, won: 0, draws: 0 },
};
const PAID: Page = {
	...{ ...PAGE, balance: 1150, lastRound: ROUND },
	totals: { staked: 100, won: 300, draws: 2 },
};
const LOADED = { page: PAGE, root: { viewer: { points: 1000, readAt: 1 } } };
const RELOADED = { page: PAID, root: { viewer: { points: 1150, readAt: 3 } } };

const shownAs = (points: number, { totals }: Page) => ({ header: points, balance: points, totals });

/** The points of the header in all renders. */
const headers: (number | undefined)[] = [];
function Header() {
	headers.push(useDisplayedBalance().points);
	return null;
}

const start = () =>
	runHooks(
		({ page, settled, answered = settled, idle, lossLeft = 500 }: Props) => {
			const data = useMemo(() => answered && { ok: true, ...answered }, [answered]);
			const fetcher = { data, state: idle ? "idle" : "submitting", formData: undefined };
			const { balance, totals, holdCost, end } = useInstantGame(
				{ page, fetcher } as InstantProps<PlinkoBet>,
				MAX_PLAYING,
			);
			const { update } = useDisplayedBalance();
			return { shown: { balance, totals }, end, holdCost, update, left: useDisplayedLeft(lossLeft) };
		},
		(game, { root, isLive, isClosed }) => (
			<DisplayedBalanceProvider isLive={isLive} page={root}>
				<Header />
				{isClosed ? null : game}
			</DisplayedBalanceProvider>
		),
	);
let hooks: Awaited<ReturnType<typeof start>>;
const shown = () => ({ header: headers.at(-1), ...hooks.current().shown });

beforeEach(async () => {
	hooks = await start();
});
afterEach(() => {
	hooks.unmount();
	vi.unstubAllGlobals();
});

it.each([true, false])(
	"the payout is shown when the balls have landed, with an open stream: %s",
	(isLive) => {
		const waiting = { ...LOADED, isLive };
		hooks.render({ ...waiting, idle: true });
		expect(shown()).toEqual(shownAs(1000, PAGE));
		hooks.act(() => hooks.current().holdCost(100));
		hooks.render({ ...waiting, idle: false });
		expect(shown()).toEqual(shownAs(900, PAGE));

		headers.length = 0;
		hooks.render({ ...waiting, idle: false, settled: SETTLED });
		hooks.render({ ...waiting, idle: true, settled: SETTLED });
		expect(shown(), "after the answer").toEqual(shownAs(850, PAGE));
		hooks.act(() => hooks.current().update({ points: 1150, at: 2 }));
		hooks.render({ ...RELOADED, isLive, idle: true, settled: SETTLED });
		expect(shown(), "after the event and the reload").toEqual(shownAs(850, PAGE));
		expect(new Set(headers)).toEqual(new Set([900, 850]));

		hooks.act(() => hooks.current().end(ROUND.id));
		expect(shown()).toEqual(shownAs(1150, PAID));
		hooks.render({ ...RELOADED, isLive, idle: true, settled: SETTLED });
		expect(shown(), "the same round is not played again").toEqual(shownAs(1150, PAID));
	},
);

it("the balance is shown again after a refusal, and when the game is closed while balls fall", () => {
	const waiting = { ...LOADED, isLive: true };
	hooks.render({ ...waiting, idle: true });
	hooks.act(() => hooks.current().holdCost(100));
	hooks.render({ ...waiting, idle: false });
	hooks.render({ ...waiting, idle: true });
	expect(shown()).toEqual(shownAs(1000, PAGE));
	hooks.render({ ...RELOADED, isLive: true, idle: true, settled: SETTLED });
	expect(shown()).toEqual(shownAs(850, PAGE));
	hooks.render({ ...RELOADED, isLive: true, idle: true, isClosed: true });
	expect(headers.at(-1)).toBe(1150);
});

it("the balance is shown again after a form that failed before it was shown as sent", () => {
	const waiting = { ...LOADED, isLive: true, idle: true };
	hooks.render(waiting);
	hooks.act(() => hooks.current().holdCost(100));
	expect(shown()).toEqual(shownAs(900, PAGE));
	for (const attempt of [1, 2]) {
		hooks.act(() => hooks.current().holdCost(100));
		hooks.render({ ...waiting, answered: { ok: false, attempt } });
		expect(shown()).toEqual(shownAs(1000, PAGE));
	}
});

it("points that arrive between two rounds are in the balance of the game", () => {
	hooks.render({ ...LOADED, isLive: true, idle: true });
	hooks.act(() => hooks.current().update({ points: 1500, at: 2 }));
	expect(shown()).toEqual(shownAs(1500, PAGE));
});

it("each of several rounds is paid when it ends, also while a bet is sent or a later round was played", () => {
	const waiting = { ...LOADED, isLive: false };
	const second = { round: { ...ROUND, id: "second", payout: 40 }, balance: 1090 };
	hooks.render({ ...waiting, idle: true });
	hooks.act(() => hooks.current().holdCost(100));
	hooks.render({ ...waiting, idle: true, settled: SETTLED });
	hooks.act(() => hooks.current().holdCost(100));
	hooks.render({ ...waiting, idle: false, settled: SETTLED });
	expect(shown()).toEqual(shownAs(750, PAGE));
	hooks.act(() => hooks.current().end("round"));
	expect(shown(), "the first has ended while the second is sent").toEqual(shownAs(1050, PAID));
	hooks.render({ ...waiting, idle: true, settled: second });
	expect(shown()).toEqual(shownAs(1050, PAID));
	hooks.act(() => hooks.current().end("second"));
	expect(shown().balance).toBe(1090);
	hooks.act(() => hooks.current().holdCost(100));
	hooks.render({ ...waiting, idle: true, settled: second, answered: { ok: false } });
	expect(shown().balance, "after a refusal").toBe(1090);
});

it("a press that comes twice before the request begins holds its cost once", () => {
	hooks.render({ ...LOADED, isLive: false, idle: true });
	hooks.act(() => hooks.current().holdCost(100));
	hooks.act(() => hooks.current().holdCost(100));
	expect(shown()).toEqual(shownAs(900, PAGE));
});

it("what the daily limit leaves counts the stakes of rounds that are played, and their payouts when they are seen", () => {
	const waiting = { ...LOADED, isLive: false };
	hooks.render({ ...waiting, idle: true });
	hooks.act(() => hooks.current().holdCost(100));
	const first = { round: ROUND, balance: 1200 };
	hooks.render({ ...waiting, idle: true, settled: first, lossLeft: 700 });
	expect(hooks.current().left, "the published rest has the payout").toBe(400);
	hooks.act(() => hooks.current().holdCost(100));
	expect(hooks.current().left).toBe(300);
	hooks.act(() => hooks.current().end(ROUND.id));
	expect(hooks.current().left, "the first has ended").toBe(600);
	hooks.render({ ...waiting, idle: true, answered: { ok: false }, lossLeft: 700 });
	expect(hooks.current().left, "the second was refused").toBe(700);
});
