import { OperatorError } from "db/engine";
import { transact } from "db/transact";
import { removePrefix } from "~/account/subjects.queries.server";
import { readEnvironment } from "~/lib/config.server";
import { existingDatabase, whileUnserved, withExistingDatabase } from "./existing-database.server";

/** What Auth0 puts before the Twitch user id of somebody who signs in by its connection to Twitch. */
const PREFIX = "oauth2|twitch|";

/** Gives the users of Auth0's connection to Twitch the subjects that Twitch itself sends. The site must be stopped. */
export const auth0ToTwitch = async (): Promise<void> =>
	whileUnserved([await existingDatabase()], async () => {
		const { clashes, count } = await withExistingDatabase((db) =>
			transact(db, (trx) => removePrefix(trx, PREFIX)),
		);
		if (clashes.length > 0) {
			throw new OperatorError(
				`Nothing was changed, because these people have signed in both ways: ${clashes.join(", ")}. Erase one account of each (plateia erase NAME ID), then run this again.`,
			);
		}
		console.log(
			`Users who keep their accounts when they sign in with Twitch: ${count}. Everybody is signed out once.`,
		);
		if (readEnvironment().ADMIN_SUBJECTS?.includes(PREFIX)) {
			console.log(`Remove "${PREFIX}" from ADMIN_SUBJECTS in the settings file too.`);
		}
		console.log('Now run "plateia setup", start the site, open the link and choose Twitch.');
	});
