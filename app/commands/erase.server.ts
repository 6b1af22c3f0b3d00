import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { OperatorError } from "db/engine";
import { transact } from "db/transact";
import {
	findOwner,
	findPlatformAccounts,
	findUsersByName,
	forgetImportedName,
} from "~/account/erasure.queries.server";
import { eraseAccount, eraseUser } from "~/account/erasure.server";
import { createForgottenEvents } from "~/earning/inbox/forgotten.server";
import { readKeyFile } from "~/settings/key-file.server";
import { siteEngine, withExistingDatabase } from "./existing-database.server";

/**
 * Returns the function that records erased events with the site's key. Prints a note if there is no key file. The file is
 * not created here, because it would belong to the user who runs the command.
 */
function rememberForSite() {
	const { keyFile = "" } = siteEngine();
	const hasKey = existsSync(keyFile);
	if (!hasKey) {
		console.log(
			`There is no key file ${keyFile}, so messages of Twitch and Kick that arrive again may be paid again.`,
		);
	}
	const key = hasKey ? readKeyFile(keyFile) : randomBytes(32).toString("hex");
	return createForgottenEvents(key, () => new Date()).remember;
}

/**
 * Erases the data of the user with this name, and with this id if several users have the name. Without such a user, erases
 * what imports of points say about the name.
 */
export function erase(username: string, userId: string | undefined): Promise<void> {
	return withExistingDatabase(async (db) => {
		const found = await findUsersByName(db, username.toLowerCase());
		const chosen = found.filter((user) => userId === undefined || user.id === userId);
		const [user] = chosen;
		if (!user) {
			const count = await transact(db, (trx) => forgetImportedName(trx, username.toLowerCase()));
			if (count === 0) throw new OperatorError(`There is no user ${username}.`);
			console.log(
				`Deleted ${count} ${count === 1 ? "line" : "lines"} of imports about ${username}, who isn't a user of the site.`,
			);
			return;
		}
		if (chosen.length > 1) {
			const users = chosen.map((one) => `  ${one.id}  ${one.email ?? "no e-mail"}  since ${one.created_at}`);
			throw new OperatorError(
				[`${chosen.length} users are called ${username}. Add the id of one of them:`, ...users].join("\n"),
			);
		}
		await eraseUser({ db, remember: rememberForSite() }, user.id);
		console.log(`${username} is erased.`);
	});
}

/**
 * Erases what waits for a person who has never signed in; fails for one who has.
 * @param account the person's name or id on the platform.
 * @param personId the person's id there, needed if several accounts match.
 */
export function erasePlatformAccount(
	platform: string,
	account: string,
	personId: string | undefined,
): Promise<void> {
	return withExistingDatabase(async (db) => {
		const found = await findPlatformAccounts(db, platform, account);
		const chosen = found.filter((id) => personId === undefined || id === personId);
		const [id] = chosen;
		if (!id) throw new OperatorError(`Nothing is stored about ${account} on ${platform}.`);
		if (chosen.length > 1) {
			const accounts = chosen.map((one) => `  ${one}`);
			throw new OperatorError(
				[
					`${chosen.length} accounts on ${platform} have this name or id. Add the id of one of them:`,
					...accounts,
				].join("\n"),
			);
		}
		const owner = await findOwner(db, platform, id);
		if (owner) {
			throw new OperatorError(
				`${account} on ${platform} has signed in: plateia erase ${owner.twitch_username} ${owner.id}`,
			);
		}
		const count = await eraseAccount({ db, remember: rememberForSite() }, platform, id);
		console.log(`Deleted ${count} ${count === 1 ? "row" : "rows"} about ${account} on ${platform}.`);
	});
}
