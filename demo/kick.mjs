/** Kick's authorization, API and webhooks, as docs.kick.com documents them. */
import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { createChat } from "./platform-chat.mjs";
import { jsonReply } from "./platform-http.mjs";
import { createAuthorization } from "./platform-oauth.mjs";
import { kickEvents } from "./twitch-events.mjs";

/** Generated once per process, because generation is slow. @type {{ publicKey: string, privateKey: string } | undefined} */
let sharedKeys;
const newKeys = () =>
	generateKeyPairSync("rsa", {
		modulusLength: 2048,
		publicKeyEncoding: { type: "spki", format: "pem" },
		privateKeyEncoding: { type: "pkcs8", format: "pem" },
	});

const refusal = (status, message) => jsonReply(status, { data: {}, message });
const answer = (data) => jsonReply(200, { data, message: "OK" });

/** Kick's ids are ULIDs; only their length and alphabet matter here. */
const ulid = () => `01${randomBytes(12).toString("hex").toUpperCase()}`;

/**
 * @param {object} options
 * @param {{ id: string, secret: string }} options.client
 * @param {import("./platform-oauth.mjs").Person} options.broadcaster
 * @param {{ stream: any }} options.channel
 * @param {() => Date} options.now
 * @param {number} options.tokenSeconds
 * @param {ReturnType<typeof import("./platform-http.mjs").createWebhookSender>} options.webhooks
 * @param {string | undefined} options.webhook
 */
export function createKick({ client, broadcaster, channel, now, tokenSeconds, webhooks, webhook }) {
	const authorization = createAuthorization({
		...{ platform: "Kick", client, broadcaster, now, tokenSeconds, pkce: true, rotates: true },
		scopeOf: (scopes) => scopes.join(" "),
	});
	/** @type {typeof sharedKeys} */
	let keys;
	function currentKeys() {
		sharedKeys ??= newKeys();
		keys ??= sharedKeys;
		return keys;
	}
	const chat = createChat(now);
	let address = webhook;
	/** @type {Map<string, any>} */
	const subscriptions = new Map();

	function subscribe({ broadcaster_user_id, events = [], method }) {
		if (method !== "webhook") return refusal(400, "Invalid request");
		const results = events.map(({ name, version }) => {
			const existing = [...subscriptions.values()].find(({ event }) => event === name);
			const id = existing?.id ?? ulid();
			const at = now().toISOString();
			subscriptions.set(id, {
				...{ id, app_id: client.id, broadcaster_user_id: Number(broadcaster_user_id), event: name },
				...{ method, version, created_at: existing?.created_at ?? at, updated_at: at },
			});
			return { name, version, subscription_id: id, error: "" };
		});
		return answer(results);
	}

	const channelAnswer = () => ({
		broadcaster_user_id: Number(broadcaster.id),
		slug: broadcaster.login,
		channel_description: "",
		banner_picture: "",
		stream_title: channel.stream?.title ?? "",
		category: { id: 1, name: channel.stream?.game_name ?? "", thumbnail: "" },
		stream: {
			...{ key: "", url: "", is_live: channel.stream !== undefined, is_mature: false, language: "pt" },
			start_time: channel.stream?.started_at ?? "0001-01-01T00:00:00Z",
			viewer_count: channel.stream?.viewer_count ?? 0,
			thumbnail: "",
		},
	});

	/** @type {Record<string, (request: any) => any>} */
	const open = {
		"GET /oauth/authorize": ({ query }) => authorization.authorizePage(query, "/kick/oauth/authorize"),
		"POST /oauth/authorize": ({ form }) => authorization.decide(form),
		"POST /oauth/token": ({ form }) => authorization.token(form),
		"POST /oauth/revoke": ({ query }) => {
			authorization.revoke(query.get("token") ?? "");
			return { status: 200, headers: { "content-type": "text/plain" }, body: "OK" };
		},
		"GET /public/v1/public-key": () => answer({ public_key: currentKeys().publicKey }),
	};
	/** @type {Record<string, (request: any, token: any) => any>} */
	const withToken = {
		"POST /public/v1/chat": ({ text }, token) => {
			if (!token.person || !token.scopes.includes("chat:write")) return refusal(401, "Unauthorized");
			const { content, type } = JSON.parse(text);
			const fault = type === "bot" ? chat.take(content) : "invalid";
			if (fault === "invalid") return refusal(400, "Invalid request");
			return answer({ is_sent: !fault, message_id: fault ? "" : ulid() });
		},
		"GET /public/v1/events/subscriptions": () => answer([...subscriptions.values()]),
		"POST /public/v1/events/subscriptions": ({ text }) => subscribe(JSON.parse(text)),
		"DELETE /public/v1/events/subscriptions": ({ query }) => {
			for (const id of query.getAll("id")) subscriptions.delete(id);
			return jsonReply(204);
		},
		"GET /public/v1/channels": ({ query }) =>
			answer(query.get("broadcaster_user_id") === broadcaster.id ? [channelAnswer()] : []),
		"GET /public/v1/users": (_request, token) =>
			token.person
				? answer([
						{ user_id: Number(broadcaster.id), name: broadcaster.login, email: "", profile_picture: "" },
					])
				: refusal(400, "Invalid request"),
	};

	/**
	 * Sends an event, if there is a subscription for it.
	 * @param {string} type
	 * @param {object} event
	 * @param {{ messageId?: string, at?: Date, copies?: number, sent?: (body: string) => string | Buffer }} [options]
	 *   `at` is when the message was sent; `sent` changes the body after it was signed
	 */
	async function emit(type, event, { messageId = ulid(), at = now(), copies = 1, sent } = {}) {
		const subscription = [...subscriptions.values()].find((one) => one.event === type);
		const target = address;
		if (!subscription || !target) return [];
		const body = JSON.stringify(event);
		const timestamp = at.toISOString().replace(/\.\d+Z/, "Z");
		const signature = createSign("sha256")
			.update(`${messageId}.${timestamp}.${body}`)
			.sign(currentKeys().privateKey, "base64");
		const headers = {
			"content-type": "application/json",
			"kick-event-message-id": messageId,
			"kick-event-subscription-id": subscription.id,
			"kick-event-signature": signature,
			"kick-event-message-timestamp": timestamp,
			"kick-event-type": type,
			"kick-event-version": "1",
		};
		const deliver = async () => {
			const { statuses } = await webhooks.deliver(target, () => headers, sent ? sent(body) : body);
			return { messageId, statuses };
		};
		return Promise.all(Array.from({ length: copies }, deliver));
	}

	return {
		authorization,
		/** What the site has written in the chat. */
		chat,
		emit,
		/** @param {string} title @param {Date} startedAt @param {Date | null} endedAt */
		emitStream: (title, startedAt, endedAt) => emit(...kickEvents.stream(title, startedAt, endedAt)),
		/** @param {any} request */
		answer(request) {
			const name = `${request.method} ${request.path}`;
			if (open[name]) return open[name](request);
			const token = authorization.find(request.headers.authorization);
			if (!token) return refusal(401, "Unauthorized");
			return withToken[name]?.(request, token) ?? refusal(404, "Not found");
		},
		subscriptions: () => [...subscriptions.values()],
		/** @param {string} next the address that webhooks are sent to */
		setWebhook(next) {
			address = next;
		},
		/** Signs with a new key from now on. */
		rotateKey() {
			keys = newKeys();
		},
	};
}
