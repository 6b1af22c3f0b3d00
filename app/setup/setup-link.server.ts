/** The link of `plateia setup`. Its token is stored as a hash, because another process serves the setup. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { DEFAULT_PORT } from "~/lib/config.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import type { SignInTexts } from "./sign-in-settings";

/** How long a link is valid. */
export const LINK_MINUTES = 15;
export const LINK_MS = LINK_MINUTES * 60_000;

const KEY = "setup.link";

interface StoredLink {
	/** Empty once it is used. */
	hash: string;
	issuedAt: string;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** A link with a token, at the public address if that is known. */
export function setupLink(token: string, { APP_ORIGIN }: SignInTexts, port = ""): string {
	return `${APP_ORIGIN ?? `http://localhost:${Number(port) || DEFAULT_PORT}`}/setup?token=${token}`;
}

/** Stores a new token, which replaces the last one that was stored. */
export async function issueStoredToken(db: Db, now: Date): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	const link: StoredLink = { hash: hashOf(token), issuedAt: now.toISOString() };
	await transact(db, (trx) => saveSettings(trx, { [KEY]: link }, link.issuedAt));
	return token;
}

/** Uses the stored token up. @returns whether it was this one and valid. */
export async function redeemStoredToken(db: Db, token: string, now: Date): Promise<boolean> {
	const hash = hashOf(token);
	const isIt = (link: StoredLink | undefined) =>
		link?.hash.length === hash.length && timingSafeEqual(Buffer.from(link.hash), Buffer.from(hash));
	// Strangers may try tokens: those that are wrong write nothing.
	if (!isIt((await findSettings(db, [KEY]))[KEY] as StoredLink | undefined)) return false;
	return transact(db, async (trx) => {
		const link = (await findSettings(trx, [KEY]))[KEY] as StoredLink | undefined;
		if (!link || !isIt(link)) return false;
		await saveSettings(trx, { [KEY]: { ...link, hash: "" } }, now.toISOString());
		const age = now.getTime() - Date.parse(link.issuedAt);
		return age >= 0 && age < LINK_MS;
	});
}
