/** `npm run erase -- NAME`: erases a person's data on their request. It may run beside the site. */
import { statSync } from "node:fs";
import { openDatabase } from "db/database";
import { sqlitePath } from "db/sqlite";
import { findUsersByName } from "./account/erasure.queries.server";
import { eraseUser } from "./account/erasure.server";
import { readEnvironment } from "./platform/config.server";

const address = readEnvironment().DATABASE_URL || "file:.data/plateia.sqlite";
const path = sqlitePath(address);
const [name, id] = process.argv.slice(2);

function stop(reason: string) {
	console.error(reason);
	process.exitCode = 1;
}

if (!name) stop("usage: npm run erase -- NAME [ID]");
else if (statSync(path, { throwIfNoEntry: false })?.isFile()) await erase(name, id);
else stop(`no database at ${path}`);

async function erase(username: string, userId: string | undefined) {
	const db = openDatabase(address);
	const found = await findUsersByName(db, username.toLowerCase());
	const chosen = found.filter((user) => userId === undefined || user.id === userId);
	const [user] = chosen;
	if (!user) stop(`nobody is called ${username}`);
	else if (chosen.length > 1) {
		stop(`${chosen.length} are called ${username}; add the id of one of them:`);
		for (const one of chosen)
			console.error(`  ${one.id}  ${one.email ?? "no e-mail"}  since ${one.created_at}`);
	} else {
		console.log(`${username} is ${await eraseUser(db, user.id)} from now on`);
	}
	await db.destroy();
}
