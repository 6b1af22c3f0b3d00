import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import pLimit from "p-limit";
import { writeChange } from "~/change-log/edit-record.server";
import type { Site } from "~/lib/site";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { findShownCode, hasStartedCode } from "./codes.queries.server";

const KEY = "codes.overlay";

declare module "~/lib/site" {
	interface Site {
		/** The secret token in the address of the overlay. */
		overlayToken(): string;
	}
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
 * @param settingsSaved is called after the token was replaced.
 */
export async function openCodeOverlay({ db, now }: Pick<Site, "db" | "now">, settingsSaved?: () => void) {
	const readToken = async (from: Db | Trx): Promise<string | undefined> => {
		const stored = (await findSettings(from, [KEY]))[KEY];
		return typeof stored === "string" ? stored : undefined;
	};
	const save = (trx: Trx, fresh: string, at: Date) => saveSettings(trx, { [KEY]: fresh }, at.toISOString());
	/** Renewals run one after the other, so that memory and database end with the same token. */
	const inTurn = pLimit(1);
	let token = (await readToken(db)) ?? (await transact(db, readOrCreate));
	let hadCode = false;

	async function readOrCreate(trx: Trx): Promise<string> {
		const known = await readToken(trx);
		if (known !== undefined) return known;
		const fresh = newToken();
		await save(trx, fresh, now());
		return fresh;
	}

	return {
		overlayToken: () => token,
		/** Replaces the token, so that the old address is not found, and writes the change log. */
		renewOverlay: (adminId: string): Promise<void> =>
			inTurn(async () => {
				const fresh = newToken();
				await writeChange({ db, now }, adminId, {
					write: async (trx, at) => {
						await save(trx, fresh, at);
						return { action: "code.renew", subject: "", subjectName: "" };
					},
				});
				token = fresh;
				settingsSaved?.();
			}),
		/** Reads the token again. */
		refreshOverlay: (): Promise<void> =>
			inTurn(async () => {
				token = (await readToken(db)) ?? token;
			}),
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
