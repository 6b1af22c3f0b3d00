import { storeImage } from "./image-folder.server";
import type { PictureConfig } from "./picture-store.server";

/** Maximum size in bytes of a form with a picture of 5 MB, and the many codes of an item. */
export const PICTURE_FORM_BYTES = 7 * 1024 * 1024;

/**
 * Stores an uploaded picture in the image folder. Call it before the transaction of the form.
 * @returns the file name of the upload; without one, the typed address or name.
 * @throws {DomainError} as `storeImage`.
 */
export const pictureOf = async (
	config: PictureConfig,
	{ upload, image }: { upload?: File | undefined; image: string },
): Promise<string> => (upload ? storeImage(config, new Uint8Array(await upload.arrayBuffer())) : image);
