/** Longer names are set in motion, as they do not fit on a card. */
const MAX_STILL_NAME_LENGTH = 22;

/** Whether a slot's name is longer than its card has room for; an emoji is one character. */
export const isLongName = (name: string): boolean =>
	name.length > MAX_STILL_NAME_LENGTH && [...name].length > MAX_STILL_NAME_LENGTH;

/** How long the carousel takes to pass all its slots once, in seconds. */
export const loopSeconds = (slots: number): number => Math.max(15, slots * 4) * 1.5;

/** Where a slot's picture is loaded from; undefined for none. */
export const slotPicture = (image: string | null): string | undefined =>
	image ? `/api/image-proxy?name=${encodeURIComponent(image)}` : undefined;
