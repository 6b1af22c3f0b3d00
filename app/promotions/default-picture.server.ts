import { storeImage } from "~/pictures/image-folder.server";
import type { PictureConfig } from "~/pictures/picture-store.server";
import drawing from "./default-picture.svg?raw";

/**
 * Stores the default picture of promotions in the image folder. A repeat writes the same file again.
 * @returns its file name.
 */
export async function storeDefaultPicture(config: PictureConfig): Promise<string> {
	// Loaded on demand, because it is heavy.
	const { default: sharp } = await import("sharp");
	const pixels = await sharp(Buffer.from(drawing)).resize(1200).png().toBuffer();
	return storeImage(config, new Uint8Array(pixels));
}
