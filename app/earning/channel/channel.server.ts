import { randomBytes } from "node:crypto";
import { transact } from "db/transact";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { every } from "~/lib/every.server";
import { guarded, inBackground } from "~/lib/guarded";
import {
	type Message,
	type Person,
	PLATFORMS,
	type PlatformId,
	type SubscriptionState,
} from "../inbox/platform-event";
import {
	PlatformError,
	type PlatformFault,
	type TokenStore,
	type UserTokens,
} from "../platform-client.server";
import { MODERATORS_SCOPE } from "../twitch/events";
import { saveChat } from "../watch/activity.queries.server";
import type {
	Adapter,
	ChannelSite,
	ChannelUses,
	ConnectedAccount,
	PlatformSocket,
	TransportName,
} from "./adapter";
import {
	deleteConnection,
	findConnection,
	insertSilence,
	replaceConnection,
	updateConnection,
} from "./channels.queries.server";
import { createStreamWatch } from "./stream-watch.server";
import { PENDING, troubleOf } from "./trouble";

interface Connected extends ConnectedAccount {
	tokens: UserTokens;
	connectedAt: string;
	/** The last stored value. */
	heardAt: Date | undefined;
}

/** What is known about the connected channel, and forgotten with it. */
interface Known {
	subscriptions: readonly SubscriptionState[];
	/** Whether the platform may have subscriptions with an earlier secret, whose messages would be refused. */
	hasOldSubscriptions?: boolean;
	/** Why the last attempt to subscribe failed. */
	subscribeFailure?: PlatformError | undefined;
	/** When the subscriptions were last made (epoch ms). */
	subscribedAt: number;
	fault?: PlatformFault | undefined;
	/** Whether the platform has refused the tokens. Requests without them still succeed. */
	isUnauthorised?: boolean;
	/** Whether the platform has refused to take a text for the chat from these tokens. */
	isChatRefused?: boolean;
	/** Why the platform has not shown the last text for the chat. */
	chatDropped?: string | undefined;
	/** Whether the tiers of the subscribers were read in this hour. */
	hasTiers?: boolean;
	/** When something was last received, except by the open socket. */
	heardAt: Date | undefined;
}

const NEVER = Number.NEGATIVE_INFINITY;
const nothingKnown = (heardAt?: Date): Known => ({ subscriptions: [], subscribedAt: NEVER, heardAt });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** ms between two attempts to store a message of a socket, which the platform does not send again. */
const STORE_AGAIN_MS = 1000;
/** ms between two log entries of refused messages. */
const LOG_EVERY_MS = 10_000;
/** How long another process waits for the leader while it connects or disconnects at the platform. */
const CONNECT_MS = 20_000;
/** How long the settings page of another process waits for the leader. */
const STATUS_MS = 1500;
/** ms between two notes to the leader that something was heard. */
const HEARD_EVERY_MS = 1000;

/** What the leader must know of a message that any process has received: that it was heard, and perhaps more. */
interface Note {
	/** A subscription that the platform has ended. */
	ended?: SubscriptionState;
	/** The type of a subscription whose challenge was answered. */
	confirms?: string;
	/** Whether the stream has begun, ended or changed. */
	isStream?: boolean;
}

/**
 * Opens a channel on a platform: its connection, its subscriptions and the messages that arrive. Every minute its stream is
 * read (see {@link createStreamWatch}). A failure of the platform is shown on the settings page; the next minute tries again.
 */
