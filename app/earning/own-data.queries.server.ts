import type { Db } from "db/database";
import { sql } from "kysely";

/** A user's claims after one of them, in their order. */
export const findClaimsAfter = (
	db: Db,
	userId: string,
	last: { claimed_at: string; id: string } | undefined,
	limit: number,
) =>
	db
		.selectFrom("code_claims")
		.innerJoin("claim_codes", "claim_codes.id", "code_claims.code_id")
		.select(["claim_codes.id", "code", "code_claims.points", "code_claims.created_at as claimed_at"])
		.where("user_id", "=", userId)
		.where(sql<boolean>`(code_claims.created_at, code_id) > (${last?.claimed_at ?? ""}, ${last?.id ?? ""})`)
		.orderBy("code_claims.created_at")
		.orderBy("code_id")
		.limit(limit)
		.execute();

/** A user's daily bonuses after a day. */
export const findBonusesAfter = (db: Db, userId: string, day: string, limit: number) =>
	db
		.selectFrom("daily_bonuses")
		.select(["day", "streak", "points", "created_at"])
		.where("user_id", "=", userId)
		.where("day", ">", day)
		.orderBy("day")
		.limit(limit)
		.execute();

/** The events of platforms that were credited to a user, after an id. */
export const findEventsAfter = (db: Db, userId: string, id: number, limit: number) =>
	db
		.selectFrom("platform_events")
		.select(["id", "platform", "kind", "facts", "happened_at", "points"])
		.where("user_id", "=", userId)
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();

/** The events of a user's accounts that were not credited, or not yet, after an id. */
export const findUncreditedAfter = (db: Db, userId: string, id: number, limit: number) =>
	db
		.selectFrom("platform_people as account")
		.innerJoin("platform_events as event", (join) =>
			join
				.onRef("event.platform", "=", "account.platform")
				.onRef("event.person_id", "=", "account.person_id"),
		)
		.select(["event.id", "event.platform", "kind", "facts", "happened_at", "state"])
		.where("account.user_id", "=", userId)
		.where("event.user_id", "is", null)
		.where("event.id", ">", id)
		.orderBy("event.id")
		.limit(limit)
		.execute();

/** A user's accounts on platforms. */
export const findOwnAccounts = (db: Db, userId: string) =>
	db
		.selectFrom("platform_people")
		.select(["platform", "person_id", "linked_at"])
		.where("user_id", "=", userId)
		.orderBy("linked_at")
		.execute();
