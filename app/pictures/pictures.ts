import { webAddressIn } from "~/lib/web-address";

/** Letters of any alphabet would need escaping in an address; a leading dot would hide the file. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+)*\.(avif|gif|jpe?g|png|webp)$/i;

/** Whether it names a picture file as the image folder may hold one: no path, raster only. */
export const isImageFileName = (text: string): boolean => text.length <= 150 && FILE_NAME.test(text);

/** Whether it says where a picture is: an address, or the name of a file in the site's image folder. */
export const isImage = (text: string): boolean => webAddressIn(text) !== undefined || isImageFileName(text);

/** Where a picture is loaded from: an address is used as it is, a file's name leads into the image folder. */
export function imageSource(image: string): string | undefined {
	if (image === "") return undefined;
	return /^https?:\/\//i.test(image) ? image : `/slot-images/${encodeURIComponent(image)}`;
}
