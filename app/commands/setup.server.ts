import { OperatorError } from "db/engine";
import { readEnvironment } from "~/lib/config.server";
import { issueToken, LINK_MINUTES, setupLink } from "~/setup/setup-access.server";
import { missingIn, signInTextsIn, storedBeside } from "~/setup/sign-in-settings.server";
import { findStoredTexts, forgetClientSecret } from "~/setup/sign-in-store.server";
import { withExistingDatabase } from "./existing-database.server";

/**
 * Prints a new link of the setup. If the settings of the sign-in are complete, forgets the stored client secret, so that the
 * next start opens the setup with the other values.
 */
export function setup(): Promise<void> {
	const environment = readEnvironment();
	return withExistingDatabase(async (db) => {
		const fixed = signInTextsIn(environment);
		const texts = { ...storedBeside(fixed, await findStoredTexts(db)), ...fixed };
		const isComplete = missingIn(texts).length === 0;
		if (isComplete && fixed.OIDC_CLIENT_SECRET) {
			throw new OperatorError(
				"The environment sets OIDC_CLIENT_SECRET: change the settings of the sign-in there.",
			);
		}
		const now = new Date();
		if (isComplete) await forgetClientSecret(db, now);
		const link = setupLink(await issueToken(db, now), texts, environment.PORT);
		if (isComplete) console.log("Restart the site (systemctl restart plateia) and open the setup again.");
		console.log(`This link works once, within ${LINK_MINUTES} minutes:\n${link}`);
	});
}
