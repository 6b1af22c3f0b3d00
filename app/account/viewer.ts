/** The signed-in user of a request. */
export interface Viewer {
	id: string;
	username: string;
	isAdmin: boolean;
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

const filled = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/**
 * The user name from the first non-empty claim, in lower case: the custom claim, nickname, name, or the part of the
 * e-mail address before the @.
 * @returns undefined if no claim holds a name.
 */
export function usernameFrom(claims: Claims, customClaim?: string): string | undefined {
	const mailbox = filled(claims.email) ? claims.email.split("@", 1)[0] : undefined;
	const candidates = [customClaim && claims[customClaim], claims.nickname, claims.name, mailbox];
	return candidates.find(filled)?.trim().toLowerCase();
}

/** The role names in the configured claim: a list, or a single name. Other values count as none. */
export function rolesFrom(claims: Claims, rolesClaim: string): string[] {
	return [claims[rolesClaim] ?? []].flat().filter(filled);
}

/** Role names are compared without regard to case. */
export const hasRole = (roles: readonly string[], wanted: string): boolean =>
	roles.some((role) => role.toLowerCase() === wanted.toLowerCase());
