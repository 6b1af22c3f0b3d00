/** `npm run erase -- NAME [ID]`: erases a person's data on their request. The site may be running. */
import type { Db } from "db/database";
import { findUsersByName } from "~/account/erasure.queries.server";
import { eraseUser } from "~/account/erasure.server";
import { fail, withExistingDatabase } from "./existing-database.server";

const [name, id] = process.argv.slice(2);

if (!name) fail("usage: npm run erase -- NAME [ID]");
else await withExistingDatabase((db) => erase(db, name, id));

async function erase(db: Db, username: string, userId: string | undefined) {
	const found = await findUsersByName(db, username.toLowerCase());
	const chosen = found.filter((user) => userId === undefined || user.id === userId);
	const [user] = chosen;
	if (!user) fail(`nobody is called ${username}`);
	else if (chosen.length > 1) {
		fail(`${chosen.length} are called ${username}; add the id of one of them:`);
		for (const one of chosen)
			console.error(`  ${one.id}  ${one.email ?? "no e-mail"}  since ${one.created_at}`);
	} else {
		console.log(`${username} is ${await eraseUser(db, user.id)} from now on`);
	}
}
