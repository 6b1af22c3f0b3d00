import { rightsIn, type Staff } from "~/lib/rights";
import { isVisible, singleLine } from "~/lib/single-line";

/** The signed-in user of a request. */
export interface Viewer extends Staff {
	id: string;
	username: string;
	points: number;
	/** The id of the avatar; null without one. */
	avatarId: string | null;
	/** The session's id in the database; never sent to a browser. */
	sessionId: string;
	/** ISO 8601. */
	sessionEndsAt: string;
}

/** The claims that the site reads; all but `sub` are optional. */
export interface Claims {
	sub: string;
	nickname?: unknown;
	name?: unknown;
	email?: unknown;
	/** The address of a picture. */
	picture?: unknown;
	[claim: string]: unknown;
}

/** Maximum length of a user name in code points. */
const MAX_NAME_LENGTH = 50;

/** Joiners, variation selectors: allowed within emoji, but elsewhere two names that look equal would differ. */
const UNSEEN_IN_NAMES = /\u034f|(?<!\p{Extended_Pictographic}\ufe0f?)[\u200d\ufe00-\ufe0f]/gu;

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * A user name: in lower case and NFC, on one line, truncated to {@link MAX_NAME_LENGTH}.
 * @returns undefined for a text without a visible character, or another type.
 */
export function nameIn(value: unknown): string | undefined {
	if (!isText(value)) return undefined;
	const whole = singleLine(value.toLowerCase().replace(UNSEEN_IN_NAMES, "")).normalize("NFC");
	const name = [...whole].slice(0, MAX_NAME_LENGTH).join("").trimEnd();
	return isVisible(name) ? name : undefined;
}

/**
 * The user name from the first claim that holds one: the custom claim, nickname, name, or the part of the e-mail address
 * before the @. See {@link nameIn}.
 * @returns undefined if no claim holds a name.
 */
export function usernameFrom(claims: Claims, customClaim?: string): string | undefined {
	const mailbox = isText(claims.email) ? claims.email.split("@", 1)[0] : undefined;
	const candidates = [customClaim && claims[customClaim], claims.nickname, claims.name, mailbox];
	return candidates.map(nameIn).find((name) => name !== undefined);
}

/**
 * The value of a claim, by its whole name or by a path whose parts are joined by dots, as in `realm_access.roles`. A whole
 * name takes precedence, because names of claims may contain dots.
 * @returns undefined if there is no such claim.
 */
export function claimAt(claims: unknown, path: string): unknown {
	if (typeof claims !== "object" || claims === null) return undefined;
	const values = new Map<string, unknown>(Object.entries(claims));
	if (values.has(path)) return values.get(path);
	for (const { index } of path.matchAll(/\./g)) {
		const value = claimAt(values.get(path.slice(0, index)), path.slice(index + 1));
		if (value !== undefined) return value;
	}
	return undefined;
}

/**
 * The role names in the value of a claim: a list, or one text with commas between them, or without a comma, spaces. No
 * value is an empty list.
 * @returns undefined for a value that holds no role names, such as an object or a list of numbers.
 */
export function rolesIn(value: unknown): string[] | undefined {
	if (isText(value)) {
		// Names may contain spaces: "Support Admin, Viewer" does not make an admin.
		const names = value.split(value.includes(",") ? "," : /\s+/);
		return names.map((name) => name.trim()).filter(Boolean);
	}
	const list: unknown = value ?? [];
	if (!Array.isArray(list)) return undefined;
	const names = list.filter(isText);
	return names.length > 0 || list.length === 0 ? names.filter((name) => name.trim() !== "") : undefined;
}

/** Role names are compared without regard to case. */
export const hasRole = (roles: readonly string[], wanted: string): boolean =>
	roles.some((role) => role.toLowerCase() === wanted.toLowerCase());

/**
 * What a user may do, from the stored columns. A role, the site's list or that of the environment makes an admin; `rights` is null
 * for a user who is no moderator.
 */
export const staffOf = (
	user: { roles: string; twitch_id: string; admin_subject: string | null; rights: string | null },
	{ ADMIN_SUBJECTS }: { ADMIN_SUBJECTS: readonly string[] },
): Staff => ({
	isAdmin:
		hasRole(JSON.parse(user.roles) as string[], "admin") ||
		user.admin_subject !== null ||
		ADMIN_SUBJECTS.includes(user.twitch_id),
	rights: rightsIn(user.rights),
});
