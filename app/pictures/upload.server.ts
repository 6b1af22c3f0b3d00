import type { Config } from "~/lib/config.server";
import { storeImage } from "./image-folder.server";

/** Bytes of a form with a picture of 5 MB beside its other fields. */
export const PICTURE_FORM_BYTES = 6 * 1024 * 1024;

/**
 * What a form says of its picture: the name of the uploaded one, which is stored, else what was typed.
 * @throws {DomainError} as `storeImage`.
 */
export const pictureOf = async (
	{ IMAGE_FOLDER }: Pick<Config, "IMAGE_FOLDER">,
	{ upload, image }: { upload?: File | undefined; image: string },
): Promise<string> => (upload ? storeImage(IMAGE_FOLDER, new Uint8Array(await upload.arrayBuffer())) : image);
