/** Example content for the demo, in the database that DATABASE_URL names. An existing row is kept. */
import { openDatabase } from "./database";
import { migrateToLatest } from "./migrate";

const db = openDatabase(process.env.DATABASE_URL || "file:.data/demo.sqlite");
await migrateToLatest(db);

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

await db.destroy();
