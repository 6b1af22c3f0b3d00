/** Copies of backups in an S3-compatible store: `NAME/FILE` for each file, the manifest last. */
import { mkdirSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "db/engine";
import { fileBody, type Store, type StoredObject, textBody } from "~/http/object-store.server";
import { IMAGES_FOLDER, isSound, MANIFEST_FILE, readManifest } from "./manifest.server";
import { checkFiles } from "./restore-backup.server";

/** A folder of the store. */
export interface Copy {
	/** That of the backup. */
	name: string;
	/** Whether all files are there. */
	isComplete: boolean;
	objects: StoredObject[];
}

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** The copies in the store, the newest first. Other objects are never touched. */
export async function listCopies(store: Pick<Store, "list">): Promise<Copy[]> {
	const copies = new Map<string, StoredObject[]>();
	for (const object of await store.list("plateia-")) {
		const [name = ""] = object.key.split("/", 1);
		if (!isSound(name)) continue;
		const objects = copies.get(name);
		if (objects) objects.push(object);
		else copies.set(name, [object]);
	}
	return [...copies]
		.map(([name, objects]) => ({
			...{ name, objects },
			isComplete: objects.some(({ key }) => key === `${name}/${MANIFEST_FILE}`),
		}))
		.sort((one, other) => (one.name < other.name ? 1 : -1));
}

/**
 * Copies a backup to the store. An interrupted copy is continued. The store compares each file with the manifest's hash.
 * @param known the copies that are there.
 */
export async function copyBackup(
	store: Pick<Store, "put">,
	folder: string,
	name: string,
	known: readonly Copy[],
) {
	const { objects = [] } = known.find((one) => one.name === name) ?? {};
	const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]));
	const { database, images } = await readManifest(join(folder, name));
	const files = [database, ...images.map((one) => ({ ...one, name: `${IMAGES_FOLDER}/${one.name}` }))];
	for (const file of files) {
		const key = `${name}/${file.name}`;
		if (sizes.get(key) !== file.bytes) await store.put(key, fileBody(join(folder, name, file.name), file));
	}
	await store.put(
		`${name}/${MANIFEST_FILE}`,
		textBody(await readFile(join(folder, name, MANIFEST_FILE), "utf8")),
	);
}

/** Removes all copies but the newest complete ones, and incomplete ones that are older than these. */
export async function removeOldCopies(store: Pick<Store, "remove">, copies: readonly Copy[], keep: number) {
	const kept = copies.filter(({ isComplete }) => isComplete).slice(0, keep);
	const last = kept.at(-1)?.name ?? "";
	for (const { name, objects } of copies) {
		if (kept.length < keep || name >= last) continue;
		// The manifest first, so that a partly removed copy does not count as a complete one.
		const isManifest = ({ key }: StoredObject) => Number(key === `${name}/${MANIFEST_FILE}`);
		const ordered = objects.toSorted((one, other) => isManifest(other) - isManifest(one));
		for (const { key } of ordered) await store.remove(key);
	}
}

/**
 * Downloads a copy into the folder of backups and compares all files with their hashes.
 * @param asked the name of a backup; by default the newest complete copy.
 * @returns the path of the backup, which `restoreBackup` can restore.
 * @throws {OperatorError} if there is no such copy, the folder has a backup of that name, or a file is damaged.
 */
export async function fetchCopy(store: Store, folder: string, asked?: string): Promise<string> {
	const complete = (await listCopies(store)).filter(({ isComplete }) => isComplete);
	const copy = asked === undefined ? complete[0] : complete.find(({ name }) => name === asked);
	if (!copy)
		throw new OperatorError(`There is no complete copy${asked ? ` ${asked}` : ""} at ${store.name}.`);
	const { name, objects } = copy;
	const path = join(folder, name);
	// The same beginning as that of an interrupted backup, so that the next backup removes the remains.
	const half = join(folder, `.half-${name}`);
	await rm(half, { recursive: true, force: true });
	mkdirSync(join(half, IMAGES_FOLDER), { recursive: true, mode: 0o700 });
	try {
		await store.get(`${name}/${MANIFEST_FILE}`, join(half, MANIFEST_FILE), MAX_MANIFEST_BYTES);
		const manifest = await readManifest(half);
		const sizes = new Map(objects.map(({ key, bytes }) => [key, bytes]));
		const files = [manifest.database.name, ...manifest.images.map((one) => `${IMAGES_FOLDER}/${one.name}`)];
		for (const file of files) {
			const bytes = sizes.get(`${name}/${file}`);
			if (bytes === undefined) throw new OperatorError(`${name}/${file} is missing at ${store.name}.`);
			await store.get(`${name}/${file}`, join(half, file), bytes);
		}
		await checkFiles(half, manifest);
		await rename(half, path);
		return path;
	} catch (error) {
		await rm(half, { recursive: true, force: true }).catch(() => {});
		if ((error as NodeJS.ErrnoException).code === "ENOTEMPTY") {
			throw new OperatorError(`${path} exists already: restore it, or remove it first.`);
		}
		throw error;
	}
}

/** Writes, lists and removes an object. @returns the number of complete copies. */
export async function tryStore(store: Store): Promise<number> {
	await store.put("plateia-test", textBody("A test of the settings."));
	const copies = await listCopies(store);
	// The keys may lack the right to delete.
	await store.remove("plateia-test").catch(() => {});
	return copies.filter(({ isComplete }) => isComplete).length;
}
