/** Example content for the demo, in the database that DATABASE_URL names. An existing row is kept. */
import { openDatabase } from "db/database";
import { migrateToLatest } from "db/migrate";
import { seedChanges, seedChannel } from "./channel";
import { seedEvents } from "./events";
import { seedHunts } from "./hunts";
import { seedPlayers } from "./players";
import { seedPromotions } from "./promotions";
import { seedSlots } from "./slots";
import { seedStore } from "./store";

const db = openDatabase(process.env.DATABASE_URL || "file:.data/demo.sqlite");
await migrateToLatest(db);

await seedChannel(db);

// So that there is something to see: an admin may stop it in the lobby.
await db
	.insertInto("crash_game_state")
	.values({ id: 1, is_active: 1, updated_at: new Date().toISOString() })
	.onConflict((conflict) => conflict.column("id").doNothing())
	.execute();

const imageFolder = process.env.IMAGE_FOLDER || ".data/images";
await seedStore(db, imageFolder);
await seedSlots(db, imageFolder);
await seedPromotions(db, imageFolder);
await seedPlayers(db, process.env.SITE_TIMEZONE || "Europe/Lisbon");
await seedHunts(db);

// Last: it counts what the others have put there.
await seedEvents(db);

await seedChanges(db);

await db.destroy();
