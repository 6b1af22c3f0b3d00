/** Longer names scroll, because they do not fit on a card. */
const MAX_STILL_NAME_LENGTH = 22;

/** Whether a slot's name exceeds its card: more than 22 characters; an emoji counts as one. */
export const isLongName = (name: string): boolean =>
	name.length > MAX_STILL_NAME_LENGTH && [...name].length > MAX_STILL_NAME_LENGTH;

/** Seconds of one cycle of the carousel, for the number of slots. */
export const loopSeconds = (slots: number): number => Math.max(15, slots * 4) * 1.5;

/** The address of a slot's picture; undefined without a picture. */
export const slotPicture = (image: string | null): string | undefined =>
	image ? `/api/image-proxy?name=${encodeURIComponent(image)}` : undefined;
