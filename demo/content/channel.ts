/** Settings of the demo's channel, and change-log entries for the example content. */
import type { Db } from "db/database";

/** Not a user id, so the change log shows it unchanged. */
const ACTOR = "demo";

/** Adds social links, the contact address and the next stream. Existing values are kept. */
export async function seedChannel(db: Db): Promise<void> {
	await db
		.insertInto("social_links")
		.values([
			{ platform: "twitch", url: "https://www.twitch.tv/" },
			{ platform: "instagram", url: "https://www.instagram.com/" },
			{ platform: "discord", url: "https://discord.com/" },
			{ platform: "telegram", url: "https://telegram.org/" },
		])
		.onConflict((conflict) => conflict.column("platform").doNothing())
		.execute();
	const updated_at = new Date().toISOString();
	const values = { CONTACT_EMAIL: "ola@plateia.example", NEXT_STREAM: nextStream() };
	await db
		.insertInto("site_settings")
		.values({ key: "configuration.channel", value: JSON.stringify({ revision: 0, values }), updated_at })
		.onConflict((conflict) => conflict.column("key").doNothing())
		.execute();
}

/** The day after tomorrow at 20:30 UTC. */
const nextStream = (): string => {
	const day = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
	return new Date(day.setUTCHours(20, 30, 0, 0)).toISOString();
};

/**
 * Adds a change-log entry for each slot, promotion and item, unless the log has entries. Must be called after they are
 * added.
 */
export async function seedChanges(db: Db): Promise<void> {
	if (await db.selectFrom("admin_changes").select("id").executeTakeFirst()) return;
	const [slots, promotions, items] = await Promise.all([
		db.selectFrom("slots").select(["id", "name", "provider", "created_at"]).execute(),
		db.selectFrom("promotions").select(["id", "title", "claim_url", "created_at"]).execute(),
		db.selectFrom("store_items").select(["id", "name", "price", "stock", "created_at"]).execute(),
	]);
	const changes = [
		...slots.map(({ id, name, provider, created_at }) => ({
			...{ action: "slots.add", subject: id, subject_name: name, created_at },
			after: JSON.stringify({ name, provider }),
		})),
		...promotions.map(({ id, title, claim_url, created_at }) => ({
			...{ action: "promotions.add", subject: id, subject_name: title, created_at },
			after: JSON.stringify({ title, claimUrl: claim_url }),
		})),
		...items.map(({ id, name, price, stock, created_at }) => ({
			...{ action: "store.add", subject: id, subject_name: name, created_at },
			after: JSON.stringify({ name, price, stock }),
		})),
	];
	changes.sort((one, other) => one.created_at.localeCompare(other.created_at));
	for (const change of changes) {
		await db
			.insertInto("admin_changes")
			.values({ actor: ACTOR, before: null, ...change })
			.execute();
	}
}
