/** The platforms whose events earn points, by the name that viewers read. */
export const PLATFORMS = { twitch: "Twitch", kick: "Kick" } as const;

export type PlatformId = keyof typeof PLATFORMS;

export const isPlatform = (text: string): text is PlatformId => Object.hasOwn(PLATFORMS, text);

/** An account on a platform. */
export interface Person {
	/** The platform's id, which a rename does not change. */
	id: string;
	/** The login name. */
	name: string;
}

/** Something that happened on a channel, read from a message of the platform. */
export interface PlatformEvent {
	platform: PlatformId;
	/** The id of the message. One event may arrive under several. */
	messageId: string;
	/**
	 * Identifies the event among those of its person, in every message that contains it: the event's own id or a natural
	 * key such as `follow` or `resub:14`. Undefined if the platform gives neither; the id of the message is used then.
	 */
	key?: string | undefined;
	/**
	 * For an event without a key: two events of the same kind, person and facts within this time in ms are one event under
	 * two message ids. Undefined if two such events may happen at once.
	 */
	sameWithinMs?: number;
	/** A `StreamEventKind`, or another name for an event that earns nothing. */
	kind: string;
	/** Undefined for an anonymous person. */
	person?: Person | undefined;
	/** By the platform's clock. */
	happenedAt: Date;
	/** The other fields of the `StreamEvent`; none for an event that earns nothing. */
	facts?: Readonly<Record<string, number>>;
}

/** A person wrote in the chat of the channel itself. Not stored as an event; its text is not stored at all. */
export interface ChatMessage {
	type: "chat";
	messageId: string;
	person: Person;
	/** Read for commands only. */
	text: string;
	at: Date;
}

/** The content of a message of a platform. */
export type Incoming =
	| { type: "event"; event: PlatformEvent }
	| ChatMessage
	/** The stream began, ended or changed; stored as an event that earns nothing, and the state is read again. */
	| { type: "stream"; event: PlatformEvent };

/** A subscription to a kind of message, as the settings page shows it. */
export interface SubscriptionState {
	/** The platform's name of the kind. */
	type: string;
	/** `enabled`, `refused`, or another state in the platform's words. */
	status: string;
	/** Why it was refused, in the platform's words. */
	reason?: string | undefined;
}

/** What a message of a platform says. */
export type Message =
	/** A challenge: the answer must be this text, after which the platform sends messages of the type. */
	| { answer: string; confirms: string }
	/** The platform has ended a subscription. */
	| { ended: SubscriptionState }
	| Incoming;

/** The signature of a message. `stale`: signed by the platform, but too long ago or in the future. */
export type Verdict = "valid" | "stale" | "forged";

/** The stream that a channel broadcasts now. */
export interface RunningStream {
	/** The platform's id of this broadcast. */
	id: string;
	startedAt: Date;
	title: string;
	category: string;
	viewers: number;
}
