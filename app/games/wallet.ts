import { DomainError } from "~/forms/domain-error";

/** The wallet of a page with demo points. */
export const DEMO_WALLET = "demo";

/** @returns the viewer's id, or {@link DEMO_WALLET} for a visitor. */
export const walletOf = (viewerId: string | undefined): string => viewerId ?? DEMO_WALLET;

/** Points that a visitor starts with, and gets by a refill. */
export const DEMO_POINTS = 1000;

/**
 * Checks that the account is still the one the page was rendered for: it may have changed in another tab.
 * @param submitted the wallet in the form; undefined passes.
 * @param viewerId of the request; undefined for a visitor.
 * @throws {DomainError} `accountChanged` if the wallets differ.
 */
export function checkWallet(submitted: string | undefined, viewerId: string | undefined): void {
	const wallet = walletOf(viewerId);
	if ((submitted ?? wallet) !== wallet) throw new DomainError("accountChanged");
}
