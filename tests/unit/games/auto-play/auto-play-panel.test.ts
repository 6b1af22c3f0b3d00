/** When automatic play sends a bet, and which of them it waits for. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type AutoPlayProps, useAutoRun } from "~/games/auto-play/auto-play-panel";
import { runHooks } from "../../../support/run-hooks";

/** What the page knows of responsible play. */
const known: { restriction?: object; isReminderDue?: boolean } = {};
vi.mock("~/games/limits/restriction", () => ({
	useRestriction: () => known.restriction,
	useReminderDue: () => known.isReminderDue === true,
}));
vi.mock("react-i18next", () => {
	const t = (key: string) => key;
	return { useTranslation: () => ({ t }) };
});

const play = vi.fn();
const PROPS: AutoPlayProps = {
	...{ language: "en", covered: false, bet: "10", cost: 10, fault: "", isReady: true },
	...{ ended: undefined, refused: undefined, play, onChange: () => undefined },
};
const PLAN = { rounds: 9, maxLoss: 500, stopWin: undefined };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	play.mockClear();
	for (const name of ["restriction", "isReminderDue"] as const) delete known[name];
});

/** A run that has begun, and its later props. */
async function begin(first: Partial<AutoPlayProps> = {}) {
	const hooks = await runHooks(useAutoRun);
	const listeners = new Map<string, () => void>();
	const addEventListener = (name: string, listener: () => void) => void listeners.set(name, listener);
	vi.stubGlobal("document", { ...document, addEventListener, hidden: false });
	const hide = () => {
		vi.stubGlobal("document", { ...document, hidden: true });
		return hooks.act(() => listeners.get("visibilitychange")?.());
	};
	const render = (props: Partial<AutoPlayProps>) => hooks.render({ ...PROPS, ...props });
	await render(first);
	await hooks.act(() => hooks.current().begin(PLAN));
	const wait = (ms: number) => hooks.act(() => void vi.advanceTimersByTime(ms));
	await wait(0);
	return { render, wait, hide, run: () => hooks.current().run, unmount: hooks.unmount };
}

it("it begins before a bet can be sent, and sends the next one when the round has ended", async () => {
	const { render, wait, run, unmount } = await begin({ isReady: false });
	expect(play).not.toHaveBeenCalled();
	await render({});
	await wait(0);
	expect(play).toHaveBeenCalledTimes(1);
	await render({ isReady: false });
	await wait(60_000);
	expect(run()).toMatchObject({ played: 0, stop: undefined });
	await render({ ended: { id: "one", net: -10 } });
	await wait(1000);
	expect(run()).toMatchObject({ played: 1, net: -10, stop: undefined });
	expect(play).toHaveBeenCalledTimes(2);
	await unmount();
});

it("it stops when the form would refuse the next bet, and when the last one has no round", async () => {
	const { render, wait, run, unmount } = await begin();
	await render({ fault: "Insufficient points", ended: { id: "one", net: -10 } });
	await wait(1000);
	expect(run()).toMatchObject({ played: 1, stop: "refused", refusal: "Insufficient points" });
	expect(play).toHaveBeenCalledTimes(1);
	await unmount();

	const other = await begin();
	await other.wait(2900);
	expect(other.run()?.stop).toBeUndefined();
	await other.wait(100);
	expect(other.run()).toMatchObject({ played: 0, stop: "refused" });
	expect(play).toHaveBeenCalledTimes(2);
	await other.unmount();
});

it.each<[string, (run: Awaited<ReturnType<typeof begin>>) => unknown, object]>([
	[
		"a refused bet",
		({ render }) => render({ refused: { code: "betTooHigh", message: "Too high" } }),
		{ stop: "refused", refusal: "Too high" },
	],
	["a hidden tab", ({ hide }) => hide(), { stop: "hidden" }],
	["another dialog", ({ render }) => render({ covered: true }), { stop: "hidden" }],
	["another bet", ({ render }) => render({ bet: "20" }), { stop: "player" }],
	[
		"a break",
		({ render }) => {
			known.restriction = {};
			return render({});
		},
		{ stop: "restricted" },
	],
	[
		"a reminder",
		({ render }) => {
			known.isReminderDue = true;
			return render({});
		},
		{ stop: "reminder" },
	],
])("%s stops automatic play at once, and no further bet is sent", async (_what, change, expected) => {
	const started = await begin();
	await change(started);
	expect(started.run()).toMatchObject(expected);
	await started.wait(60_000);
	expect(play).toHaveBeenCalledTimes(1);
	await started.unmount();
});
