import { sql } from "kysely";

/** The condition on `tournament_entries` that the entrant is not erased. An erased person has no place and wins nothing. */
export const isKnown = sql<boolean>`exists (
	select 1 from users where users.id = tournament_entries.user_id and twitch_username is not null
)`;
