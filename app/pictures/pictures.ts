import { webAddressIn } from "~/lib/web-address";

/** Other letters would have to be escaped in an address; a leading dot would hide the file. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.(avif|gif|jpe?g|png|webp)$/i;

/** Whether a text is a file name of the image folder: no path, raster formats only. */
export const isImageFileName = (text: string): boolean => text.length <= 150 && FILE_NAME.test(text);

/** Whether a text is an address or a file name of the site's image folder. */
export const isImage = (text: string): boolean => webAddressIn(text) !== undefined || isImageFileName(text);

/** Returns the address of a picture: an address as it is, a file name in the image folder. */
export function imageSource(image: string): string | undefined {
	if (image === "") return undefined;
	return /^https?:\/\//i.test(image) ? image : `/slot-images/${encodeURIComponent(image)}`;
}
