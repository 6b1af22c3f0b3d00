import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";

/** A balance and the server's instant at which it was known; of two, the later is newer. */
interface Known {
	points: number;
	at: number;
}

interface ShownBalance {
	/** What to show now; undefined for a visitor. */
	points: number | undefined;
	/** Shows other points while an outcome is still being shown. */
	hold(points: number): void;
	release(): void;
	/** Takes over a balance that an answer told, until something newer is known. */
	settle(points: number): void;
	/** Takes over a balance that the live stream told, unless something newer is known. */
	tell(news: Known): void;
	/** Whether something is held. */
	isHeld: boolean;
}

const nothing = () => {};
const Context = createContext<ShownBalance>({
	points: undefined,
	hold: nothing,
	release: nothing,
	settle: nothing,
	tell: nothing,
	isHeld: false,
});

const newer = (known: Known | undefined, news: Known) => (known && known.at > news.at ? known : news);

/**
 * The balance as the header shows it. A game shows the stake gone at once, and the winnings only when
 * the player has seen them.
 *
 * What the stream tells and what a page was loaded with are in the server's order, whichever came first
 * to this tab: a page's points were read after its instant, and so hold all that was told before it. An
 * answer has no instant, and may be late: it counts only while the stream is not open, which tells every change.
 * @param page the loaded data that hold the points.
 */
export function ShownBalanceProvider({
	page,
	isLive,
	children,
}: {
	/** The stream is open. */
	isLive: boolean;
	page: { viewer: { points: number; readAt: number } | undefined };
	children: ReactNode;
}) {
	const [held, setHeld] = useState<number>();
	const [answered, setAnswered] = useState<number>();
	const [told, setTold] = useState<Known>();
	const release = useCallback(() => setHeld(undefined), []);
	const tell = useCallback((news: Known) => setTold((known) => newer(known, news)), []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: that something newer is known is what counts
	useEffect(() => setAnswered(undefined), [page, told, isLive]);
	const loaded = page.viewer && { points: page.viewer.points, at: page.viewer.readAt };
	const latest = loaded && told && told.at >= loaded.at ? told : loaded;
	const points = held ?? answered ?? latest?.points;
	const value = useMemo(
		() => ({
			points,
			hold: setHeld,
			release,
			settle: isLive ? nothing : setAnswered,
			tell,
			isHeld: held !== undefined,
		}),
		[points, held, release, tell, isLive],
	);
	return <Context.Provider value={value}>{children}</Context.Provider>;
}

/**
 * Returns the balance to show in points, and the functions that change what is shown. Outside a provider the points
 * are undefined and the functions do nothing. `settle` does nothing while the stream is open.
 */
export const useShownBalance = () => useContext(Context);
