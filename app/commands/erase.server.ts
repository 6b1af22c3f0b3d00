import { transact } from "db/transact";
import {
	findOwner,
	findPlatformAccounts,
	findUsersByName,
	forgetPlatformAccount,
} from "~/account/erasure.queries.server";
import { eraseUser } from "~/account/erasure.server";
import { withExistingDatabase } from "./existing-database.server";
import { type ExitCode, fail } from "./exit.server";

/** Erases the data of the user with this name, and with this id if several users have the name. */
export function erase(username: string, userId: string | undefined): Promise<ExitCode> {
	return withExistingDatabase(async (db) => {
		const found = await findUsersByName(db, username.toLowerCase());
		const chosen = found.filter((user) => userId === undefined || user.id === userId);
		const [user] = chosen;
		if (!user) return fail(`There is no user ${username}.`);
		if (chosen.length > 1) {
			const users = chosen.map((one) => `  ${one.id}  ${one.email ?? "no e-mail"}  since ${one.created_at}`);
			return fail(
				[`${chosen.length} users are called ${username}. Add the id of one of them:`, ...users].join("\n"),
			);
		}
		console.log(`${username} is now ${await eraseUser(db, user.id)}.`);
		return 0;
	});
}

/**
 * Erases what waits for a person who has never signed in; fails for one who has.
 * @param account the person's name or id on the platform.
 */
export function erasePlatformAccount(platform: string, account: string): Promise<ExitCode> {
	return withExistingDatabase(async (db) => {
		const ids = [account, ...(await findPlatformAccounts(db, platform, account.toLowerCase()))];
		const owner = await findOwner(db, platform, ids);
		if (owner) {
			const { id, twitch_username: name } = owner;
			return fail(`${account} on ${platform} has signed in: plateia erase ${name} ${id}`);
		}
		const counts = await Promise.all(
			ids.map((id) => transact(db, (trx) => forgetPlatformAccount(trx, platform, id))),
		);
		const count = counts.reduce((sum, one) => sum + one, 0);
		if (count === 0) return fail(`Nothing is stored about ${account} on ${platform}.`);
		console.log(`Deleted ${count} ${count === 1 ? "row" : "rows"} about ${account} on ${platform}.`);
		return 0;
	});
}
