import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { LINK_MS } from "./setup-link.server";

const newSecret = () => randomBytes(32).toString("base64url");
const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

interface Tools {
	now: () => Date;
	/** Writes a new token to the log. */
	print(token: string): void;
}

/**
 * Who may set up the site: the one browser that has opened the newest link, at the origin at which it has opened it. The
 * token of a link is valid for 15 minutes and once. Tokens and cookies are kept in memory, as hashes, which are compared
 * in constant time.
 */
export function createSetupAccess({ now, print }: Tools) {
	let link: { hash: Buffer; issuedAt: number; origin: string | undefined } | undefined;
	let browser: { hash: Buffer; origin: string } | undefined;

	const isValid = () => {
		const age = link ? now().getTime() - link.issuedAt : LINK_MS;
		// Negative after the clock was set back.
		return age >= 0 && age < LINK_MS;
	};

	function issue(origin?: string): string {
		const token = newSecret();
		link = { hash: hashOf(token), issuedAt: now().getTime(), origin };
		return token;
	}

	return {
		/** A new token, which replaces the last one and is valid at this origin only. */
		issueFor: (origin: string): string => issue(origin),
		/** Prints a new token if there is no valid one, so at most one each 15 minutes unless they are used. */
		offer(): void {
			if (!isValid()) print(issue());
		},
		/**
		 * Uses a token up.
		 * @returns where it comes from: the log, or a page of the setup; undefined if it was not valid.
		 */
		redeem(token: string, origin: string): "log" | "page" | undefined {
			if (!link || !timingSafeEqual(link.hash, hashOf(token))) return undefined;
			const source = link.origin === undefined ? "log" : "page";
			const wasValid = isValid() && (source === "log" || link.origin === origin);
			link = undefined;
			return wasValid ? source : undefined;
		},
		/** Admits a browser in place of the last one. @returns the value of its cookie. */
		admit(origin: string): string {
			const cookie = newSecret();
			browser = { hash: hashOf(cookie), origin };
			return cookie;
		},
		isAdmitted(cookie: string | undefined, origin: string): boolean {
			if (!browser || cookie === undefined || browser.origin !== origin) return false;
			return timingSafeEqual(browser.hash, hashOf(cookie));
		},
	};
}
