import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

interface ShownBalance {
	/** What the header shows instead of the settled balance while an outcome is still being shown. */
	held: number | undefined;
	hold(points: number): void;
	release(): void;
}

const Context = createContext<ShownBalance>({ held: undefined, hold() {}, release() {} });

/** Lets a game show the stake gone at once and the winnings only when the player has seen them. */
export function ShownBalanceProvider({ children }: { children: ReactNode }) {
	const [held, setHeld] = useState<number>();
	const release = useCallback(() => setHeld(undefined), []);
	const value = useMemo(() => ({ held, hold: setHeld, release }), [held, release]);
	return <Context.Provider value={value}>{children}</Context.Provider>;
}

export const useShownBalance = () => useContext(Context);
