import type { Database } from "db/schema";
import type { ExpressionBuilder } from "kysely";

/**
 * The name of a user for other people: null for an erased person, and while an admin has hidden the name. Every query of a name
 * that others read selects this instead of the column.
 */
export const shownName = (eb: ExpressionBuilder<Database, "users">) =>
	eb
		.case()
		.when("users.name_hidden_at", "is", null)
		.then(eb.ref("users.twitch_username"))
		.end()
		.as("twitch_username");
