import { DomainError } from "~/forms/domain-error";
import { addAdmin } from "~/settings/admins.server";
import { withExistingDatabase } from "./existing-database.server";
import { type ExitCode, fail } from "./exit.server";

/** Stands in the change log for the person at the command line. */
const ACTOR = "command";

/** What is printed for each refusal of `addAdmin`. */
const REFUSALS: Record<string, string> = {
	adminUnknown:
		"There is no user with that name. For somebody who has not signed in yet, give the provider's subject and --subject.",
	adminAmbiguous: "Several users have that name: give the provider's subject and --subject.",
	adminInvalid: "A name or subject has 1 to 255 characters.",
};

/**
 * Makes a user an admin.
 * @param who a user's name, or the provider's subject if `isSubject`.
 */
export function addAdminByCommand(who: string, isSubject: boolean): Promise<ExitCode> {
	return withExistingDatabase(async (db) => {
		const tools = {
			db,
			// Only a removal asks who else is an admin.
			config: { ADMIN_SUBJECTS: [] },
			log: { info() {} },
			now: () => new Date(),
			adminsChanged() {},
		};
		try {
			await addAdmin(tools, ACTOR, { who, isSubject });
		} catch (error) {
			const refusal = error instanceof DomainError ? REFUSALS[error.code] : undefined;
			if (refusal === undefined) throw error;
			return fail(refusal);
		}
		console.log(`${who} is now an admin.`);
		return 0;
	});
}
