import type { Trx } from "db/database";
import { sql } from "kysely";

/** The names of users whose subject without a prefix is another user's subject. */
export async function findClashes(trx: Trx, prefix: string): Promise<string[]> {
	const rows = await trx
		.selectFrom("users as prefixed")
		.innerJoin("users as plain", (join) =>
			join.on("plain.twitch_id", "=", sql<string>`substr(prefixed.twitch_id, ${prefix.length + 1})`),
		)
		.select("prefixed.twitch_username as name")
		.where(sql<string>`substr(prefixed.twitch_id, 1, ${prefix.length})`, "=", prefix)
		.orderBy("name")
		.execute();
	return rows.map(({ name }) => name);
}

/** Removes a prefix from the subjects of users and admins, and ends all sessions. @returns the number of users. */
export async function removePrefix(trx: Trx, prefix: string): Promise<number> {
	const start = prefix.length + 1;
	const { numUpdatedRows } = await trx
		.updateTable("users")
		.set({ twitch_id: sql<string>`substr(twitch_id, ${start})` })
		.where(sql<string>`substr(twitch_id, 1, ${prefix.length})`, "=", prefix)
		.executeTakeFirstOrThrow();
	const admins = await trx.selectFrom("admins").selectAll().execute();
	for (const { subject, created_at } of admins.filter((one) => one.subject.startsWith(prefix))) {
		await trx.deleteFrom("admins").where("subject", "=", subject).execute();
		await trx
			.insertInto("admins")
			.values({ subject: subject.slice(prefix.length), created_at })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}
	await trx.deleteFrom("sessions").execute();
	return Number(numUpdatedRows);
}
