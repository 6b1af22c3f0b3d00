import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import pLimit from "p-limit";
import { DEFAULT_PORT } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import type { SignInTexts } from "./sign-in-settings.server";

/** How long a link is valid. */
export const LINK_MINUTES = 15;
const LINK_MS = LINK_MINUTES * 60_000;

const KEY = "setup.link";

interface StoredLink {
	/** Empty once it is used. */
	hash: string;
	issuedAt: string;
}

const newSecret = () => randomBytes(32).toString("base64url");
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
const isSame = (one: string, other: string) =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A link with a token, at the public address if that is known. */
export const setupLink = (token: string, { APP_ORIGIN }: SignInTexts, port = ""): string =>
	`${APP_ORIGIN ?? `http://localhost:${Number(port) || DEFAULT_PORT}`}/setup?token=${token}`;

const findLink = async (db: Parameters<typeof findSettings>[0]) =>
	(await findSettings(db, [KEY]))[KEY] as StoredLink | undefined;

function isValid({ hash, issuedAt }: StoredLink, now: Date): boolean {
	const age = now.getTime() - Date.parse(issuedAt);
	// Negative after the clock was set back.
	return hash !== "" && age >= 0 && age < LINK_MS;
}

/** Stores a new token as a hash, because `plateia setup` issues it in another process. It replaces the last one. */
export async function issueToken(db: Db, now: Date): Promise<string> {
	const token = newSecret();
	const link: StoredLink = { hash: hashOf(token), issuedAt: now.toISOString() };
	await transact(db, (trx) => saveSettings(trx, { [KEY]: link }, link.issuedAt));
	return token;
}

/**
 * Who may set up the site: the one browser that has opened the newest link, at the origin at which it has opened it. The
 * token of a link is valid for 15 minutes and once. Only hashes are kept, which are compared in constant time.
 * @param print writes a new token to the log.
 */
export function createSetupAccess({ db, now }: Pick<Site, "db" | "now">, print: (token: string) => void) {
	let browser: { hash: string; origin: string } | undefined;
	const inTurn = pLimit(1);

	return {
		/** Prints a new token if there is no valid one, so at most one each 15 minutes unless they are used. */
		offer: () =>
			inTurn(async () => {
				const link = await findLink(db);
				if (!link || !isValid(link, now())) print(await issueToken(db, now()));
			}),
		/** Uses a token up. @returns whether it was valid. */
		async redeem(token: string): Promise<boolean> {
			const hash = hashOf(token);
			// Strangers may try tokens: those that are wrong write nothing.
			if (!isSame((await findLink(db))?.hash ?? "", hash)) return false;
			return transact(db, async (trx) => {
				const link = await findLink(trx);
				if (!link || !isSame(link.hash, hash)) return false;
				await saveSettings(trx, { [KEY]: { ...link, hash: "" } }, now().toISOString());
				return isValid(link, now());
			});
		},
		/** Admits a browser in place of the last one. @returns the value of its cookie. */
		admit(origin: string): string {
			const cookie = newSecret();
			browser = { hash: hashOf(cookie), origin };
			return cookie;
		},
		isAdmitted: (cookie: string | undefined, origin: string): boolean =>
			browser !== undefined && browser.origin === origin && isSame(browser.hash, hashOf(cookie ?? "")),
	};
}
