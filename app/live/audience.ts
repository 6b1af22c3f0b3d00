/** Whose private frames a stream carries: a viewer's, or those of a visitor who plays with demo points. */
const USER = "user:";

export const userKey = (userId: string): string => `${USER}${userId}`;
export const demoKey = (demoId: string): string => `demo:${demoId}`;

/** The viewer that a key is of; undefined for a visitor's. */
export const userIn = (key: string): string | undefined =>
	key.startsWith(USER) ? key.slice(USER.length) : undefined;
