import type { Config } from "~/lib/config.server";
import { storeImage } from "./image-folder.server";

/** Maximum size in bytes of a form with a picture of 5 MB. */
export const PICTURE_FORM_BYTES = 6 * 1024 * 1024;

/**
 * Returns the picture of a form: the name of the stored upload, else the typed value.
 * @throws {DomainError} as `storeImage`.
 */
export const pictureOf = async (
	{ IMAGE_FOLDER }: Pick<Config, "IMAGE_FOLDER">,
	{ upload, image }: { upload?: File | undefined; image: string },
): Promise<string> => (upload ? storeImage(IMAGE_FOLDER, new Uint8Array(await upload.arrayBuffer())) : image);
