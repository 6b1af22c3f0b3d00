import type { SecretBox } from "~/lib/secret-box.server";
import type { Site } from "~/lib/site";
import type {
	ChatMessage,
	Message,
	Person,
	PlatformEvent,
	RunningStream,
	SubscriptionState,
	Verdict,
} from "../inbox/platform-event";
import type { TokenStore, UserTokens } from "../platform-client.server";
import type { Tier } from "../rules/rules";
import type { Turn, Watcher } from "../watch/watch.server";

/** How a platform's messages reach the site. */
export type TransportName = "webhook" | "socket";

/** A channel that is connected. */
export interface ConnectedAccount extends Person {
	/** The key with which the platform signs its messages. */
	hookSecret: string;
	transport: TransportName;
}

/** A message to the webhook, or why it is refused; undefined for one about another channel, or that cannot be read. */
export type Received = Message | Exclude<Verdict, "valid"> | undefined;

/** A platform, as the channel manager uses it. Every method that asks the platform throws `PlatformError`. */
export interface Adapter {
	/**
	 * The address at which the broadcaster grants access to the site.
	 * @param verifier a secret of 43 to 128 characters.
	 * @param withModerators whether the site asks to read the list of moderators too.
	 */
	authorizeUrl(state: string, redirectUri: string, verifier: string, withModerators?: boolean): string;
	/** Exchanges the code of the platform's answer. @returns tokens, which are not stored, and their account. */
	exchange(
		code: string,
		redirectUri: string,
		verifier: string,
	): Promise<{ tokens: UserTokens; account: Person }>;
	/** Checks that the stored tokens are valid, and refreshes them if necessary. */
	validate(): Promise<unknown>;
	/** Ends the broadcaster's grant at the platform. */
	revoke(tokens: UserTokens): Promise<void>;
	/**
	 * Creates the missing subscriptions, and deletes duplicates and those of an earlier address.
	 * @param sessionId the session of the socket; undefined for the webhook.
	 * @returns the state of each.
	 */
	subscribe(account: ConnectedAccount, sessionId?: string): Promise<SubscriptionState[]>;
	/** Deletes the subscriptions of an account. */
	unsubscribe(account: ConnectedAccount): Promise<void>;
	/** The running stream; undefined while the channel is offline. */
	stream(accountId: string): Promise<RunningStream | undefined>;
	/** Everybody in the chat. The method is missing if the platform has no such list. */
	chatters?(accountId: string): Promise<Person[]>;
	/** The tiers of all subscribers by id. The method is missing if the platform has no such list. */
	subscribers?(accountId: string): Promise<Map<string, Tier>>;
	/** What the broadcaster must have granted for {@link say}. */
	chatScope: string;
	/**
	 * Writes a text of at most 500 characters in the chat.
	 * @returns whether the platform shows it, and the platform's reason if not.
	 */
	say(account: Person, text: string): Promise<{ isSent: boolean; reason: string }>;
	/** The moderators of the channel. The method is missing if the platform has no such list. */
	moderators?(accountId: string): Promise<Person[]>;
	/** Verifies and reads a message to the webhook. */
	receive(account: ConnectedAccount, headers: Headers, body: Uint8Array): Promise<Received>;
	/** Opens a connection over which messages arrive instead of the webhook. The method is missing if the platform has none. */
	openSocket?(account: ConnectedAccount, handlers: SocketHandlers): PlatformSocket;
}

export interface SocketHandlers {
	/** When something was last heard, before this socket; until the first session, nothing is heard. Undefined for never. */
	heardAt: Date | undefined;
	/** Must create the subscriptions of a session within 10 s. If it rejects, the connection is opened again. */
	subscribe(sessionId: string): Promise<void>;
	/** Must not reject. A message may arrive again. */
	receive(message: Message | undefined): Promise<void>;
	/** Called after a time in which nothing was received; events of that time are lost. */
	silent(from: Date, until: Date): void;
}

export interface PlatformSocket {
	/**
	 * When something was last received, undefined before the first session; and whether the connection was lost at least twice since
	 * it was last subscribed.
	 */
	state(): { heardAt: Date | undefined; isFailing: boolean };
	end(): void;
}

/** The services that a channel uses. */
export type ChannelSite = Pick<Site, "db" | "now" | "log" | "leads" | "bus" | "inLeader">;

/** What a channel is connected with. */
export interface ChannelUses {
	/** Encrypts tokens. */
	box: SecretBox;
	/** The platform with its current settings; undefined without them. */
	createAdapter(tokens: TokenStore): Adapter | undefined;
	/** How messages arrive at a channel that is connected now. */
	transport(): TransportName;
	/** Stores an event. @returns whether it is new. */
	receiveEvent(event: PlatformEvent): Promise<boolean>;
	/** Stores a turn of watching. */
	addTurn(turn: Turn, watchers: readonly Watcher[]): Promise<boolean>;
	/** Called for each message in the chat; it may arrive again. */
	heard(message: ChatMessage): void;
	/** Called when the stream has started, ended or changed. */
	streamChanged(): void;
}
