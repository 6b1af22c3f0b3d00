import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { DomainError } from "~/forms/domain-error";
import { reportFault } from "~/lib/guarded";
import { fetchPicture, lastingNameOf, type PictureConfig, putPicture } from "./picture-store.server";
import { reencodeImage } from "./re-encoded-image.server";

/** Maximum size of an uploaded picture in bytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Longest side of a stored picture, in pixels. */
const MAX_SIDE = 1200;

const TYPES: Record<string, string> = {
	".avif": "image/avif",
	".gif": "image/gif",
	".jpeg": "image/jpeg",
	".jpg": "image/jpeg",
	".png": "image/png",
	".webp": "image/webp",
};

/**
 * Re-encodes a picture, see `reencodeImage`, scaled to fit 1200 px, and stores it. The same picture is stored once.
 * Creates the folder if necessary. With a store, the picture is put there first.
 * @returns the file's name, a hash of its content.
 * @throws {DomainError} `imageTooLarge` above {@link MAX_IMAGE_BYTES} or a limit of `reencodeImage`, `imageUnreadable`,
 * `picturesAway` if the store does not take it.
 * @throws an error of the file system.
 */
export async function storeImage(config: PictureConfig, file: Uint8Array): Promise<string> {
	if (file.byteLength > MAX_IMAGE_BYTES) throw new DomainError("imageTooLarge");
	const encoded = await reencodeImage(Buffer.from(file), MAX_SIDE);
	const name = lastingNameOf(encoded);
	const folder = config.IMAGE_FOLDER;
	await putPicture(config, name, encoded).catch((error: unknown) => {
		reportFault(error);
		throw new DomainError("picturesAway");
	});
	await mkdir(folder, { recursive: true });
	// Renamed into place, so that a partial file is never read.
	const temporary = join(folder, `.${crypto.randomUUID()}`);
	try {
		await writeFile(temporary, encoded);
		await rename(temporary, join(folder, name));
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
	return name;
}

/**
 * Reads a picture of the folder, or of the store, with its media type, which depends on the file extension only.
 * @param name must be checked with `isImageFileName`, because a path is not refused here.
 * @returns undefined when there is no such file or its extension is not one of a raster format.
 * @throws {PicturesAway} for a picture that this machine does not have, while the store is away.
 */
export async function readImage(
	config: PictureConfig,
	name: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
	const type = TYPES[extname(name).toLowerCase()];
	if (type === undefined) return undefined;
	const path = join(config.IMAGE_FOLDER, name);
	const bytes =
		(await readIfThere(path)) ?? ((await fetchPicture(config, name)) && (await readIfThere(path)));
	return bytes ? { bytes: new Uint8Array(bytes), type } : undefined;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (error) {
		if (["ENOENT", "EISDIR", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
			return undefined;
		throw error;
	}
}
