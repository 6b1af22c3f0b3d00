import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import type { SecretBox } from "~/lib/secret-box.server";
import type { Site } from "~/lib/site";
import { withoutEmpty } from "~/lib/without-empty";
import { addAdmin } from "~/settings/admins.server";
import { opened, sealed } from "~/settings/stored.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import type { SignInTexts } from "./sign-in-settings.server";

const KEY = "configuration.signIn";
/** Stands in the change log for the person who sets up the site. */
const ACTOR = "setup";

type Tools = Pick<Site, "db" | "now"> & {
	/** Encrypts the client secret. */
	box: SecretBox;
	log: Pick<Site["log"], "info" | "error">;
};

/** The stored settings of the sign-in, with the secret as it is encrypted. */
export const findStoredTexts = async (db: Db | Trx): Promise<SignInTexts> =>
	((await findSettings(db, [KEY]))[KEY] ?? {}) as SignInTexts;

/** The stored settings of the sign-in. A secret that was encrypted with another key is logged and left out. */
export const readSignIn = async ({
	db,
	box,
	log,
}: Pick<Tools, "db" | "box"> & { log: Pick<Site["log"], "error"> }): Promise<SignInTexts> =>
	withoutEmpty(
		opened(box, await findStoredTexts(db), (setting) => log.error({ event: "setting-unreadable", setting })),
	);

/** Removes the stored client secret. */
export const forgetClientSecret = (db: Db, now: Date): Promise<void> =>
	transact(db, async (trx) => {
		const { OIDC_CLIENT_SECRET: _forgotten, ...others } = await findStoredTexts(trx);
		await saveSettings(trx, { [KEY]: others }, now.toISOString());
	});

/**
 * Stores the settings of the sign-in and makes the user with the provider's subject an admin, in one transaction. Writes the
 * change log.
 */
export const saveSignIn = (tools: Tools, texts: SignInTexts, subject: string): Promise<void> =>
	addAdmin(
		// Only a removal asks who else is an admin. No stream is open yet.
		{ ...tools, config: { ADMIN_SUBJECTS: [] }, adminsChanged() {} },
		ACTOR,
		{ who: subject, isSubject: true },
		(trx, at) => saveSettings(trx, { [KEY]: sealed(tools.box, texts) }, at.toISOString()),
	);
