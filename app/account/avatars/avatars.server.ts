import { transact } from "db/transact";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { safeFetch } from "~/http/safe-fetch.server";
import { abortWithin } from "~/lib/abort-within.server";
import { inBackground } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import { reencodeImage } from "~/pictures/re-encoded-image.server";
import type { Claims } from "../viewer";
import { deleteAvatar, findAvatar, findAvatarSource, hasSubject, saveAvatar } from "./avatars.queries.server";

/** Twice the largest size on a page in pixels. */
const SIDE = 160;
/** Maximum size of the provider's picture. */
const MAX_BYTES = 2 * 1024 * 1024;
const WITHIN_MS = 8000;
const MAX_ADDRESS_LENGTH = 2000;
/** After this time a picture is fetched again at a sign-in, because some providers change it without a new address. */
const FRESH_MS = 7 * 24 * 60 * 60 * 1000;
/** After a failure the same address is not fetched again for this time. */
const FAULT_KEPT_MS = 60 * 60 * 1000;
const MAX_FAULTS = 10_000;
const FETCHED_AT_ONCE = 1;
/** A picture of this many pixels takes some 64 MB to decode. */
const MAX_PIXELS = 16_000_000;
/** Further sign-ins go without an avatar until the next one. */
const MAX_WAITING = 200;

type Services = Pick<Site, "db" | "config" | "log" | "now" | "randomHex"> & {
	/** Whether an IP address may be connected to; by default every public one. */
	mayReach?: (ip: string) => boolean;
};

/**
 * The users' pictures. They are fetched from the address in the provider's `picture` claim, re-encoded and stored, so
 * that a viewer's browser requests them from this site only. The id of a picture is random and changes with it: it
 * cannot be guessed, and its address can be cached for good.
 */
export function createAvatars({ db, config, log, now, randomHex, mayReach }: Services) {
	// The provider of a host may be in the host's own network.
	const trusted = new Set([new URL(config.OIDC_ISSUER).origin]);
	const ending = new AbortController();
	const limit = pLimit(FETCHED_AT_ONCE);
	const waiting = new Set<string>();
	const faults = new LRUCache<string, number>({ max: MAX_FAULTS });

	async function fetchPicture(address: string): Promise<Buffer> {
		const original = await abortWithin(WITHIN_MS, ending.signal, (signal) =>
			safeFetch(address, { maxBytes: MAX_BYTES, signal, trusted, mayReach, accept: "image/*" }),
		);
		return reencodeImage(original, SIDE, { fit: "cover", maxPixels: MAX_PIXELS });
	}

	async function isCurrent(userId: string, address: string): Promise<boolean> {
		const stored = await findAvatarSource(db, userId);
		return stored?.source === address && now().getTime() - Date.parse(stored.fetched_at) < FRESH_MS;
	}

	async function renew(userId: string, subject: string, address: string): Promise<void> {
		try {
			if (await isCurrent(userId, address)) return;
			const picture = await fetchPicture(address);
			const row = { user_id: userId, id: randomHex(16), source: address, picture };
			await transact(db, async (trx) => {
				// The user may have been erased during the download.
				if (!(await hasSubject(trx, userId, subject))) return;
				await saveAvatar(trx, { ...row, fetched_at: now().toISOString() });
			});
		} catch (error) {
			if (ending.signal.aborted) return;
			faults.set(address, now().getTime());
			log.info({ event: "avatar-failed", userId, err: error });
		}
	}

	return {
		/**
		 * Fetches the picture of the provider's claims in the background, if it is new or older than a week. Returns at
		 * once and never throws; a failure is logged and leaves the stored picture as it is.
		 * @param isComplete the claims are all of a sign-in: without a picture, the stored one is deleted.
		 */
		update(userId: string, { sub, picture }: Claims, isComplete: boolean): void {
			const address = typeof picture === "string" ? picture : "";
			if (address === "" && isComplete) {
				transact(db, (trx) => deleteAvatar(trx, userId)).catch((error: unknown) =>
					log.info({ event: "avatar-failed", userId, err: error }),
				);
			}
			const isFaulty = now().getTime() - (faults.get(address) ?? 0) < FAULT_KEPT_MS;
			if (address === "" || address.length > MAX_ADDRESS_LENGTH || isFaulty) return;
			if (ending.signal.aborted || waiting.has(userId) || waiting.size >= MAX_WAITING) return;
			waiting.add(userId);
			inBackground(() => limit(() => renew(userId, sub, address)).finally(() => waiting.delete(userId)));
		},
		/** The WebP picture with an id; undefined if there is none. */
		async read(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
			const row = await findAvatar(db, id);
			return row && new Uint8Array(row.picture);
		},
		/** Whether no download is in progress or waiting. */
		isIdle: () => limit.activeCount + limit.pendingCount === 0,
		/** Aborts the downloads in progress, and resolves after the last write. */
		async end(): Promise<void> {
			ending.abort();
			limit.clearQueue();
			while (limit.activeCount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
		},
	};
}
