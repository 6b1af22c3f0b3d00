import { DomainError } from "~/forms/domain-error";

/** The wallet of a page with demo points. */
export const DEMO_WALLET = "demo";

/** @returns the viewer's id, or {@link DEMO_WALLET} for a visitor. */
export const walletOf = (viewerId: string | undefined): string => viewerId ?? DEMO_WALLET;

export const DEMO_POINTS = 1000;

/**
 * Checks that the account is still the one the page was rendered for: it may have changed in another tab.
 * @param said the wallet in the form, if it has one.
 * @throws {DomainError} `accountChanged` when it differs from the request's.
 */
export function checkWallet(said: string | undefined, viewerId: string | undefined): void {
	const wallet = walletOf(viewerId);
	if ((said ?? wallet) !== wallet) throw new DomainError("accountChanged");
}
