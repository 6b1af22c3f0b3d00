/**
 * Adds the demo's example content to the database of DATABASE_URL, and pictures to IMAGE_FOLDER. Running it again changes
 * no existing row.
 */

import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { seedChanges, seedChannel } from "./channel";
import { seedEarning } from "./earning";
import { seedEvents } from "./events";
import { seedHunts } from "./hunts";
import { seedPlayers } from "./players";
import { seedPromotions } from "./promotions";
import { seedRaffle } from "./raffle";
import { seedSlots } from "./slots";
import { seedStore } from "./store";
import { seedTournaments } from "./tournaments";

const db = openDatabase(process.env.DATABASE_URL || "file:.data/demo.sqlite");
await migrateToLatest(db);

await seedChannel(db);

// Live Crash is on at first; an admin can stop it in the lobby.
await db
	.insertInto("crash_game_state")
	.values({ id: 1, is_active: 1, updated_at: new Date().toISOString() })
	.onConflict((conflict) => conflict.column("id").doNothing())
	.execute();

const imageFolder = process.env.IMAGE_FOLDER || ".data/images";
await seedStore(db, imageFolder);
await seedSlots(db, imageFolder);
await seedPromotions(db, imageFolder);
const timeZone = process.env.SITE_TIMEZONE || "Europe/Lisbon";
await seedPlayers(db, timeZone);
await seedEarning(db, timeZone);
await seedHunts(db);
await seedTournaments(db);
await seedRaffle(db);

// Last, because the counts refer to the other content.
await seedEvents(db);

await seedChanges(db);

await db.destroy();
