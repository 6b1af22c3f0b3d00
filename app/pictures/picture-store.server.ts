/**
 * The S3-compatible store of pictures. IMAGE_FOLDER has copies of what this machine has stored or served, so that pictures
 * are read from the disk, and those that are there are served while the store is away.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { bytesBody, openStoreAt, type Store, StoreRefusal, storeFaultOf } from "~/http/object-store.server";
import type { Config } from "~/lib/config.server";
import { isImageFileName } from "~/lib/web-address";

/** The folder of pictures and their store, which is off without an endpoint. */
export type PictureConfig = Pick<Config, "IMAGE_FOLDER"> &
	Partial<
		Pick<
			Config,
			| "PICTURE_S3_ENDPOINT"
			| "PICTURE_S3_BUCKET"
			| "PICTURE_S3_REGION"
			| "PICTURE_S3_KEY_ID"
			| "PICTURE_S3_SECRET"
		>
	>;

/** The store does not answer, or too many pictures are being fetched. */
export class PicturesAway extends Error {
	override name = "PicturesAway";
}

/** Pictures that are put into the folder by hand may be larger than uploaded ones. */
const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const FETCHED_AT_ONCE = 4;
const MAX_WAITING = 100;
/** Names that the store does not have, and for how long they are not asked for again. */
const missing = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
const limitFetches = pLimit(FETCHED_AT_ONCE);
/** By path: concurrent requests for one picture wait for one fetch. */
const fetches = new Map<string, Promise<boolean>>();
/** Whether the store did not answer the last finished request. Then it is asked for one picture at a time, and others fail at once. */
let isSilent = false;

/** Opens the store of pictures; undefined if none is set. Only the environment names it, so that any address is trusted. */
export function openPictureStore(config: PictureConfig) {
	const { PICTURE_S3_ENDPOINT: endpoint, PICTURE_S3_BUCKET: bucket = "" } = config;
	const {
		PICTURE_S3_REGION: region = "",
		PICTURE_S3_KEY_ID: keyId = "",
		PICTURE_S3_SECRET: secret = "",
	} = config;
	if (endpoint === undefined) return undefined;
	return openStoreAt(
		{ endpoint, bucket, region, keyId, secret },
		{ now: () => new Date(), trusted: new Set([endpoint]), timeoutMs: TIMEOUT_MS },
	);
}

/** Whether a name is a hash of the file's content, so that the file can be cached for good. */
export const isLastingName = (name: string): boolean => /^[0-9a-f]{32}\.webp$/.test(name);

/** The name of a picture that was encoded as WebP. */
export const lastingNameOf = (encoded: Uint8Array): string =>
	`${createHash("sha256").update(encoded).digest("hex").slice(0, 32)}.webp`;

/**
 * Copies a picture that is not in the folder from the store, if there is one, into the folder. One whose content is not that of
 * its name is refused.
 * @param name as `isImageFileName` accepts it.
 * @returns whether it is in the folder now.
 * @throws {PicturesAway}
 */
export async function fetchPicture(config: PictureConfig, name: string): Promise<boolean> {
	const store = openPictureStore(config);
	if (!store || missing.has(name)) return false;
	const path = join(config.IMAGE_FOLDER, name);
	const running = fetches.get(path);
	if (running) return running;
	const mustNotWait = isSilent && limitFetches.activeCount > 0;
	if (mustNotWait || limitFetches.pendingCount >= MAX_WAITING)
		throw new PicturesAway(`${name} is not asked for`);
	const fetching = copyFrom(store, name, path).finally(() => fetches.delete(path));
	fetches.set(path, fetching);
	return fetching;
}

async function copyFrom(store: Store, name: string, path: string): Promise<boolean> {
	const folder = dirname(path);
	const temporary = join(folder, `.${crypto.randomUUID()}`);
	try {
		await mkdir(folder, { recursive: true });
		await limitFetches(() => ask(store, name, temporary));
		if (isLastingName(name) && lastingNameOf(await readFile(temporary)) !== name)
			throw new Error(`${name} in the store is not the picture of that name`);
		await rename(temporary, path);
		return true;
	} catch (error) {
		await rm(temporary, { force: true });
		if (!(error instanceof StoreRefusal && error.code === "NoSuchKey"))
			throw new PicturesAway(`${name} cannot be fetched`, { cause: error });
		missing.set(name, true);
		return false;
	}
}

async function ask(store: Store, name: string, to: string): Promise<void> {
	if (isSilent && limitFetches.activeCount > 1) throw new Error("the store does not answer");
	try {
		await store.get(name, to, MAX_BYTES);
		isSilent = false;
	} catch (error) {
		isSilent = ["timeout", "unreachable"].includes(storeFaultOf(error));
		throw error;
	}
}

/** Puts a picture into the store, if there is one. @throws an error of the store. */
export async function putPicture(config: PictureConfig, name: string, bytes: Buffer): Promise<void> {
	await openPictureStore(config)?.put(name, bytesBody(bytes));
	missing.delete(name);
}

/** The names and sizes of all pictures in the store. @throws an error of the store. */
export async function listStored(config: PictureConfig): Promise<Map<string, number>> {
	const objects = (await openPictureStore(config)?.list("")) ?? [];
	return new Map(objects.flatMap(({ key, bytes }) => (isImageFileName(key) ? [[key, bytes] as const] : [])));
}

/** Copies all pictures of the folder that the store does not have into it. @returns how many, and of how many. */
export async function putAll(config: PictureConfig): Promise<{ copied: number; all: number }> {
	const stored = await listStored(config);
	const names = (await readdir(config.IMAGE_FOLDER)).filter(isImageFileName);
	let copied = 0;
	for (const name of names) {
		const bytes = await readFile(join(config.IMAGE_FOLDER, name));
		if (stored.get(name) === bytes.length) continue;
		await putPicture(config, name, bytes);
		copied += 1;
	}
	return { copied, all: names.length };
}

/** Copies all pictures of the store that the folder does not have into it. @returns how many, and of how many. */
export async function fetchAll(config: PictureConfig): Promise<{ copied: number; all: number }> {
	await mkdir(config.IMAGE_FOLDER, { recursive: true });
	const here = new Set(await readdir(config.IMAGE_FOLDER));
	const stored = await listStored(config);
	let copied = 0;
	for (const name of stored.keys()) if (!here.has(name) && (await fetchPicture(config, name))) copied += 1;
	return { copied, all: stored.size };
}
