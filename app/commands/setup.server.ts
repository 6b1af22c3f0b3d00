import { readEnvironment } from "~/lib/config.server";
import { signInTextsIn } from "~/setup/sign-in-settings";
import { forgetClientSecret } from "~/setup/sign-in-store.server";
import { withExistingDatabase } from "./existing-database.server";
import { type ExitCode, fail } from "./exit.server";

/** Makes the next start open the setup with the stored values of the sign-in, except for the client secret. */
export function setup(): Promise<ExitCode> {
	return withExistingDatabase(async (db) => {
		if (signInTextsIn(readEnvironment()).OIDC_CLIENT_SECRET) {
			return fail("The environment sets OIDC_CLIENT_SECRET: change the settings of the sign-in there.");
		}
		if (!(await forgetClientSecret(db, new Date()))) {
			return fail("No settings of the sign-in are stored: the next start opens the setup in any case.");
		}
		console.log("Restart the site, and open the setup link in its log.");
		return 0;
	});
}
