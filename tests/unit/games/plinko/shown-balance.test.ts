/** What the page of Plinko and the header show while the balls of a round fall. */
import { createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Page, type Settled, shownOf, useCurrentPage } from "~/games/plinko/screen/use-current-page";
import { usePlinkoRound } from "~/games/plinko/screen/use-plinko-round";
import { DisplayedBalanceProvider, useDisplayedBalance } from "~/ui/displayed-balance";
import { runHooks } from "../../../support/run-hooks";

interface Props {
	/** The loaded page; its balance is also the one that the root has loaded. */
	page: Page;
	readAt: number;
	/** Whether the event stream is open. */
	isLive: boolean;
	idle: boolean;
	settled?: Settled;
}

const ROUND = { id: "round", stake: 50, slots: [3, 3], payout: 300 };
const SETTLED = { round: ROUND, balance: 1200 };
const PAGE: Page = {
	...{ wallet: "ana", balance: 1000, idempotencyKey: "key", lastRound: undefined },
	totals: { staked: 0, won: 0, balls: 0 },
};
const RELOADED: Page = {
	...{ ...PAGE, balance: 1200, lastRound: ROUND },
	totals: { staked: 100, won: 300, balls: 2 },
};
const BEFORE = { header: 1000, balance: 1000, totals: PAGE.totals };
const FALLING = { header: 900, balance: 900, totals: PAGE.totals };
const AFTER = { header: 1200, balance: 1200, totals: RELOADED.totals };

const start = () =>
	runHooks(
		({ page: loaded, settled, idle }: Props) => {
			const page = useCurrentPage(loaded, settled);
			const { dropping, onDone, holdBalance } = usePlinkoRound(settled, idle);
			const displayed = useDisplayedBalance();
			const shown = { header: displayed.points, ...shownOf(page, dropping, displayed) };
			return { shown, onDone, holdBalance, ...displayed };
		},
		(children, { page, readAt, isLive }) =>
			createElement(DisplayedBalanceProvider, {
				...{ isLive, children },
				page: { viewer: { points: page.balance, readAt } },
			}),
	);
let hooks: Awaited<ReturnType<typeof start>>;
const shown = () => hooks.current().shown;

beforeEach(async () => {
	hooks = await start();
});
afterEach(() => {
	hooks.unmount();
	vi.unstubAllGlobals();
});

it.each([true, false])(
	"shows the payout only when the balls have landed, with an open stream: %s",
	(isLive) => {
		const waiting = { page: PAGE, readAt: 1, isLive };
		hooks.render({ ...waiting, idle: true });
		expect(shown()).toEqual(BEFORE);
		hooks.act(() => hooks.current().holdBalance(900));
		hooks.render({ ...waiting, idle: false });
		const from = hooks.rendered.length;
		hooks.render({ ...waiting, idle: false, settled: SETTLED });
		hooks.act(() => hooks.current().update({ points: 1200, at: 2 }));
		hooks.render({ ...waiting, idle: true, settled: SETTLED });
		const reloaded = { page: RELOADED, readAt: 3, isLive, idle: true, settled: SETTLED };
		hooks.render(reloaded);
		expect(new Set(hooks.rendered.slice(from).map(({ shown: { header } }) => header))).toEqual(
			new Set([900]),
		);
		expect(shown()).toEqual(FALLING);
		hooks.act(() => hooks.current().onDone());
		expect(shown()).toEqual(AFTER);
		hooks.render({ ...reloaded });
		expect(shown(), "the same round is not played again").toEqual(AFTER);
	},
);

it("shows the balance again after a refusal", () => {
	hooks.render({ page: PAGE, readAt: 1, isLive: true, idle: true });
	hooks.act(() => hooks.current().holdBalance(900));
	hooks.render({ page: PAGE, readAt: 1, isLive: true, idle: false });
	expect(shown()).toEqual(FALLING);
	hooks.render({ page: PAGE, readAt: 1, isLive: true, idle: true });
	expect(shown()).toEqual(BEFORE);
});
