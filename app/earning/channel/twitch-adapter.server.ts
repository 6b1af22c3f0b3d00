import { NotJson } from "~/http/outside-json.server";
import { inBackground } from "~/lib/guarded";
import type { Log } from "~/observability/log.server";
import type { Incoming, Person } from "../inbox/platform-event";
import { MalformedMessage } from "../platform-fields";
import { type HttpTools, PlatformError } from "../platform-http.server";
import type { TokenStore } from "../platform-tokens.server";
import {
	createTwitchApi,
	type Transport,
	type TwitchOrigins,
	type TwitchSubscription,
} from "../twitch/api.server";
import { incomingOf, type SubscriptionRequest, subscriptionsOf, TWITCH_SCOPES } from "../twitch/events";
import { verifySignature } from "../twitch/signature.server";
import { createTwitchSocket } from "../twitch/socket.server";
import { readDelivery, signedHeadersOf } from "../twitch/webhook.server";
import type { Adapter, ConnectedAccount, Received, SubscriptionState } from "./adapter";
import { PENDING, REFUSED } from "./trouble";

interface Tools extends HttpTools {
	log: Pick<Log, "info" | "warn" | "error">;
	clientId: string;
	clientSecret: string;
	origins: TwitchOrigins;
	tokens: TokenStore;
	/** The address of the webhook. */
	callback: string;
}

/** States in which a subscription is not created again. */
const WORKING = new Set(["enabled", PENDING]);

/** The adapter of Twitch, by webhook or socket. */
export function createTwitchAdapter({ callback, ...tools }: Tools): Adapter {
	const api = createTwitchApi(tools);

	const transportOf = ({ hookSecret }: ConnectedAccount, sessionId: string | undefined): Transport =>
		sessionId === undefined
			? { method: "webhook", callback, secret: hookSecret }
			: { method: "websocket", session_id: sessionId };

	const belongsTo = (transport: Transport) => (one: TwitchSubscription) =>
		transport.method === "webhook"
			? one.callback === transport.callback
			: one.sessionId === transport.session_id;

	/** The subscriptions of an account, for any address or session. */
	async function ownSubscriptions(account: Person, method: Transport["method"]) {
		const all = await api.listSubscriptions(method);
		return all.filter(({ condition }) => Object.values(condition).includes(account.id));
	}

	/** A subscription that Twitch refuses, for example for a missing scope, does not prevent the others. */
	async function create(request: SubscriptionRequest, transport: Transport): Promise<SubscriptionState> {
		const { type } = request;
		try {
			const created = await api.createSubscription(request, transport);
			return { type, status: created?.status ?? "exists" };
		} catch (error) {
			if (!(error instanceof PlatformError) || error.kind !== "refused") throw error;
			tools.log.warn({ event: "platform-subscription-refused", platform: "twitch", type, err: error });
			return { type, status: REFUSED, reason: error.reason };
		}
	}

	/** Logs and ignores a message that cannot be read: after a failure Twitch would send it again. */
	function readMessage(read: () => Incoming | Exclude<Received, string> | undefined): Received {
		try {
			const message = read();
			if (message === undefined) return "ignored";
			return "type" in message ? { incoming: message } : message;
		} catch (error) {
			if (!(error instanceof MalformedMessage) && !(error instanceof NotJson)) throw error;
			tools.log.error({ event: "platform-message-unreadable", platform: "twitch", err: error });
			return "ignored";
		}
	}

	return {
		authorizeUrl: (state, redirectUri) => api.authorizeUrl(state, redirectUri, TWITCH_SCOPES),
		async exchange(code, redirectUri) {
			const tokens = await api.exchange(code, redirectUri);
			const { id, name, scopes } = await api.identify(tokens);
			return { tokens: { ...tokens, scopes }, account: { id, name } };
		},
		validate: api.validate,
		revoke: api.revoke,

		async subscribe(account, sessionId) {
			const transport = transportOf(account, sessionId);
			const existing = await ownSubscriptions(account, transport.method);
			const kept = new Map<string, TwitchSubscription>();
			for (const one of existing) {
				if (belongsTo(transport)(one) && WORKING.has(one.status) && !kept.has(keyOf(one)))
					kept.set(keyOf(one), one);
				// It belongs to an earlier address or session, is a duplicate, or has failed.
				else await api.deleteSubscription(one.id, transport.method);
			}
			const states: SubscriptionState[] = [];
			for (const request of subscriptionsOf(account.id)) {
				const there = kept.get(keyOf(request));
				states.push(there ? { type: there.type, status: there.status } : await create(request, transport));
			}
			return states;
		},

		async unsubscribe(account) {
			const method = account.transport === "webhook" ? "webhook" : "websocket";
			for (const { id } of await ownSubscriptions(account, method)) await api.deleteSubscription(id, method);
		},

		stream: api.stream,
		async chatters(accountId) {
			const people = new Map<string, Person>();
			for await (const page of api.chatters(accountId)) {
				for (const person of page) people.set(person.id, person);
			}
			return [...people.values()];
		},
		subscribers: api.subscribers,

		openSocket(account, { heardAt, subscribe, receive, silent }) {
			const socket = createTwitchSocket({
				...tools,
				address: tools.origins.socket,
				WebSocket,
				heardAt,
				onSession: subscribe,
				async onMessage(message) {
					await receive(readMessage(() => incomingOf(message, account.id)));
				},
				onRevocation: ({ type, status }) => inBackground(() => receive({ ended: { type, status } })),
				onSilence: silent,
			});
			return {
				heardAt: () => socket.state().heardAt,
				isFailing: () => socket.state().isFailing,
				end: socket.end,
			};
		},

		async receive(account, headers, body): Promise<Received> {
			const signed = signedHeadersOf(headers);
			if (!signed) return "forged";
			const verdict = verifySignature(signed, body, account.hookSecret, tools.now());
			if (verdict !== "valid") return verdict;
			return readMessage(() => {
				const delivery = readDelivery(headers, body);
				if (delivery.kind === "challenge") return { answer: delivery.challenge, confirms: delivery.type };
				if (delivery.kind === "revocation")
					return { ended: { type: delivery.type, status: delivery.status } };
				return incomingOf(delivery.message, account.id);
			});
		},
	};
}

/** Identifies a subscription by type, version and condition. */
const keyOf = ({ type, version, condition }: SubscriptionRequest): string =>
	`${type}@${version} ${Object.entries(condition)
		.filter(([, value]) => value !== "")
		.map((entry) => entry.join("="))
		.sort()
		.join("&")}`;
