import { randomBytes } from "node:crypto";
import type { Tokens } from "~/account/identity.server";
import { sessionIdOf } from "~/account/sessions.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { openRows } from "./rows";
import type { Site } from "./site";

const DEFAULT_POINTS = 1_000_000;
const FAR = "2099-01-01T00:00:00.000Z";
const TOKENS: Tokens = { accessToken: "none", refreshToken: undefined, idToken: "none", expiresAt: FAR };

/** Signs viewers in by writing to the site's database, because signing thousands in at the provider takes too long. */
export function openViewers(site: Pick<Site, "databaseUrl" | "settings">) {
	const rows = openRows(site);
	const { SESSION_SECRET: secret = "" } = site.settings({});
	const box = createSecretBox(secret, "session tokens");
	const now = () => new Date().toISOString();

	function register(points: number): string {
		const id = crypto.randomUUID();
		rows.run(
			"insert into users (id, twitch_id, twitch_username, email, roles, created_at) values (?, ?, ?, null, '[]', ?)",
			...[id, id, `viewer-${id.slice(0, 8)}`, now()],
		);
		rows.run("insert into user_points (user_id, points) values (?, ?)", id, points);
		rows.run(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values (?, ?, ?, 'registration', ?, 'system', ?)`,
			...[id, points, points, id, now()],
		);
		return id;
	}

	/** @returns a cookie header. */
	function signIn(userId: string): string {
		const token = randomBytes(32).toString("base64url");
		const id = sessionIdOf(token, secret);
		rows.run(
			`insert into sessions (id, user_id, created_at, expires_at, tokens, tokens_expire_at)
			values (?, ?, ?, '${FAR}', ?, '${FAR}')`,
			...[id, userId, now(), box.seal(TOKENS, id)],
		);
		return `session=${token}; age-verified=true`;
	}

	function inOneTransaction<Answer>(write: () => Answer): Answer {
		rows.script("begin");
		const answer = write();
		rows.script("commit");
		return answer;
	}

	return {
		/** @returns the new viewers' ids. */
		register: (count: number, points = DEFAULT_POINTS) =>
			inOneTransaction(() => Array.from({ length: count }, () => register(points))),
		signIn,
		signInAll: (userIds: readonly string[]) => inOneTransaction(() => userIds.map(signIn)),
		close: rows.close,
	};
}
