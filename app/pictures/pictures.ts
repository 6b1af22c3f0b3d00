/**
 * Returns the address of a picture: a web address as it is, a file name as `/slot-images/NAME`; undefined for empty
 * text.
 */
export function imageSource(image: string): string | undefined {
	if (image === "") return undefined;
	return /^https?:\/\//i.test(image) ? image : `/slot-images/${encodeURIComponent(image)}`;
}
