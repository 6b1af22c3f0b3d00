import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { findShownCode, hasStartedCode } from "./codes.queries.server";

const KEY = "codes.overlay";

interface Tools {
	db: Db;
	now: () => Date;
}

/** The code on the overlay, as it is shown. */
export interface ShownCode {
	code: string;
	points: number;
	/** Null for no limit. */
	claimsLeft: number | null;
	/** Instants as Unix time in ms. */
	endsAt: number;
	now: number;
}

const newToken = () => randomBytes(24).toString("base64url");
const hashOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * Opens the overlay of codes. Its address contains a secret token: with a guessed address, viewers would see codes before
 * the broadcast shows them.
 */
export async function openCodeOverlay({ db, now }: Tools) {
	const stored = (await findSettings(db, [KEY]))[KEY];
	let token = typeof stored === "string" ? stored : await renew();
	let hadCode = false;

	async function renew(): Promise<string> {
		const fresh = newToken();
		await transact(db, (trx) => saveSettings(trx, { [KEY]: fresh }, now().toISOString()));
		return fresh;
	}

	return {
		overlayToken: () => token,
		/** Replaces the token, so that the old address is not found. */
		async renewOverlay(): Promise<void> {
			token = await renew();
		},
		isOverlay: (typed: string): boolean => timingSafeEqual(hashOf(typed), hashOf(token)),
		/**
		 * Whether a code has ever started; from then on the header has a field for codes. The field does not depend on a
		 * running code: it stays in its place, and it does not reveal when the next code starts.
		 */
		async hasCodes(): Promise<boolean> {
			hadCode ||= await hasStartedCode(db, now().toISOString());
			return hadCode;
		},
		/** The running code that started last; undefined without one. */
		async shownCode(): Promise<ShownCode | undefined> {
			const at = now();
			const code = await findShownCode(db, at.toISOString());
			return (
				code && {
					code: code.code,
					points: code.points,
					claimsLeft: code.max_claims === null ? null : code.max_claims - code.claims,
					endsAt: Date.parse(code.ends_at),
					now: at.getTime(),
				}
			);
		},
	};
}
