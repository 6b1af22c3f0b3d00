import { isImageFileName } from "~/lib/web-address";

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
