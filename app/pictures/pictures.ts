import { webAddressIn } from "~/lib/web-address";

/** Other letters would have to be escaped in an address; a leading dot would hide the file. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.(avif|gif|jpe?g|png|webp)$/i;

/** Whether a text is a valid file name of the image folder: no path, raster formats only. The file may not exist. */
export const isImageFileName = (text: string): boolean => text.length <= 150 && FILE_NAME.test(text);

/** Whether a text is an address or a file name of the site's image folder. */
export const isImage = (text: string): boolean => webAddressIn(text) !== undefined || isImageFileName(text);

/** Returns the complete address of a picture for a field that takes addresses only; empty for none. */
export const completeAddressOf = (image: string, origin: string): string =>
	isImageFileName(image) ? origin + imageSource(image) : image;

/** Returns the file name in a complete address of this site's image folder; other addresses as they are. */
export function imageAt(address: string, origin: string): string {
	const folder = `${origin}/slot-images/`;
	const name = address.startsWith(folder) ? address.slice(folder.length) : "";
	return isImageFileName(name) ? name : address;
}

/**
 * Returns the address of a picture: a web address as it is, a file name as `/slot-images/NAME`; undefined for empty
 * text.
 */
export function imageSource(image: string): string | undefined {
	if (image === "") return undefined;
	return /^https?:\/\//i.test(image) ? image : `/slot-images/${encodeURIComponent(image)}`;
}
