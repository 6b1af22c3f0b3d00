import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import type { SecretBox } from "~/lib/secret-box.server";
import type { Log } from "~/observability/log.server";
import { addAdmin } from "~/settings/admins.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import type { SignInTexts } from "./sign-in-settings";

const KEY = "configuration.signIn";
const SECRET = "OIDC_CLIENT_SECRET";
const OWNER = `setting ${SECRET}`;
/** Stands in the change log for the person who sets up the site. */
const ACTOR = "setup";

interface Tools {
	db: Db;
	/** Encrypts the client secret. */
	box: SecretBox;
	log: Pick<Log, "info" | "error">;
	now: () => Date;
}

/** The stored settings of the sign-in, with the secret as it is encrypted. */
export const findStoredTexts = async (db: Db | Trx): Promise<SignInTexts> =>
	((await findSettings(db, [KEY]))[KEY] ?? {}) as SignInTexts;

/** The stored settings of the sign-in. A secret that was encrypted with another key is logged and left out. */
export async function readSignIn({
	db,
	box,
	log,
}: Pick<Tools, "db" | "box"> & { log: Pick<Log, "error"> }): Promise<SignInTexts> {
	const texts = await findStoredTexts(db);
	const { [SECRET]: sealed, ...others } = texts;
	if (!sealed) return others;
	try {
		return { ...others, [SECRET]: box.open<string>(sealed, OWNER) };
	} catch {
		log.error({ event: "setting-unreadable", setting: SECRET });
		return others;
	}
}

/** Removes the stored client secret. */
export const forgetClientSecret = (db: Db, now: Date): Promise<void> =>
	transact(db, async (trx) => {
		const { [SECRET]: _forgotten, ...others } = await findStoredTexts(trx);
		await saveSettings(trx, { [KEY]: others }, now.toISOString());
	});

/**
 * Stores the settings of the sign-in and makes the user with the provider's subject an admin, in one transaction. Writes the
 * change log.
 */
export async function saveSignIn(tools: Tools, texts: SignInTexts, subject: string): Promise<void> {
	const { [SECRET]: secret, ...others } = texts;
	const stored = secret ? { ...others, [SECRET]: tools.box.seal(secret, OWNER) } : others;
	await addAdmin(
		// Only a removal asks who else is an admin. No stream is open yet.
		{ ...tools, config: { ADMIN_SUBJECTS: [] }, adminsChanged() {} },
		ACTOR,
		{ who: subject, isSubject: true },
		(trx, at) => saveSettings(trx, { [KEY]: stored }, at.toISOString()),
	);
}
