import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";

interface ShownBalance {
	/** What to show now; undefined for a visitor. */
	points: number | undefined;
	/** Shows other points while an outcome is still being shown. */
	hold(points: number): void;
	release(): void;
	/** Takes over a balance that an answer told, until the page's data are read again. */
	settle(points: number): void;
	/** Whether something is held. */
	isHeld: boolean;
}

const nothing = () => {};
const Context = createContext<ShownBalance>({
	points: undefined,
	hold: nothing,
	release: nothing,
	settle: nothing,
	isHeld: false,
});

/**
 * The balance as the header shows it. A game shows the stake gone at once, and the winnings only when
 * the player has seen them.
 * @param page the loaded data that hold the points: new data are newer than any answer before.
 */
export function ShownBalanceProvider({
	page,
	children,
}: {
	page: { viewer: { points: number } | undefined };
	children: ReactNode;
}) {
	const [held, setHeld] = useState<number>();
	const [told, setTold] = useState<number>();
	const release = useCallback(() => setHeld(undefined), []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: that the data are new is what counts
	useEffect(() => setTold(undefined), [page]);
	const points = held ?? told ?? page.viewer?.points;
	const value = useMemo(
		() => ({ points, hold: setHeld, release, settle: setTold, isHeld: held !== undefined }),
		[points, held, release],
	);
	return <Context.Provider value={value}>{children}</Context.Provider>;
}

export const useShownBalance = () => useContext(Context);
