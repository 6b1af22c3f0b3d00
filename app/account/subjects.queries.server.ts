import type { Trx } from "db/database";
import { findUserBySubject } from "./users.queries.server";

/** The users and admins whose subjects begin with a prefix. LIKE may ignore case. */
async function findPrefixed(trx: Trx, prefix: string) {
	const users = await trx
		.selectFrom("users")
		.select(["id", "twitch_id", "twitch_username"])
		.where("twitch_id", "like", `${prefix}%`)
		.orderBy("twitch_username")
		.execute();
	const admins = await trx.selectFrom("admins").selectAll().execute();
	return {
		users: users.filter((user) => user.twitch_id.startsWith(prefix)),
		admins: admins.filter(({ subject }) => subject.startsWith(prefix)),
		others: new Set(admins.map(({ subject }) => subject)),
	};
}

/**
 * Removes a prefix from the subjects of users and admins, and ends all sessions.
 * @returns the number of users, and the names of those whose subject without the prefix is another user's: then nothing is changed.
 */
export async function removePrefix(trx: Trx, prefix: string): Promise<{ count: number; clashes: string[] }> {
	const { users, admins, others } = await findPrefixed(trx, prefix);
	const plain = (subject: string) => subject.slice(prefix.length);
	const clashes: string[] = [];
	for (const user of users) {
		if (await findUserBySubject(trx, plain(user.twitch_id))) clashes.push(user.twitch_username ?? user.id);
	}
	if (clashes.length > 0) return { count: 0, clashes };
	for (const { id, twitch_id } of users) {
		await trx
			.updateTable("users")
			.set({ twitch_id: plain(twitch_id) })
			.where("id", "=", id)
			.execute();
	}
	for (const { subject } of admins) {
		if (others.has(plain(subject))) {
			await trx.deleteFrom("admins").where("subject", "=", subject).execute();
		} else {
			const fresh = { subject: plain(subject) };
			await trx.updateTable("admins").set(fresh).where("subject", "=", subject).execute();
		}
	}
	await trx.deleteFrom("sessions").execute();
	return { count: users.length, clashes };
}
