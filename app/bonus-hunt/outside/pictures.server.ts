import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { DomainError } from "~/forms/domain-error";
import { FetchRefused, safeFetch } from "~/http/safe-fetch.server";
import { abortWithin } from "~/lib/abort-within.server";
import type { Config } from "~/lib/config.server";
import { isImageFileName, webAddressIn } from "~/lib/web-address";
import type { Log } from "~/observability/log.server";
import { readImage } from "~/pictures/image-folder.server";
import type { PictureConfig } from "~/pictures/picture-store.server";
import { reencodeImage } from "~/pictures/re-encoded-image.server";
import { pause } from "./cached-reader.server";
import { fillTemplate } from "./outside.server";

type Settings = PictureConfig & Pick<Config, "BONUS_HUNT_STATS_URL" | "BONUS_HUNT_IMAGE_URL">;

/** WebP, or why there is none: invalid name, not found, failed to load, or too many requests. */
export type Picture = Buffer | "invalid" | "missing" | "failed" | "busy";

interface Options {
	withinMs?: number;
	patienceMs?: number;
	/** Whether an IP address may be connected to. */
	mayReach?: (ip: string) => boolean;
	now?: () => number;
}

/** Twice the width of a card in pixels. */
const MAX_SIDE = 560;
const WITHIN_MS = 8000;
/** Maximum size of the original picture. */
const MAX_BYTES = 5 * 1024 * 1024;
const KEPT_MS = 60 * 60_000;
const FAULT_KEPT_MS = 60_000;
/** Maximum size of the cache. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const MAX_KEPT = 2000;
const FETCHED_AT_ONCE = 6;
const MAX_WAITING = 200;
/** ms that a request waits in the queue. */
const PATIENCE_MS = 20_000;
const MAX_NAME_LENGTH = 150;
/** Matches a file name without path separators, control characters or blanks at its ends. */
const PLAIN_NAME = /^[^\p{C}\p{Z}/\\.]([^\p{C}\p{Zl}\p{Zp}/\\]*[^\p{C}\p{Z}/\\])?$/u;

const isAddress = (name: string) => /^https?:/i.test(name);

/**
 * Creates the loader of the hunt's slot pictures, which are scaled down, re-encoded and cached. A plain name is
 * resolved by the settings; its origin may be in `trusted`, and any other address must be public. Only pictures of the hunt's slots are loaded.
 */
export function createHuntPictures(
	settings: Settings,
	{ log, trusted }: { log: Pick<Log, "info">; trusted: ReadonlySet<string> },
	{ withinMs = WITHIN_MS, patienceMs = PATIENCE_MS, mayReach, now = () => performance.now() }: Options = {},
) {
	const { BONUS_HUNT_STATS_URL, BONUS_HUNT_IMAGE_URL } = settings;
	// The names in local hunts are those of the site's own image folder.
	const template = BONUS_HUNT_STATS_URL ? BONUS_HUNT_IMAGE_URL : undefined;
	const ending = new AbortController();
	const limitFetches = pLimit(FETCHED_AT_ONCE);
	const kept = new LRUCache<string, Picture>({
		max: MAX_KEPT,
		maxSize: MAX_KEPT_BYTES,
		sizeCalculation: (picture) => (typeof picture === "string" ? 1 : picture.byteLength),
		ttlResolution: 0,
		perf: { now },
		ignoreFetchAbort: true,
		async fetchMethod(name, _stale, { options }) {
			const picture = await limitFetches(() => make(name));
			// Missing plain names are not cached: anybody may request any name.
			if (picture === "missing" && !leadsAway(name)) return undefined;
			options.ttl = typeof picture === "string" ? FAULT_KEPT_MS : KEPT_MS;
			return picture;
		},
	});

	const leadsAway = (name: string) => isAddress(name) || template !== undefined;

	const fetchPicture = (address: string, trusts: ReadonlySet<string>): Promise<Buffer> =>
		abortWithin(withinMs, ending.signal, (signal) =>
			safeFetch(address, { maxBytes: MAX_BYTES, signal, trusted: trusts, mayReach, accept: "image/*" }),
		);

	async function readSource(name: string): Promise<Buffer | undefined> {
		if (webAddressIn(name)) return fetchPicture(name, new Set());
		if (template) return fetchPicture(fillTemplate(template, "name", name), trusted);
		const file = isImageFileName(name) ? await readImage(settings, name) : undefined;
		return file && Buffer.from(file.bytes);
	}

	async function make(name: string): Promise<Picture> {
		try {
			const source = await readSource(name);
			return source ? await reencodeImage(source, MAX_SIDE) : "missing";
		} catch (error) {
			if (!ending.signal.aborted) log.info({ event: "hunt-picture-failed", name, reason: reasonOf(error) });
			return error instanceof FetchRefused && error.message === "status 404" ? "missing" : "failed";
		}
	}

	return {
		/**
		 * Returns a cached picture, or loads and caches it: a picture for an hour, a failure for a minute. Concurrent calls
		 * for the same name share one load. Never rejects for a failed load; waits at most 20 s, then returns `busy`.
		 * @param name a plain name, or an address.
		 * @param hasPicture whether a slot of the hunt has that picture; called only for pictures of other hosts.
		 */
		async read(name: string, hasPicture: (name: string) => Promise<boolean>): Promise<Picture> {
			const isPlain = name.length <= MAX_NAME_LENGTH && PLAIN_NAME.test(name);
			if (isAddress(name) ? !webAddressIn(name) : !isPlain) return "invalid";
			// A cached picture belonged to the hunt when it was loaded, so its slots are not read again.
			const known = kept.get(name);
			if (known) return known;
			if (leadsAway(name) && !(await hasPicture(name))) return "missing";
			if (limitFetches.activeCount + limitFetches.pendingCount >= MAX_WAITING) return "busy";
			const made = kept.fetch(name).then((picture) => picture ?? "missing");
			return Promise.race([made, pause(patienceMs).then(() => "busy" as const)]);
		},
		/** Aborts the downloads in progress. */
		end: () => ending.abort(),
	};
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error instanceof DomainError ? error.code : error.message;
}
