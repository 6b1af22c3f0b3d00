import type { Db, Trx } from "db/database";
import { findUsersOf, findUsersWithAccount } from "~/account/platform-people.queries.server";
import { findUsersBy, type UserRow } from "../users/user-table.queries.server";

/** How a line names a person; an empty text is missing. */
export interface Named {
	/** The id of a user of this site. */
	id: string;
	platform: string;
	personId: string;
	username: string;
}

const present = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ""))];

/**
 * Finds the users whom lines name: by the user's id, else by the account on a platform, else by the name. A user with
 * another account on the platform has taken over the name of somebody else, and is not found by it.
 * @param people at most 500.
 * @returns a function that returns the users of one of the people: several have the same name.
 */
export async function findPeople(
	db: Db | Trx,
	people: readonly Named[],
): Promise<(person: Named) => readonly UserRow[]> {
	const accounts = new Map<string, string>();
	for (const platform of present(people.map((one) => one.platform))) {
		const ids = people.filter((one) => one.platform === platform).map((one) => one.personId);
		for (const [personId, userId] of await findUsersOf(db, platform, present(ids))) {
			accounts.set(`${platform} ${personId}`, userId);
		}
	}
	const ids = present([...people.map((one) => one.id), ...accounts.values()]);
	const byId = new Map((await findUsersBy(db, "users.id", ids)).map((user) => [user.id, user]));
	const byName = new Map<string, UserRow[]>();
	for (const user of await findUsersBy(
		db,
		"users.twitch_username",
		present(people.map((one) => one.username)),
	)) {
		byName.set(user.username, [...(byName.get(user.username) ?? []), user]);
	}
	const others = new Map<string, Set<string>>();
	for (const platform of present(people.map((one) => one.platform))) {
		const named = people.filter((one) => one.platform === platform);
		const userIds = named.flatMap((one) => byName.get(one.username) ?? []).map((user) => user.id);
		others.set(platform, await findUsersWithAccount(db, platform, present(userIds)));
	}
	return ({ id, platform, personId, username }) => {
		const user = byId.get(id || (accounts.get(`${platform} ${personId}`) ?? ""));
		if (id || user) return user ? [user] : [];
		return (byName.get(username) ?? []).filter((one) => !others.get(platform)?.has(one.id));
	};
}
