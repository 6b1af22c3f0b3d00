import { createHmac } from "node:crypto";

/**
 * The id of a session in the database: a keyed hash of the cookie's token, in hex. A change of the secret ends all
 * sessions.
 */
export const sessionIdOf = (token: string, secret: string): string =>
	createHmac("sha256", secret).update(`session ${token}`).digest("hex");
