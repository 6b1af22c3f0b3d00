import { createHash, randomBytes } from "node:crypto";
import SQLite from "better-sqlite3";

const POINTS = 1_000_000;
const FAR = "2099-01-01T00:00:00.000Z";

/** Writes signed-in viewers with points into the site's database. @returns their cookies. */
export function addViewers(file: string, count: number): string[] {
	const database = new SQLite(file);
	const at = new Date().toISOString();
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
		values (?, ?, ?, '${FAR}', '', '${FAR}')`,
	);
	const add = database.transaction(() =>
		Array.from({ length: count }, () => {
			const id = crypto.randomUUID();
			const token = randomBytes(32).toString("base64url");
			user.run(id, id, `viewer-${id.slice(0, 8)}`, at);
			points.run(id, POINTS);
			entry.run(id, POINTS, POINTS, id, at);
			session.run(createHash("sha256").update(token).digest("hex"), id, at);
			return `session=${token}; age-verified=true`;
		}),
	);
	try {
		return add();
	} finally {
		database.close();
	}
}
