import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { writeChange } from "~/change-log/edit-record.server";
import type { Site } from "~/lib/site";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { findShownCode } from "./codes.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Ends the streams of overlays, in all processes. To be called after the commit of a new token. */
		overlayRenewed(): void;
	}
}

const KEY = "codes.overlay";

/** The key of the streams that were opened with the token. */
export const OVERLAY_KEY = "overlay";

const hashOf = (text: string) => createHash("sha256").update(text).digest();
const saveNewToken = (trx: Trx, at: Date) =>
	saveSettings(trx, { [KEY]: randomBytes(24).toString("base64url") }, at.toISOString());

async function findToken(db: Db | Trx): Promise<string | undefined> {
	const { [KEY]: token } = await findSettings(db, [KEY]);
	return typeof token === "string" ? token : undefined;
}

/** Creates the token of the overlay if there is none yet. */
export const createOverlayToken = ({ db, now }: Pick<Site, "db" | "now">): Promise<void> =>
	transact(db, async (trx) => {
		if ((await findToken(trx)) === undefined) await saveNewToken(trx, now());
	});

/**
 * The secret token in the address of the overlay: with a guessed address, viewers would see codes before the broadcast shows
 * them.
 */
export async function readOverlayToken({ db }: Pick<Site, "db">): Promise<string> {
	const token = await findToken(db);
	if (token === undefined) throw new Error("the overlay has no token");
	return token;
}

export const isOverlay = async (site: Pick<Site, "db">, typed: string): Promise<boolean> =>
	timingSafeEqual(hashOf(typed), hashOf(await readOverlayToken(site)));

/** Replaces the token, so that the old address is not found, ends the streams of the old one, and writes the change log. */
export async function renewOverlay(
	site: Pick<Site, "db" | "now" | "overlayRenewed">,
	adminId: string,
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx, at) => {
			await saveNewToken(trx, at);
			return { action: "code.renew", subject: "", subjectName: "" };
		},
	});
	site.overlayRenewed();
}

/** Reads the running code that started last, as the overlay shows it; undefined without one. Instants are Unix time in ms. */
export async function readShownCode({ db, now }: Pick<Site, "db" | "now">) {
	const at = now();
	const code = await findShownCode(db, at.toISOString());
	return (
		code && {
			code: code.code,
			points: code.points,
			/** Null for no limit. */
			claimsLeft: code.max_claims === null ? null : code.max_claims - code.claims,
			endsAt: Date.parse(code.ends_at),
		}
	);
}
