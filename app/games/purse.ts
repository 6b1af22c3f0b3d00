import { DomainError } from "~/forms/domain-error";

/** The purse of a page that plays with demo points. */
export const DEMO_PURSE = "demo";

/** Whose points a page plays with: a viewer's, by their id, or a visitor's demo points. */
export const purseOf = (viewerId: string | undefined): string => viewerId ?? DEMO_PURSE;

export const DEMO_POINTS = 1000;

/**
 * Who asks may have signed in or out in another tab since the page was shown.
 * @param said the purse that the page's form named, if it did.
 * @throws {DomainError} `accountChanged` when it is another than the asker's.
 */
export function checkPurse(said: string | undefined, viewerId: string | undefined): void {
	const purse = purseOf(viewerId);
	if ((said ?? purse) !== purse) throw new DomainError("accountChanged");
}
