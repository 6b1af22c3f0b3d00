/** Twitch's API and EventSub, as dev.twitch.tv documents them. */
import { createHmac, randomUUID } from "node:crypto";
import { createChat } from "./platform-chat.mjs";
import { jsonReply } from "./platform-http.mjs";
import { personOf } from "./platform-people.mjs";

/** What the broadcaster must grant for a subscription. */
const SCOPES = {
	"channel.follow": "moderator:read:followers",
	"channel.subscribe": "channel:read:subscriptions",
	"channel.subscription.gift": "channel:read:subscriptions",
	"channel.subscription.message": "channel:read:subscriptions",
	"channel.cheer": "bits:read",
	"channel.chat.message": "user:read:chat",
};
const PENDING = "webhook_callback_verification_pending";
const MAX_TOTAL_COST = 10_000;
const MAX_PER_PAGE = 1000;
const DEFAULT_PER_PAGE = { "/chat/chatters": 100, "/subscriptions": 20 };

const refusal = (status, error, message) => jsonReply(status, { error, status, message });

/**
 * @param {object} options
 * @param {ReturnType<typeof import("./platform-oauth.mjs").createAuthorization>} options.authorization
 * @param {string} options.clientId
 * @param {import("./platform-oauth.mjs").Person} options.broadcaster
 * @param {{ stream: object | undefined, chatters: string[], moderators: string[], subscribers: Map<string, number> }} options.channel
 * @param {() => Date} options.now
 * @param {ReturnType<typeof import("./platform-http.mjs").createWebhookSender>} options.webhooks
 * @param {() => ReturnType<typeof import("./twitch-socket.mjs").createSocketServer>} options.socket
 */
