import { randomBytes } from "node:crypto";
import { SQLite } from "db/driver";
import type { Tokens } from "~/account/identity.server";
import { sessionIdOf } from "~/account/session-id.server";
import { createSecretBox } from "~/lib/secret-box.server";
import type { Site } from "./site";

const DEFAULT_POINTS = 1_000_000;
const FAR = "2099-01-01T00:00:00.000Z";
const TOKENS: Tokens = { accessToken: "none", refreshToken: undefined, idToken: "none", expiresAt: FAR };

/** Signs viewers in by writing to the site's database, because signing thousands in at the provider takes too long. */
export function openViewers(site: Pick<Site, "database" | "settings">) {
	const database = new SQLite(site.database);
	const { SESSION_SECRET: secret = "" } = site.settings({});
	const box = createSecretBox(secret, "session tokens");
	const user = database.prepare(
		"insert into users (id, twitch_id, twitch_username, email, roles, created_at) values (?, ?, ?, null, '[]', ?)",
	);
	const points = database.prepare("insert into user_points (user_id, points) values (?, ?)");
	const entry = database.prepare(
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
		values (?, ?, ?, 'registration', ?, 'system', ?)`,
	);
	const session = database.prepare(
		`insert into sessions (id, user_id, created_at, expires_at, tokens, tokens_expire_at)
		values (?, ?, ?, '${FAR}', ?, '${FAR}')`,
	);
	const now = () => new Date().toISOString();

	function register(amount: number): string {
		const id = crypto.randomUUID();
		user.run(id, id, `viewer-${id.slice(0, 8)}`, now());
		points.run(id, amount);
		entry.run(id, amount, amount, id, now());
		return id;
	}

	/** @returns a cookie header. */
	function signIn(userId: string): string {
		const token = randomBytes(32).toString("base64url");
		const id = sessionIdOf(token, secret);
		session.run(id, userId, now(), box.seal(TOKENS, id));
		return `session=${token}; age-verified=true`;
	}

	return {
		/** @returns the new viewers' ids. */
		register: database.transaction((count: number, amount = DEFAULT_POINTS) =>
			Array.from({ length: count }, () => register(amount)),
		),
		signIn,
		signInAll: database.transaction((userIds: readonly string[]) => userIds.map(signIn)),
		close: () => database.close(),
	};
}
