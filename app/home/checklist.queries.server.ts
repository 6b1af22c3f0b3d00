import type { Db } from "db/database";
import { sql } from "kysely";

/** Counted for the page of the overlay, whose path has a secret token. */
export const OVERLAY_VIEW = "/overlay/:token";

/** Which steps have left a trace in the database; each is one look-up. */
export function readTraces(db: Db) {
	return db
		.selectNoFrom(({ exists, selectFrom }) => [
			exists(selectFrom("social_links").select("platform").where("url", "<>", "")).as("links"),
			exists(selectFrom("platform_connections").select("platform")).as("stream"),
			exists(selectFrom("earning_rules").select("version")).as("earning"),
			exists(selectFrom("store_items").select("id")).as("item"),
			// The row exists once an admin has started the game.
			exists(selectFrom("crash_game_state").select("id")).as("liveCrash"),
			exists(
				selectFrom("event_counts")
					.select(sql`1`.as("one"))
					.where("event", "=", "page_view")
					.where("label", "in", ["/bonus-hunt/overlay", OVERLAY_VIEW]),
			).as("overlay"),
		])
		.executeTakeFirstOrThrow();
}
