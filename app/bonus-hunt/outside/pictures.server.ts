import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { DomainError } from "~/forms/domain-error";
import { abortWithin } from "~/lib/abort-within.server";
import type { Config } from "~/lib/config.server";
import { webAddressIn } from "~/lib/web-address";
import type { Log } from "~/observability/log.server";
import { readImage } from "~/pictures/image-folder.server";
import { isImageFileName } from "~/pictures/pictures";
import { remakeImage } from "~/pictures/re-encoded-image.server";
import { pause } from "./kept-answer.server";
import { fillIn } from "./outside.server";
import { FetchRefused, safeFetch } from "./safe-fetch.server";

type Settings = Pick<Config, "IMAGE_FOLDER" | "BONUS_HUNT_STATS_URL" | "BONUS_HUNT_IMAGE_URL">;

/** WebP, or why there is none: it was not asked for rightly, it is nowhere, its server failed, too many are asked for. */
export type Picture = Buffer | "invalid" | "missing" | "failed" | "busy";

interface Options {
	withinMs?: number;
	patienceMs?: number;
	/** Whether an IP address may be connected to. */
	mayReach?: (ip: string) => boolean;
	now?: () => number;
}

/** Twice what a card is wide. */
const MAX_SIDE = 560;
const WITHIN_MS = 8000;
/** Of a picture as it comes, before it is made small. */
const MAX_BYTES = 5 * 1024 * 1024;
const KEPT_MS = 60 * 60_000;
const FAULT_KEPT_MS = 60_000;
/** Of all pictures that are kept. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
const MAX_KEPT = 2000;
const FETCHED_AT_ONCE = 6;
const REMADE_AT_ONCE = 2;
const MAX_WAITING = 200;
/** So long a browser waits when pictures stand in line. */
const PATIENCE_MS = 20_000;
const MAX_NAME_LENGTH = 150;
/** No path, and nothing that an address or a log would stumble over. */
const PLAIN_NAME = /^[^\p{C}\p{Z}/\\.]([^\p{C}\p{Zl}\p{Zp}/\\]*[^\p{C}\p{Z}/\\])?$/u;

const isAddress = (name: string) => /^https?:/i.test(name);

/**
 * The pictures of the hunt's slots, small and made anew, fetched once for all viewers. A plain name leads to the
 * place that the settings name, an address must be on the open internet; either is fetched only if the hunt has it.
 */
export function createHuntPictures(
	settings: Settings,
	log: Pick<Log, "info">,
	{ withinMs = WITHIN_MS, patienceMs = PATIENCE_MS, mayReach, now = () => performance.now() }: Options = {},
) {
	const { BONUS_HUNT_STATS_URL, BONUS_HUNT_IMAGE_URL } = settings;
	// Names of hunts that are run on this site are those of its own folder.
	const template = BONUS_HUNT_STATS_URL ? BONUS_HUNT_IMAGE_URL : undefined;
	const trusted = new Set(template ? [new URL(template).origin] : []);
	const ending = new AbortController();
	const kept = new LRUCache<string, Picture>({
		max: MAX_KEPT,
		maxSize: MAX_KEPT_BYTES,
		sizeCalculation: (picture) => (typeof picture === "string" ? 1 : picture.byteLength),
		ttlResolution: 0,
		perf: { now },
	});
	const underWay = new Map<string, Promise<Picture>>();
	const limitFetches = pLimit(FETCHED_AT_ONCE);
	const limitRemakes = pLimit(REMADE_AT_ONCE);

	const leadsAway = (name: string) => isAddress(name) || template !== undefined;

	async function fetchPicture(address: string, trusts: ReadonlySet<string>): Promise<Buffer> {
		return abortWithin(withinMs, ending.signal, (signal) =>
			safeFetch(address, {
				maxBytes: MAX_BYTES,
				signal,
				trusted: trusts,
				mayReach,
				accept: "image/*",
			}),
		);
	}

	async function readSource(name: string): Promise<Buffer | undefined> {
		if (webAddressIn(name)) return fetchPicture(name, new Set());
		if (template) return fetchPicture(fillIn(template, "name", name), trusted);
		const file = isImageFileName(name) ? await readImage(settings.IMAGE_FOLDER, name) : undefined;
		return file && Buffer.from(file.bytes);
	}

	async function make(name: string): Promise<Picture> {
		try {
			const source = await readSource(name);
			return source ? await limitRemakes(() => remakeImage(source, MAX_SIDE)) : "missing";
		} catch (error) {
			if (!ending.signal.aborted) log.info({ event: "hunt-picture-failed", name, reason: reasonOf(error) });
			return error instanceof FetchRefused && error.message === "status 404" ? "missing" : "failed";
		}
	}

	async function makeOnce(name: string): Promise<Picture> {
		try {
			const picture = await limitFetches(() => make(name));
			// Any name may be asked for: that a file is not there is not worth a place among the pictures.
			if (picture !== "missing" || leadsAway(name)) {
				kept.set(name, picture, { ttl: typeof picture === "string" ? FAULT_KEPT_MS : KEPT_MS });
			}
			return picture;
		} finally {
			underWay.delete(name);
		}
	}

	return {
		/**
		 * @param name a plain name, or an address.
		 * @param hasPicture whether a slot of the hunt has that picture.
		 */
		async read(name: string, hasPicture: (name: string) => Promise<boolean>): Promise<Picture> {
			const isPlain = name.length <= MAX_NAME_LENGTH && PLAIN_NAME.test(name);
			if (isAddress(name) ? !webAddressIn(name) : !isPlain) return "invalid";
			// The hunt had it when it was fetched: its slots need not be looked through for each viewer.
			const known = kept.get(name);
			if (known) return known;
			if (leadsAway(name) && !(await hasPicture(name))) return "missing";
			if (!underWay.has(name) && underWay.size >= MAX_WAITING) return "busy";
			const made = underWay.get(name) ?? makeOnce(name);
			underWay.set(name, made);
			return Promise.race([made, pause(patienceMs).then(() => "busy" as const)]);
		},
		/** Ends what is being fetched. */
		end: () => ending.abort(),
	};
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error instanceof DomainError ? error.code : error.message;
}
