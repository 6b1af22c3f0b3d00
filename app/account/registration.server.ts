import type { Trx } from "db/database";
import { creditImported } from "~/points/import/waiting.server";
import { openAccount } from "~/points/ledger/ledger.server";
import { findUserBySubject, insertUser, updateUser } from "./users.queries.server";

export interface Profile {
	/** The provider's `sub`. */
	subject: string;
	username: string;
	email: string | null;
	roles: string[];
}

interface Options {
	/** In points. */
	startingPoints: number;
	at: Date;
	/** The provider's userinfo could not be read. */
	isPartial?: boolean | undefined;
}

/**
 * Updates a user from the provider's profile, or registers a new user and credits `startingPoints` as the first ledger
 * entry, and then the imported points that wait for the name. The subject alone identifies a user, so that a rename keeps the account. A known user keeps name, roles and
 * e-mail address if the profile is partial.
 * @returns `rolesChanged` is false for a new user.
 */
export async function registerOrUpdate(
	trx: Trx,
	profile: Profile,
	{ startingPoints, at, isPartial = false }: Options,
): Promise<{ userId: string; registered: boolean; rolesChanged: boolean }> {
	const roles = JSON.stringify(profile.roles);
	const { subject, username, email } = profile;
	const known = await findUserBySubject(trx, subject);
	if (known && isPartial) return { userId: known.id, registered: false, rolesChanged: false };
	if (known) {
		const rolesChanged = known.roles !== roles;
		const changed = rolesChanged || known.twitch_username !== username || known.email !== email;
		if (changed) await updateUser(trx, known.id, { twitch_username: username, email, roles });
		return { userId: known.id, registered: false, rolesChanged };
	}
	const userId = crypto.randomUUID();
	await insertUser(trx, {
		id: userId,
		twitch_id: subject,
		twitch_username: username,
		email,
		roles,
		created_at: at.toISOString(),
	});
	await openAccount(trx, userId, startingPoints, at);
	await creditImported(trx, userId, { name: username }, at);
	return { userId, registered: true, rolesChanged: false };
}
