import { DomainError } from "~/forms/domain-error";

/** The wallet of a page that plays with demo points. */
export const DEMO_WALLET = "demo";

/** Whose points a page plays with: a viewer's, by their id, or a visitor's demo points. */
export const walletOf = (viewerId: string | undefined): string => viewerId ?? DEMO_WALLET;

export const DEMO_POINTS = 1000;

/**
 * Who asks may have signed in or out in another tab since the page was shown.
 * @param said the wallet that the page's form named, if it did.
 * @throws {DomainError} `accountChanged` when it is another than the asker's.
 */
export function checkWallet(said: string | undefined, viewerId: string | undefined): void {
	const wallet = walletOf(viewerId);
	if ((said ?? wallet) !== wallet) throw new DomainError("accountChanged");
}
