/** Keys select the streams that get a private event: those of a viewer, or of a visitor with demo points. */
const USER = "user:";

/** The key of all streams of a signed-in viewer. */
export const userKey = (userId: string): string => `${USER}${userId}`;
/** The key of all streams of a visitor's demo account. */
export const demoKey = (demoId: string): string => `demo:${demoId}`;

/** @returns the id of the viewer in a key; undefined for a visitor's key. */
export const userIn = (key: string): string | undefined =>
	key.startsWith(USER) ? key.slice(USER.length) : undefined;
