import type { Db } from "db/database";

/** A user's accounts on platforms, each with whether it has subscribed or got a subscription since an instant. */
export const findSubscriptions = (db: Db, userId: string, since: string) =>
	db
		.selectFrom("platform_people as account")
		.select(({ exists, selectFrom }) => [
			"platform",
			"person_id",
			exists(
				selectFrom("platform_events as event")
					.select("event.id")
					.whereRef("event.platform", "=", "account.platform")
					.whereRef("event.person_id", "=", "account.person_id")
					.where("kind", "in", ["subscription", "resubscription", "gifted-subscription"])
					.where("state", "not in", ["held", "repeated", "rejected"])
					.where("happened_at", ">=", since),
			).as("hasSubscribed"),
		])
		.where("account.user_id", "=", userId)
		.execute();