export function createTwitchApi(options) {
	const { authorization, clientId, broadcaster, channel, now, webhooks, socket } = options;
	const chat = createChat(now);
	/** @type {Map<string, any>} with the secret, which is never listed */
	const subscriptions = new Map();

	const listed = ({ secret, owner, ...subscription }) => subscription;
	const totals = (data) => ({
		data: data.map(listed),
		total: subscriptions.size,
		total_cost: data.reduce((sum, { cost }) => sum + cost, 0),
		max_total_cost: MAX_TOTAL_COST,
	});
	/** A socket's subscriptions belong to the user, a webhook's to the app. */
	const isOwnedBy = (token) => (subscription) => subscription.owner === (token.person ? "user" : "app");

	/** @param {Buffer | string} [sent] the body that arrives, if it differs from the signed one */
	function sendWebhook(subscription, type, payload, { messageId, timestamp, sent }) {
		const body = JSON.stringify({ subscription: listed(subscription), ...payload });
		const signed = messageId + timestamp + body;
		const signature = createHmac("sha256", subscription.secret).update(signed).digest("hex");
		return webhooks.deliver(
			subscription.transport.callback,
			(attempt) => ({
				"content-type": "application/json",
				"twitch-eventsub-message-id": messageId,
				"twitch-eventsub-message-retry": String(attempt),
				"twitch-eventsub-message-type": type,
				"twitch-eventsub-message-signature": `sha256=${signature}`,
				"twitch-eventsub-message-timestamp": timestamp,
				"twitch-eventsub-subscription-type": subscription.type,
				"twitch-eventsub-subscription-version": subscription.version,
			}),
			sent ? sent(body) : body,
		);
	}

	const stamp = (at) => at.toISOString().replace("Z", "634521Z");

	async function verifyCallback(subscription) {
		const challenge = randomUUID();
		const { statuses, text } = await sendWebhook(
			subscription,
			"webhook_callback_verification",
			{ challenge },
			{ messageId: randomUUID(), timestamp: stamp(now()) },
		);
		const isVerified = statuses.at(-1) === 200 && text === challenge;
		subscription.status = isVerified ? "enabled" : "webhook_callback_verification_failed";
	}

	function create(token, request) {
		const { type, version, condition = {}, transport = {} } = request;
		const isWebhook = transport.method === "webhook";
		if (!type || !version) return refusal(400, "Bad Request", "missing type or version");
		if (isWebhook === (token.person !== undefined))
			return refusal(400, "Bad Request", "invalid transport and auth combination");
		if (isWebhook && !(transport.secret?.length >= 10 && transport.secret.length <= 100))
			return refusal(400, "Bad Request", "secret must be between 10 and 100 characters");
		if (!isWebhook && !socket().has(transport.session_id))
			return refusal(
				400,
				"Bad Request",
				"websocket transport session does not exist or has already disconnected",
			);
		if (SCOPES[type] && !authorization.isGranted(SCOPES[type]))
			return refusal(403, "Forbidden", "subscription missing proper authorization");
		const key = JSON.stringify([type, version, condition, transport.callback, transport.session_id]);
		const isOther = (other) => other.key !== key || !["enabled", PENDING].includes(other.status);
		if (![...subscriptions.values()].every(isOther))
			return refusal(409, "Conflict", "subscription already exists");
		const subscription = {
			...{ id: randomUUID(), status: isWebhook ? PENDING : "enabled", type, version, condition },
			created_at: stamp(now()),
			transport: isWebhook
				? { method: "webhook", callback: transport.callback }
				: { method: "websocket", session_id: transport.session_id, connected_at: stamp(now()) },
			cost: authorization.isGranted("channel:read:subscriptions") ? 0 : 1,
			...{ key, owner: isWebhook ? "app" : "user", secret: transport.secret },
		};
		subscriptions.set(subscription.id, subscription);
		const reply = jsonReply(202, totals([subscription]));
		if (isWebhook) void verifyCallback(subscription);
		return reply;
	}

	function paged(path, query, items) {
		const size = Math.min(Number(query.get("first") ?? DEFAULT_PER_PAGE[path] ?? 20), MAX_PER_PAGE);
		const start = Number(query.get("after") ?? 0);
		const data = items.slice(start, start + size);
		const next = start + size < items.length ? { cursor: String(start + size) } : {};
		return jsonReply(200, { data, pagination: next, total: items.length });
	}

	function forBroadcaster(token, query, scope, answer) {
		if (!token.person?.id || token.person.id !== query.get("broadcaster_id"))
			return refusal(
				401,
				"Unauthorized",
				"The ID in broadcaster_id must match the user ID found in the token",
			);
		if (!token.scopes.includes(scope)) return refusal(401, "Unauthorized", `Missing scope: ${scope}`);
		return answer();
	}

	const namedUser = (name) => {
		const { id, login } = personOf(name);
		return { user_id: id, user_login: login, user_name: name };
	};

	/** @type {Record<string, (token: any, query: URLSearchParams, body: any) => object>} */
	const routes = {
		"GET /eventsub/subscriptions": (token, query) => {
			const own = [...subscriptions.values()].filter(isOwnedBy(token));
			const status = query.get("status");
			return jsonReply(200, {
				...totals(own.filter((subscription) => !status || subscription.status === status)),
				pagination: {},
			});
		},
		"POST /eventsub/subscriptions": (token, _query, body) => create(token, body),
		"DELETE /eventsub/subscriptions": (_token, query) =>
			subscriptions.delete(query.get("id") ?? "")
				? jsonReply(204)
				: refusal(404, "Not Found", "subscription not found"),
		"GET /chat/chatters": (token, query) =>
			forBroadcaster(token, query, "moderator:read:chatters", () =>
				paged("/chat/chatters", query, channel.chatters.map(namedUser)),
			),
		"POST /chat/messages": (token, _query, { broadcaster_id, sender_id, message }) => {
			if (!token.scopes.includes("user:write:chat"))
				return refusal(401, "Unauthorized", "Missing scope: user:write:chat");
			if (sender_id !== token.person?.id || broadcaster_id !== broadcaster.id)
				return refusal(401, "Unauthorized", "The ID in sender_id must match the user ID found in the token");
			const code = chat.take(message);
			if (code === "invalid") return refusal(400, "Bad Request", "The message is too long");
			const drop_reason = code ? { code, message: "" } : null;
			return jsonReply(200, {
				data: [{ message_id: code ? "" : randomUUID(), is_sent: !code, drop_reason }],
			});
		},
		"GET /moderation/moderators": (token, query) =>
			forBroadcaster(token, query, "moderation:read", () =>
				paged("/moderation/moderators", query, channel.moderators.map(namedUser)),
			),
		"GET /subscriptions": (token, query) =>
			forBroadcaster(token, query, "channel:read:subscriptions", () => {
				const items = [...channel.subscribers].map(([name, tier]) => ({
					...{ broadcaster_id: broadcaster.id, ...namedUser(name), tier: `${tier}000`, is_gift: false },
				}));
				return paged("/subscriptions", query, items);
			}),
		"GET /streams": (_token, query) =>
			jsonReply(200, {
				data: channel.stream && query.get("user_id") === broadcaster.id ? [channel.stream] : [],
				pagination: {},
			}),
	};

	return {
		/** What the site has written in the chat. */
		chat,
		/** Answers a request to the API. @param {{ method: string, path: string, query: URLSearchParams, headers: any, text: string }} request */
		answer({ method, path, query, headers, text }) {
			const token = authorization.find(headers.authorization);
			if (!token) return refusal(401, "Unauthorized", "Invalid OAuth token");
			if (headers["client-id"] !== clientId)
				return refusal(401, "Unauthorized", "Client ID and OAuth token do not match");
			const route = routes[`${method} ${path}`];
			return route ? route(token, query, text && JSON.parse(text)) : refusal(404, "Not Found", "");
		},

		/**
		 * Sends a notification to each enabled subscription of the type, `copies` times with the same message id.
		 * @param {string} type
		 * @param {object} event
		 * @param {{ messageId?: string, at?: Date, copies?: number, sent?: (body: string) => string | Buffer }} [options]
		 *   `at` is when the message was sent; `sent` changes the body after it was signed
		 * @returns what became of each message
		 */
		async emit(type, event, { messageId, at = now(), copies = 1, sent } = {}) {
			const receivers = [...subscriptions.values()].filter(
				(subscription) => subscription.type === type && subscription.status === "enabled",
			);
			const messages = receivers.flatMap((subscription) => {
				const id = messageId ?? randomUUID();
				return Array.from({ length: copies }, () => ({ subscription, id }));
			});
			return Promise.all(
				messages.map(async ({ subscription, id }) => {
					const timestamp = stamp(at);
					if (subscription.transport.method === "webhook") {
						const options = { messageId: id, timestamp, sent };
						const { statuses } = await sendWebhook(subscription, "notification", { event }, options);
						return { messageId: id, statuses };
					}
					const metadata = {
						...{ message_id: id, message_timestamp: timestamp },
						...{ subscription_type: type, subscription_version: subscription.version },
					};
					const payload = { subscription: listed(subscription), event };
					socket().send(subscription.transport.session_id, "notification", payload, metadata);
					return { messageId: id, statuses: [] };
				}),
			);
		},

		/** Ends the subscriptions of a type. @param {string} type @param {string} [status] why */
		async revoke(type, status = "authorization_revoked") {
			for (const subscription of subscriptions.values()) {
				if (subscription.type !== type) continue;
				subscription.status = status;
				const { transport } = subscription;
				if (transport.method === "websocket") {
					socket().send(transport.session_id, "revocation", { subscription: listed(subscription) });
				} else {
					const options = { messageId: randomUUID(), timestamp: stamp(now()) };
					await sendWebhook(subscription, "revocation", {}, options);
				}
			}
		},

		isSubscribed: (sessionId) =>
			[...subscriptions.values()].some(({ transport }) => transport.session_id === sessionId),
		/** A socket has closed: its subscriptions end. @param {string} sessionId */
		endSession(sessionId) {
			for (const subscription of subscriptions.values()) {
				if (subscription.transport.session_id === sessionId) subscription.status = "websocket_disconnected";
			}
		},
		/** The subscriptions, without secrets. */
		subscriptions: () => [...subscriptions.values()].map(listed),
	};
}
