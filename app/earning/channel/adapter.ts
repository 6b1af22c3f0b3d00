import type { Incoming, Person, RunningStream } from "../inbox/platform-event";
import type { UserTokens } from "../platform-tokens.server";
import type { Tier } from "../rules/earning-rules";

/** How a platform's messages reach the site. */
export type TransportName = "webhook" | "socket";

/** A subscription to a kind of message, as the settings page shows it. */
export interface SubscriptionState {
	/** The platform's name of the kind. */
	type: string;
	/** `enabled`, or why it is not, as the platform says. */
	status: string;
}

/** A channel that is connected. */
export interface ConnectedAccount extends Person {
	/** Signs what the platform sends. */
	hookSecret: string;
	transport: TransportName;
}

/** What a message to the webhook asks for. */
export type Received =
	/** To answer with a text, after which the platform begins to send messages of a type. */
	| { answer: string; confirms: string }
	| { incoming: Incoming }
	/** The platform has ended a subscription. */
	| { ended: SubscriptionState }
	/** Nothing: it is about another channel, or cannot be read. */
	| "ignored"
	/** Signed long ago, or not by the platform. */
	| "stale"
	| "forged";

/** A platform, as the channel manager uses it. Every method that asks the platform throws `PlatformError`. */
export interface Adapter {
	/** The address at which the broadcaster allows the site to read. @param verifier a secret of 43 to 128 characters. */
	authorizeUrl(state: string, redirectUri: string, verifier: string): string;
	/** The tokens for the code of the platform's answer, and whose they are. Stores nothing. */
	exchange(
		code: string,
		redirectUri: string,
		verifier: string,
	): Promise<{ tokens: UserTokens; account: Person }>;
	/** Checks that the stored tokens are valid, and refreshes them if necessary. */
	validate(): Promise<unknown>;
	/** Ends what the broadcaster has allowed. */
	revoke(tokens: UserTokens): Promise<void>;
	/**
	 * Creates the missing subscriptions and deletes those that are doubled or belong to an earlier address.
	 * @param sessionId of the socket, without which the webhook is used.
	 * @returns the state of each.
	 */
	subscribe(account: ConnectedAccount, sessionId?: string): Promise<SubscriptionState[]>;
	/** Deletes the subscriptions of an account. */
	unsubscribe(account: ConnectedAccount): Promise<void>;
	stream(accountId: string): Promise<RunningStream | undefined>;
	/** Everybody in the chat; undefined if the platform has no such list. */
	chatters?(accountId: string): Promise<Person[]>;
	/** The tiers of all subscribers by id. */
	subscribers?(accountId: string): Promise<Map<string, Tier>>;
	/** Verifies and reads a message to the webhook. */
	receive(account: ConnectedAccount, headers: Headers, body: Uint8Array): Promise<Received>;
	/** Keeps a connection over which messages arrive instead of the webhook; undefined if the platform has none. */
	openSocket?(account: ConnectedAccount, handlers: SocketHandlers): PlatformSocket;
}

interface SocketHandlers {
	/** When something was last heard, before this socket; undefined for a channel that was never heard. */
	heardAt: Date | undefined;
	/** Must create the subscriptions of a session. If it rejects, the connection is opened again. */
	subscribe(sessionId: string): Promise<void>;
	receive(received: Received): Promise<void>;
	/** Nothing was heard between two instants; what happened then is lost. */
	silent(from: Date, until: Date): void;
}

export interface PlatformSocket {
	/** When something was last heard; undefined before the first session. */
	heardAt(): Date | undefined;
	end(): void;
}
