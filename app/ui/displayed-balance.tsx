import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useEffect,
	useMemo,
	useRef,
	useState,
} from "react";

/** A balance as the server read it. */
interface Known {
	points: number;
	/** Epoch ms of the server. */
	at: number;
}

interface DisplayedBalance {
	/** The balance to display; undefined for a visitor. */
	points: number | undefined;
	/** Displays these points and ignores newer balances until `release`: for an outcome that is still animated. */
	hold(points: number): void;
	/** Ends `hold`. */
	release(): void;
	/** Displays the balance of an action's answer until another balance arrives. Does nothing while the stream is open. */
	settle(points: number): void;
	/** Displays the balance of a stream event, unless a newer one is known. */
	update(published: Known): void;
	/** Whether `hold` is in effect. */
	isHeld: boolean;
}

const nothing = () => {};
const Context = createContext<DisplayedBalance>({
	points: undefined,
	hold: nothing,
	release: nothing,
	settle: nothing,
	update: nothing,
	isHeld: false,
});

const newer = (known: Known | undefined, other: Known) => (known && known.at > other.at ? known : other);

/**
 * Provides the balance that the header shows. A game shows the stake as spent immediately, and the winnings only when
 * the player has seen them.
 * Stream events and loaded pages carry the server's instant, so their order of arrival does not matter. An answer has
 * no instant and may be late, so it counts only while the stream is not open.
 * @param page the root loader's data.
 */
export function DisplayedBalanceProvider({
	page,
	isLive,
	children,
}: {
	/** Whether the event stream is open. */
	isLive: boolean;
	page: { viewer: { points: number; readAt: number } | undefined };
	children: ReactNode;
}) {
	const [held, setHeld] = useState<number>();
	const [answered, setAnswered] = useState<number>();
	const [published, setPublished] = useState<Known>();
	const isLiveNow = useRef(isLive);
	useEffect(() => {
		isLiveNow.current = isLive;
	}, [isLive]);
	const settle = useCallback((balance: number) => {
		if (!isLiveNow.current) setAnswered(balance);
	}, []);
	const release = useCallback(() => setHeld(undefined), []);
	const update = useCallback((event: Known) => setPublished((known) => newer(known, event)), []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: any newer balance replaces the answer's
	useEffect(() => setAnswered(undefined), [page, published, isLive]);
	const loaded = page.viewer && {
		points: page.viewer.points,
		at: page.viewer.readAt,
	};
	const latest = loaded && published && published.at >= loaded.at ? published : loaded;
	const points = held ?? answered ?? latest?.points;
	const value = useMemo(
		() => ({
			points,
			hold: setHeld,
			release,
			settle,
			update,
			isHeld: held !== undefined,
		}),
		[points, held, release, settle, update],
	);
	return <Context.Provider value={value}>{children}</Context.Provider>;
}

/**
 * Returns the balance to display, and the functions that change it. Outside a provider the points are undefined and
 * the functions do nothing.
 */
export const useDisplayedBalance = () => useContext(Context);
