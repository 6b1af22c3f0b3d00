/** Commands in the chat. The functions are pure. */
import { LRUCache } from "lru-cache";
import { plainText } from "~/lib/plain-text";
import { singleLine } from "~/lib/single-line";

/**
 * Each with its names and the setting that opens it. Messages of Kick are late, so a command that decides between viewers is for Twitch
 * only.
 */
export const COMMANDS = {
	points: { names: ["points", "pontos"], setting: "CHAT_POINTS", platforms: ["twitch", "kick"] },
	top: { names: ["top"], setting: "CHAT_TOP", platforms: ["twitch", "kick"] },
	claim: { names: ["claim", "codigo"], setting: "CHAT_CLAIM", platforms: ["twitch", "kick"] },
	join: { names: ["join", "entrar"], setting: "CHAT_JOIN", platforms: ["twitch"] },
	guess: { names: ["guess", "palpite"], setting: "CHAT_GUESS", platforms: ["twitch"] },
	request: { names: ["request", "pedir"], setting: "CHAT_REQUEST", platforms: ["twitch"] },
} as const;

export type CommandName = keyof typeof COMMANDS;

export interface Command {
	name: CommandName;
	/** What follows the name; empty without anything. */
	argument: string;
}

const BY_NAME = new Map(
	Object.entries(COMMANDS).flatMap(([command, { names }]) =>
		names.map((name) => [name as string, command as CommandName]),
	),
);

/** Chat clients append characters without a glyph to texts that are sent twice. */
const PADDING = /\p{Default_Ignorable_Code_Point}/gu;

/** The command in a message, in any case and with or without accents; undefined for any other text. */
export function commandIn(text: string): Command | undefined {
	const [, typed = "", argument = ""] =
		/^!([\p{L}\p{M}]+)(?: (.*))?$/u.exec(singleLine(text.replace(PADDING, ""))) ?? [];
	const name = BY_NAME.get(plainText(typed));
	return name && { name, argument };
}

const MAX_NAME = 25;
/** Logins of Twitch and Kick. Other names cannot be mentioned. */
const LOGIN = /^\w{3,25}$/;
/** Words that notify many people at once in some chats. */
const MANY = /^(all|channel|everyone|here|todos)$/i;

/** A name without characters that could begin a command or a link; empty if nothing is left. */
export const plainName = (name: string): string =>
	singleLine(name.replace(/[^\p{L}\p{N}_-]+/gu, " ").replace(/^[^\p{L}\p{N}]+/u, ""))
		.slice(0, MAX_NAME)
		.trimEnd();

/** A login as a mention, which its owner is notified of, or without `@` if it cannot be one. */
export const mention = (login: string): string =>
	LOGIN.test(login) && !MANY.test(login) ? `@${login}` : plainName(login);

/** ms between two commands of a viewer. */
const PAUSE_MS = 10_000;
/** ms after which a message is too old to be answered. Those of Kick are often minutes late. */
const MAX_AGE_MS = { twitch: 60_000, kick: 600_000 } as const;
const MAX_KEPT = 10_000;

/**
 * Decides which commands are answered: one in 10 s of each viewer, none that is older than the platform's messages may be, and none
 * that was sent before the viewer's last one. So a message that the platform or an attacker repeats is not answered.
 */
export function createTurns() {
	const last = new LRUCache<string, { sentAt: number; answeredAt: number }>({ max: MAX_KEPT });
	return {
		/** @param sentAt by the platform's clock, in ms. @param now in ms. */
		take(platform: keyof typeof MAX_AGE_MS, personId: string, sentAt: number, now: number): boolean {
			if (now - sentAt > MAX_AGE_MS[platform]) return false;
			const key = `${platform} ${personId}`;
			const before = last.get(key);
			if (before && (sentAt <= before.sentAt || now - before.answeredAt < PAUSE_MS)) return false;
			last.set(key, { sentAt, answeredAt: now });
			return true;
		},
	};
}