export async function openChannel(site: ChannelSite, platform: PlatformId, uses: ChannelUses) {
	// Only the leader connects to the platform; the other processes know which channel is connected, and store its messages.
	const { db, now, log, leads, bus, inLeader } = site;
	const { box } = uses;
	const about = { platform };
	let connected = await load();
	let known = nothingKnown(connected?.heardAt);
	/** The types whose challenges were answered since the subscriptions were last made, or while they are. */
	const confirmed = new Set<string>();
	const refusalLoggedAt = { forged: NEVER, stale: NEVER };
	let socket: PlatformSocket | undefined;
	let checkedAt = NEVER;
	let notedAt = NEVER;
	let isEnding = false;
	let queue = Promise.resolve();

	const store = (changes: Parameters<typeof updateConnection>[2]) =>
		transact(db, (trx) => updateConnection(trx, platform, changes));

	const tokenStore: TokenStore = {
		read: () => connected?.tokens,
		async save(tokens) {
			if (!connected) return;
			connected = { ...connected, tokens };
			await store({ tokens: box.seal(tokens, platform) });
		},
	};
	let adapter = uses.createAdapter(tokenStore);
	const streamWatch = createStreamWatch(site, platform, { ...uses, ask: asking });

	async function load(): Promise<Connected | undefined> {
		const row = await findConnection(db, platform);
		if (!row) return undefined;
		try {
			return {
				...{ id: row.account_id, name: row.account_name, connectedAt: row.connected_at },
				tokens: box.open<UserTokens>(row.tokens, platform),
				hookSecret: box.open<string>(row.hook_secret, platform),
				transport: row.transport as TransportName,
				heardAt: row.heard_at === null ? undefined : new Date(row.heard_at),
			};
		} catch (error) {
			log.error({ event: "platform-connection-unreadable", ...about, err: error });
			return undefined;
		}
	}

	/** Sends a request to the platform and records whether it failed. */
	async function asking<Answer>(ask: (adapter: Adapter, account: Connected) => Promise<Answer>) {
		if (!adapter || !connected) return undefined;
		try {
			const answer = await ask(adapter, connected);
			known.fault = undefined;
			return answer;
		} catch (error) {
			if (isEnding) return undefined;
			if (!(error instanceof PlatformError)) throw error;
			known.fault = error.kind;
			if (error.kind === "unauthorised") known.isUnauthorised = true;
			log.warn({ event: "platform-request-failed", ...about, err: error });
			return undefined;
		}
	}

	const lastHeard = () => socket?.state().heardAt ?? known.heardAt;

	/** Stores when something was last received, so that the length of an outage is known after a restart. */
	async function storeHeard() {
		const [account, heard] = [connected, lastHeard()];
		if (!account || !heard || heard.getTime() === account.heardAt?.getTime()) return;
		await store({ heard_at: heard.toISOString() });
		account.heardAt = heard;
	}

	function endSocket() {
		known.heardAt = lastHeard();
		socket?.end();
		socket = undefined;
	}

	/** Opens the socket if messages arrive by one. */
	function listen() {
		endSocket();
		if (!leads() || connected?.transport !== "socket" || !adapter?.openSocket) return;
		socket = adapter.openSocket(connected, {
			heardAt: known.heardAt,
			async subscribe(sessionId) {
				// Those of an earlier session have ended with it.
				known.subscriptions = [];
				if (adapter && connected) await createSubscriptions(adapter, connected, sessionId);
			},
			receive: storeUntilDone,
			silent: (from, until) =>
				void transact(db, (trx) =>
					insertSilence(trx, platform, from.toISOString(), until.toISOString()),
				).catch((error: unknown) => log.error({ event: "platform-silence-unstored", ...about, err: error })),
		});
	}

	/** Creates the missing subscriptions and deletes needless ones, and records whether that failed. */
	async function createSubscriptions(platformNow: Adapter, account: Connected, sessionId?: string) {
		try {
			known.hasOldSubscriptions &&= await platformNow.unsubscribe(account).then(() => false);
			const subscriptions = await platformNow.subscribe(account, sessionId);
			Object.assign(known, { subscriptions, subscribedAt: now().getTime(), subscribeFailure: undefined });
		} catch (error) {
			if (error instanceof PlatformError) known.subscribeFailure = error;
			throw error;
		}
	}

	/** Subscribes the webhook. */
	async function subscribe() {
		if (connected?.transport === "socket") return;
		confirmed.clear();
		await asking(createSubscriptions);
		confirm();
	}

	/** Whether the broadcaster lets the site write in the chat. Connections of earlier versions do not: they have no scopes. */
	const maySay = (): boolean =>
		adapter !== undefined &&
		connected?.tokens.scopes?.includes(adapter.chatScope) === true &&
		!known.isUnauthorised &&
		!known.isChatRefused;

	const mayReadModerators = () => connected?.tokens.scopes?.includes(MODERATORS_SCOPE) === true;

	const trouble = () =>
		connected && adapter && !known.isUnauthorised
			? troubleOf({
					subscriptions: known.subscriptions,
					failure: known.subscribeFailure,
					isSocket: connected.transport === "socket",
					isSocketFailing: socket?.state().isFailing ?? false,
					isConfirmationDue: now().getTime() - known.subscribedAt >= MINUTE_MS,
				})
			: undefined;

	/** A subscription whose challenge was answered is active. */
	function confirm() {
		known.subscriptions = known.subscriptions.map((one) =>
			one.status === PENDING && confirmed.has(one.type) ? { ...one, status: "enabled" } : one,
		);
	}

	/**
	 * Logs a refused message, at most every 10 s, because anybody can send messages. Forged ones do not hide stale ones, which
	 * may mean a wrong clock.
	 */
	function noteRefusal(verdict: keyof typeof refusalLoggedAt) {
		const time = now().getTime();
		if (Math.abs(time - refusalLoggedAt[verdict]) < LOG_EVERY_MS) return;
		refusalLoggedAt[verdict] = time;
		log.warn({ event: "platform-message-refused", ...about, verdict });
	}

	/** A message of a socket is not sent again. */
	async function storeUntilDone(message: Message | undefined) {
		for (;;) {
			try {
				return await receive(message);
			} catch (error) {
				log.error({ event: "platform-message-unstored", ...about, err: error });
				if (isEnding) return;
				await new Promise((resolve) => setTimeout(resolve, STORE_AGAIN_MS).unref());
			}
		}
	}

	/** Stores what a message says. */
	async function receive(message: Message | undefined): Promise<void> {
		if (!message || "answer" in message) return;
		if ("ended" in message) return tellLeader({ ended: message.ended });
		tellLeader({});
		if (message.type === "chat") {
			const { id, name } = message.person;
			const row = { platform, person_id: id, person_name: name, at: message.at.toISOString() };
			await transact(db, (trx) => saveChat(trx, row));
			return uses.heard(message);
		}
		const isNew = await uses.receiveEvent(message.event);
		// Anybody can replay a message of Kick for days.
		if (isNew && message.type === "stream") tellLeader({ isStream: true });
	}

	function take({ ended, confirms, isStream }: Note) {
		if (confirms === undefined) known.heardAt = now();
		else {
			confirmed.add(confirms);
			confirm();
		}
		if (ended) {
			known.subscriptions = known.subscriptions.map((one) => (one.type === ended.type ? ended : one));
			log.warn({ event: "platform-subscription-ended", ...about, ...ended });
			// The broadcaster may have ended the connection: the next minute asks.
			checkedAt = NEVER;
		}
		if (isStream) inBackground(() => inTurn(streamWatch.watchStream));
	}

	/** Without a leader the note is lost: the next leader asks the platform first. */
	function tellLeader(note: Note) {
		if (leads()) return take(note);
		if (note.confirms === undefined) {
			const time = now().getTime();
			if (!note.ended && !note.isStream && Math.abs(time - notedAt) < HEARD_EVERY_MS) return;
			notedAt = time;
		}
		bus.publish(`${platform}-note`, note);
	}

	bus.subscribe(
		`${platform}-note`,
		guarded((note: unknown) => (leads() ? take(note as Note) : undefined)),
	);
	// Messages that follow at once are signed with the new secret.
	bus.subscribe(`${platform}-connection`, guarded(refresh));
	const connectionChanged = () => bus.publish(`${platform}-connection`, null);

	/** Reads again which channel is connected, in a process that does not lead. */
	async function refresh(): Promise<void> {
		if (!leads()) connected = await load();
	}

	/**
	 * Once an hour: validates the tokens, as Twitch demands, and reads what may have changed without a message. What has
	 * failed is tried again each time, except with tokens that the platform refuses.
	 */
	async function check() {
		const isDue = now().getTime() - checkedAt >= HOUR_MS;
		if (isDue) {
			checkedAt = now().getTime();
			known.hasTiers = false;
			const valid = await asking((platformNow) => platformNow.validate().then(() => true));
			if (valid) known.isUnauthorised = false;
		}
		if (isDue || known.subscribeFailure) await subscribe();
		if (!known.hasTiers && !known.isUnauthorised) known.hasTiers = await streamWatch.readTiers();
	}

	async function everyMinute() {
		if (!connected || !leads()) return;
		await storeHeard();
		await check();
		await streamWatch.watchStream();
	}

	/** Runs requests to the platform one after the other, so that nothing is subscribed twice. Never rejects. */
	function inTurn(ask: () => Promise<void>): Promise<void> {
		queue = queue
			.then(ask)
			.catch((error: unknown) => log.error({ event: "platform-channel-failed", ...about, err: error }));
		return queue;
	}

	/** Deletes the subscriptions of the connected channel; those of a socket end with it. */
	const unsubscribe = () =>
		inTurn(async () => {
			if (connected?.transport !== "webhook") return;
			await asking((platformNow, account) => platformNow.unsubscribe(account));
		});

	/** Forgets what was known about the connected channel. */
	function forget() {
		endSocket();
		known = nothingKnown();
		streamWatch.forgetStream();
	}

	/** Begins again with what is connected now. */
	function restart(): Promise<void> {
		checkedAt = NEVER;
		listen();
		return inTurn(everyMinute);
	}

	/** The account is undefined while no channel is connected. */
	const statusNow = () => ({
		account: connected && {
			name: connected.name,
			connectedAt: connected.connectedAt,
			transport: connected.transport,
		},
		subscriptions: known.subscriptions,
		stream: streamWatch.stream(),
		/** When a message was last received; of a socket, when anything was. */
		heardAt: lastHeard(),
		/** Why the last request to the platform failed. */
		fault: known.isUnauthorised ? ("unauthorised" as const) : known.fault,
		/** Why viewers earn less than the rules say. */
		trouble: trouble(),
		maySay: maySay(),
		/** Why the platform has not shown the last text for the chat; undefined if it has. */
		chatDropped: known.chatDropped,
	});

	/** See `connect` below. @param sealed the code and the verifier, which the messages between processes must not show. */
	async function connect(adminId: string, sealed: string, redirectUri: string): Promise<void> {
		if (!adapter) throw new DomainError("platformOff");
		const [code, verifier] = box.open<[string, string]>(sealed, platform);
		const { tokens, account } = await adapter
			.exchange(code, redirectUri, verifier)
			.catch((error: unknown) => {
				if (!(error instanceof PlatformError)) throw error;
				log.warn({ event: "platform-unconnected", ...about, err: error });
				throw new DomainError("platformRefused");
			});
		const transport = uses.transport();
		const before = connected;
		const continues = before?.id === account.id && before.transport === transport;
		// The subscriptions that cannot be deleted keep their secret.
		const hookSecret = continues ? before.hookSecret : randomBytes(32).toString("hex");
		if (!continues) await unsubscribe();
		await writeChange(site, adminId, {
			write: async (trx, at) => {
				await replaceConnection(trx, {
					...{ platform, account_id: account.id, account_name: account.name, transport },
					tokens: box.seal(tokens, platform),
					hook_secret: box.seal(hookSecret, platform),
					connected_at: at.toISOString(),
				});
				return {
					...{ action: "platform.connect", subject: platform, subjectName: PLATFORMS[platform] },
					after: { channel: account.name },
				};
			},
		});
		log.info({ event: "platform-connected", ...about, adminId });
		connected = await load();
		connectionChanged();
		if (!continues) forget();
		Object.assign(known, { isUnauthorised: false, isChatRefused: false, chatDropped: undefined });
		known.hasOldSubscriptions = transport === "webhook";
		await restart();
	}

	/** See `disconnect` below. */
	async function disconnect(adminId: string): Promise<boolean> {
		const before = connected;
		if (!before) return true;
		endSocket();
		await unsubscribe();
		const isRevoked = await asking(async (platformNow, account) => {
			await platformNow.revoke(account.tokens);
			return true;
		});
		await writeChange(site, adminId, {
			write: async (trx) => {
				await deleteConnection(trx, platform);
				return {
					...{ action: "platform.disconnect", subject: platform, subjectName: PLATFORMS[platform] },
					before: { channel: before.name },
				};
			},
		});
		connected = undefined;
		connectionChanged();
		forget();
		log.info({ event: "platform-disconnected", ...about, adminId });
		return isRevoked ?? false;
	}

	/** What the settings page shows of the channel. */
	const shownStatus = () => {
		const { heardAt, stream, ...status } = statusNow();
		return { ...status, heardAt: heardAt?.toISOString(), isLive: stream !== undefined };
	};

	const ofLeader = {
		status: inLeader(`${platform}-status`, async () => shownStatus(), STATUS_MS),
		connect: inLeader(`${platform}-connect`, connect, CONNECT_MS),
		disconnect: inLeader(`${platform}-disconnect`, disconnect, CONNECT_MS),
		renew: inLeader(`${platform}-renew`, restart, CONNECT_MS),
		hasSubscriber: inLeader(`${platform}-subscriber`, async (id: string) => streamWatch.hasSubscriber(id)),
	};

	listen();
	// Not awaited: the site starts without the platform.
	const endPolling = every(MINUTE_MS, `${platform}-channel`, () => inTurn(everyMinute), log);

	return {
		/** Whether the settings allow to connect a channel. */
		get isConfigured() {
			return adapter !== undefined;
		},
		/** To be called after the settings have changed. */
		async settingsChanged(): Promise<void> {
			adapter = uses.createAdapter(tokenStore);
			// Without settings nobody tells when the stream ends.
			if (!adapter) streamWatch.forgetStream();
			await restart();
		},

		/** What this process knows of the channel; its account is undefined while none is connected. */
		status: statusNow,
		/** What the leader knows of the channel; without its answer, what this process knows. */
		readStatus: () =>
			ofLeader.status().catch((error: unknown) => {
				if (error instanceof DomainError) return shownStatus();
				throw error;
			}),

		/** Where the broadcaster allows the site to read. @throws {DomainError} `platformOff` without settings. */
		authorizeUrl(state: string, redirectUri: string, verifier: string, withModerators: boolean): string {
			if (!adapter) throw new DomainError("platformOff");
			return adapter.authorizeUrl(state, redirectUri, verifier, withModerators || mayReadModerators());
		},

		/**
		 * Connects the channel of the platform's answer in place of an earlier one, and writes the change log.
		 * @throws {DomainError} `platformOff`, `platformRefused`; `siteBusy` without an answer of the leader.
		 */
		connect: (adminId: string, code: string, redirectUri: string, verifier: string): Promise<void> =>
			ofLeader.connect(adminId, box.seal([code, verifier], platform), redirectUri),

		/**
		 * Ends the connection here and at the platform, and writes the change log.
		 * @returns whether the platform has ended the access. If not, only the streamer can end it, because the tokens are forgotten.
		 * @throws {DomainError} `siteBusy` without an answer of the leader.
		 */
		disconnect: ofLeader.disconnect,

		/** Connects to the platform. Call it when this process begins to lead. Never rejects. */
		async begin(): Promise<void> {
			await inTurn(async () => {
				connected = await load();
				known.heardAt = connected?.heardAt;
			});
			await restart();
		},
		refresh,

		/** Whether the last list of subscribers that the leader has read contains an account. */
		hasSubscriber: async (personId: string): Promise<boolean> =>
			adapter?.subscribers !== undefined && connected !== undefined && ofLeader.hasSubscriber(personId),

		/** Whether the site may write in the chat. */
		maySay,
		/** Writes a text in the chat, once. @returns whether the platform shows it; undefined if it gave no answer. */
		async say(text: string): Promise<boolean | undefined> {
			if (!maySay()) return false;
			const said = await asking(async (platformNow, account) => {
				try {
					return await platformNow.say(account, text);
				} catch (error) {
					// The tokens may be valid for everything else, which the next hour checks.
					if (!(error instanceof PlatformError) || error.kind !== "unauthorised") throw error;
					known.isChatRefused = true;
					return { isSent: false, reason: error.reason };
				}
			});
			if (!said) return undefined;
			known.chatDropped = said.isSent ? undefined : said.reason || "?";
			if (!said.isSent) log.warn({ event: "platform-chat-dropped", ...about, reason: said.reason });
			return said.isSent;
		},

		/**
		 * The moderators of the channel at the platform; null unless its owner has allowed the site to read them, undefined without an
		 * answer.
		 */
		async moderators(): Promise<Person[] | null | undefined> {
			// The leader may have refreshed the tokens.
			if (!leads()) connected = await load();
			if (connected && !mayReadModerators()) return null;
			return asking(async (platformNow, account) => platformNow.moderators?.(account.id));
		},

		/** Creates the subscriptions again that have ended, and reads the state of the stream. */
		renew: ofLeader.renew,

		/** Handles a request to the webhook: what is answered with success is stored. */
		async receive(headers: Headers, body: Uint8Array): Promise<Response> {
			if (!adapter || !connected) return new Response(null, { status: 404 });
			const received = await adapter.receive(connected, headers, body);
			if (received === "forged" || received === "stale") {
				noteRefusal(received);
				return new Response(null, { status: 403 });
			}
			await receive(received);
			if (received && "answer" in received) {
				tellLeader({ confirms: received.confirms });
				return new Response(received.answer, { headers: { "Content-Type": "text/plain" } });
			}
			return new Response(null, { status: 204 });
		},

		async end(): Promise<void> {
			isEnding = true;
			endSocket();
			await endPolling();
			await inTurn(storeHeard);
		},
	};
}

export type Channel = Awaited<ReturnType<typeof openChannel>>;
