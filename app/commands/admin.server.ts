import type { Db } from "db/database";
import { OperatorError } from "db/engine";
import { DomainError } from "~/forms/domain-error";
import { readEnvironment } from "~/lib/config.server";
import { type Admin, addAdmin, listAdmins, removeAdmin } from "~/settings/admins.server";
import { withExistingDatabase } from "./existing-database.server";

/** Stands in the change log for the person at the command line. */
const ACTOR = "command";

/** What is printed for each refusal. */
const REFUSALS: Record<string, string> = {
	adminUnknown:
		"There is no user with that name. For somebody who has not signed in yet, give the provider's subject and --subject.",
	adminAmbiguous: "Several users have that name: give the provider's subject and --subject.",
	adminInvalid: "A name or subject has 1 to 255 characters.",
	lastAdmin: "This is the only admin who has signed in. Add another one first.",
};

const SOURCES: Record<Admin["source"], string> = {
	site: "added on the site or by this command",
	environment: "in ADMIN_SUBJECTS of the settings file",
	role: "has the role Admin at the sign-in provider",
};

const toolsOf = (db: Db) => ({
	db,
	config: {
		ADMIN_SUBJECTS: (readEnvironment().ADMIN_SUBJECTS ?? "").split(",").flatMap((one) => one.trim() || []),
	},
	log: { info() {} },
	now: () => new Date(),
	adminsChanged() {},
});

/** Runs `use`. @throws {OperatorError} with the reason if it refuses. */
const withRefusals = (use: (tools: ReturnType<typeof toolsOf>) => Promise<void>): Promise<void> =>
	withExistingDatabase(async (db) => {
		try {
			await use(toolsOf(db));
		} catch (error) {
			const refusal = error instanceof DomainError ? REFUSALS[error.code] : undefined;
			throw refusal === undefined ? error : new OperatorError(refusal);
		}
	});

/** Prints all admins, with the reason for each. */
export const listAdminsByCommand = (): Promise<void> =>
	withRefusals(async (tools) => {
		const admins = await listAdmins(tools);
		for (const { name, subject, source } of admins) {
			console.log(`${name ?? "(has not signed in)"}  ${subject}  ${SOURCES[source]}`);
		}
		if (admins.length === 0) console.log("There is no admin: plateia admin add NAME");
	});

/**
 * Makes a user an admin.
 * @param who a user's name, or the provider's subject if `isSubject`.
 */
export const addAdminByCommand = (who: string, isSubject: boolean): Promise<void> =>
	withRefusals(async (tools) => {
		await addAdmin(tools, ACTOR, { who, isSubject });
		console.log(`${who} is now an admin.`);
	});

/** Removes an admin whom the site or this command has added. */
export const removeAdminByCommand = (who: string, isSubject: boolean): Promise<void> =>
	withRefusals(async (tools) => {
		const wanted = isSubject ? who : who.toLowerCase();
		const found = (await listAdmins(tools)).filter((one) => (isSubject ? one.subject : one.name) === wanted);
		const [admin] = found;
		if (!admin) throw new OperatorError(`${who} is not an admin: "plateia admin" lists all.`);
		if (found.length > 1) throw new OperatorError(REFUSALS.adminAmbiguous ?? "");
		if (admin.source !== "site")
			throw new OperatorError(`${who} stays an admin: ${SOURCES[admin.source]}. Change it there.`);
		await removeAdmin(tools, ACTOR, admin.subject);
		console.log(`${who} is no longer an admin.`);
	});
