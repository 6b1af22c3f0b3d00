import type { Trx } from "db/database";
import { findUsersByName } from "~/account/erasure.queries.server";
import { nameIn } from "~/account/viewer";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import {
	deleteAdmin,
	findAdminSubjects,
	findAdminsByRole,
	findUsersBySubject,
	insertAdmin,
} from "./admins.queries.server";

type Tools = Pick<Site, "db" | "now"> & {
	config: Pick<Config, "ADMIN_SUBJECTS">;
	log: Pick<Site["log"], "info">;
	/** Called after a user was added or removed. */
	adminsChanged(userId: string): void;
};

/** Why a person is an admin: a row of the site, ADMIN_SUBJECTS of the environment, or the role at the provider. */
export type AdminSource = "site" | "environment" | "role";

export interface Admin {
	/** The provider's subject. */
	subject: string;
	/** Undefined until the person's first sign-in. */
	name: string | undefined;
	source: AdminSource;
}

const MAX_BY_ROLE = 100;
const MAX_SUBJECT_LENGTH = 255;
const SUBJECT_SHOWN = 4;

/** All admins, each once: those of the site first, then those of the environment, then those by role. */
export async function listAdmins({ db, config }: Pick<Tools, "db" | "config">): Promise<Admin[]> {
	const stored = await findAdminSubjects(db);
	const byRole = await findAdminsByRole(db, MAX_BY_ROLE);
	const users = await findUsersBySubject(db, [...stored, ...config.ADMIN_SUBJECTS]);
	const names = new Map([...users, ...byRole].map(({ subject, name }) => [subject, name]));
	const listed = [
		...stored.map((subject) => ({ subject, source: "site" as const })),
		...config.ADMIN_SUBJECTS.map((subject) => ({ subject, source: "environment" as const })),
		...byRole.map(({ subject }) => ({ subject, source: "role" as const })),
	];
	return listed
		.filter(({ subject }, place) => listed.findIndex((other) => other.subject === subject) === place)
		.map((admin) => ({ ...admin, name: names.get(admin.subject) }));
}

/**
 * Makes a person an admin at once and writes the change log. Does nothing if they are one of the site's admins.
 * @param who the name of a user who has signed in, or the provider's subject if `isSubject`.
 * @param alsoWrite runs in the same transaction, for a person who is an admin already as well.
 * @throws {DomainError} `adminUnknown` without a user of that name, `adminAmbiguous` with several, `adminInvalid` for a
 * malformed subject.
 */
export async function addAdmin(
	tools: Tools,
	adminId: string,
	{ who, isSubject }: { who: string; isSubject: boolean },
	alsoWrite?: (trx: Trx, at: Date) => Promise<void>,
): Promise<void> {
	const text = who.trim();
	if (!text || text.length > MAX_SUBJECT_LENGTH) throw new DomainError("adminInvalid");
	let subject = text;
	if (!isSubject) {
		const [user, other] = await findUsersByName(tools.db, nameIn(text) ?? "");
		if (!user) throw new DomainError("adminUnknown", { name: text });
		if (other) throw new DomainError("adminAmbiguous", { name: text });
		subject = user.twitch_id;
	}
	await change(tools, adminId, subject, async (trx, at) => {
		await alsoWrite?.(trx, at);
		return (await insertAdmin(trx, subject, at.toISOString())) ? { action: "admin.add" } : undefined;
	});
}

/**
 * Removes one of the site's admins at once and writes the change log. Does nothing for anyone else.
 * @throws {DomainError} `lastAdmin` if no other admin has signed in.
 */
export async function removeAdmin(tools: Tools, adminId: string, subject: string): Promise<void> {
	await change(tools, adminId, subject, async (trx) => {
		if (!(await deleteAdmin(trx, subject))) return undefined;
		const subjects = [...(await findAdminSubjects(trx)), ...tools.config.ADMIN_SUBJECTS];
		// A subject that has never signed in may be misspelt.
		const others = [...(await findUsersBySubject(trx, subjects)), ...(await findAdminsByRole(trx, 1))];
		if (others.length === 0) throw new DomainError("lastAdmin");
		return { action: "admin.remove" };
	});
}

/**
 * Writes a change about a person. The change log names them by their user id, or before their first sign-in by the end of
 * the subject, so that nothing of an erased user stays in it.
 */
async function change(
	tools: Tools,
	adminId: string,
	subject: string,
	write: (trx: Trx, at: Date) => Promise<{ action: "admin.add" | "admin.remove" } | undefined>,
): Promise<void> {
	const [user] = await findUsersBySubject(tools.db, [subject]);
	await writeChange(tools, adminId, {
		write: async (trx, at) => {
			const change = await write(trx, at);
			const end = `…${subject.slice(-SUBJECT_SHOWN)}`;
			return change && { ...change, subject: user?.id ?? "", subjectName: user ? "" : end };
		},
		published: (_subject, action) => {
			tools.log.info({ event: "admins-changed", action, adminId });
			if (user) tools.adminsChanged(user.id);
		},
	});
}
