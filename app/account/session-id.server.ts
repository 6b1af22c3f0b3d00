import { createHmac } from "node:crypto";

/** What the database knows a session by. Of another secret it is another one: a change of it ends all sessions. */
export const sessionIdOf = (token: string, secret: string): string =>
	createHmac("sha256", secret).update(`session ${token}`).digest("hex");
