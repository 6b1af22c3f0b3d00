/** Keys of private frames: a viewer, or a visitor who plays with demo points. */
const USER = "user:";

export const userKey = (userId: string): string => `${USER}${userId}`;
export const demoKey = (demoId: string): string => `demo:${demoId}`;

/** @returns the id of the viewer in a key; undefined for a visitor's key. */
export const userIn = (key: string): string | undefined =>
	key.startsWith(USER) ? key.slice(USER.length) : undefined;
