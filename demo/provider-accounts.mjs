/** The demo provider's accounts. Every valid name is an account; accounts are kept in memory. */
import { platformIdOf } from "./platform-people.mjs";

export const ROLES_CLAIM = "https://plateia.example/roles";
export const USERNAME_CLAIM = "https://plateia.example/username";
/** The id of the account on the local Twitch and Kick. */
export const PLATFORM_ID_CLAIM = "https://plateia.example/platform_id";
export const READY_MADE_NAMES = ["ana", "bruno", "carla", "admin"];

const SUBJECT_PREFIX = "demo|";

/** Whether the name has 2 to 25 letters, digits or underscores. @param {string} name */
export function isValidName(name) {
	return /^\w{2,25}$/.test(name);
}

/**
 * Creates an empty set of accounts. Names that differ in case only are one account.
 * @param {(name: string) => string | undefined} [pictureOf] the address of an account's picture
 */
export function createAccounts(pictureOf = () => undefined) {
	/** @type {Map<string, { nickname: string, roles: string[] }>} */
	const accounts = new Map();

	/** @param {string} name */
	const subjectOf = (name) => SUBJECT_PREFIX + name.toLowerCase();

	/** @param {string} name */
	function accountOf(name) {
		const subject = subjectOf(name);
		let account = accounts.get(subject);
		if (!account) {
			account = { nickname: name, roles: subject === subjectOf("admin") ? ["Admin"] : [] };
			accounts.set(subject, account);
		}
		return account;
	}

	return {
		subjectOf,
		/** The subject of a name; creates the account at its first use. @param {string} name */
		open(name) {
			accountOf(name);
			return subjectOf(name);
		},
		/** Replaces the account's roles. @param {string} name @param {string[]} roles */
		setRoles(name, roles) {
			accountOf(name).roles = [...roles];
		},
		/** Changes the account's name and keeps its subject. @param {string} name @param {string} nickname */
		rename(name, nickname) {
			accountOf(name).nickname = nickname;
		},
		/** The account in oidc-provider's format; undefined if it was never opened. @param {string} subject */
		find(subject) {
			const account = accounts.get(subject);
			if (!account) return undefined;
			const picture = pictureOf(subject.slice(SUBJECT_PREFIX.length));
			return {
				accountId: subject,
				claims: async () => ({
					sub: subject,
					nickname: account.nickname,
					name: account.nickname,
					...(picture && { picture }),
					email: `${account.nickname}@example.com`,
					email_verified: true,
					[ROLES_CLAIM]: account.roles,
					[USERNAME_CLAIM]: account.nickname,
					[PLATFORM_ID_CLAIM]: platformIdOf(subject.slice(SUBJECT_PREFIX.length)),
				}),
			};
		},
	};
}
