/**
 * Twitch and Kick on this computer: sign-in of a channel, the parts of their APIs that the site uses, webhooks and
 * EventSub over WebSocket, made from their public documentation, with a page of buttons that cause events.
 * For demos and tests only. It must not be reachable from the internet.
 */
import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import { createKick } from "./kick.mjs";
import {
	createMisbehaviour,
	createWebhookSender,
	htmlReply,
	jsonReply,
	readText,
	redirectReply,
} from "./platform-http.mjs";
import { createAuthorization } from "./platform-oauth.mjs";
import { createActions } from "./platform-page.mjs";
import { BROADCASTER_NAME, personOf, strangers } from "./platform-people.mjs";
import { READY_MADE_NAMES } from "./provider-accounts.mjs";
import { listenOnLoopback } from "./provider-listen.mjs";
import { createTwitchApi } from "./twitch-api.mjs";
import { twitchEvents } from "./twitch-events.mjs";
import { createSocketServer } from "./twitch-socket.mjs";

const TOKEN_SECONDS = 14_124;
const RETRY_MS = [1000, 5000, 30_000];

/**
 * @typedef {object} Options
 * @property {number} [port] 0 selects a free port
 * @property {string} [host] the host name in `origin`
 * @property {{ id: string, secret: string }} twitch the site's client
 * @property {{ id: string, secret: string }} kick the site's client
 * @property {string} [kickWebhook] the address that Kick's webhooks are sent to, which Kick's settings of the client hold
 * @property {() => Date} [now]
 * @property {number} [tokenSeconds]
 * @property {readonly number[]} [retryMs] waits before a webhook is sent again
 * @property {number} [answerWithinMs] after which a webhook counts as not answered
 * @property {number} [keepaliveSeconds] of the socket, instead of what the client asks for
 * @property {number} [subscribeWithinMs]
 * @property {number} [reconnectGraceMs]
 */

/**
 * Starts the platforms on the loopback interface. Everything is kept in memory until `stop`.
 * @param {Options} options
 * @throws EADDRINUSE if the port is taken
 */
export async function startCounterpart(options) {
	const { port = 0, host = "localhost", now = () => new Date(), tokenSeconds = TOKEN_SECONDS } = options;
	const broadcaster = personOf(BROADCASTER_NAME);
	const misbehaviour = createMisbehaviour();
	const webhooks = createWebhookSender({
		retryMs: options.retryMs ?? RETRY_MS,
		answerWithinMs: options.answerWithinMs ?? 10_000,
	});
	/**
	 * The channel, which broadcasts the same stream on both platforms.
	 * @type {{ stream: any, chatters: string[], moderators: string[], subscribers: Map<string, number> }}
	 */
	const channel = {
		stream: undefined,
		chatters: [],
		moderators: ["ana", "stranger_1"],
		subscribers: new Map([["bruno", 1]]),
	};
	/** @type {{ method: string, path: string }[]} */
	const requests = [];
	let origin = "";

	const shared = { broadcaster, now, tokenSeconds };
	const authorization = createAuthorization({ ...shared, platform: "Twitch", client: options.twitch });
	const socket = createSocketServer({
		address: () => `${origin.replace(/^http/, "ws")}/ws`,
		now,
		...(options.keepaliveSeconds && { keepaliveSeconds: options.keepaliveSeconds }),
		subscribeWithinMs: options.subscribeWithinMs ?? 10_000,
		reconnectGraceMs: options.reconnectGraceMs ?? 30_000,
		isSubscribed: (id) => twitch.isSubscribed(id),
		onEnd: (id) => twitch.endSession(id),
	});
	const twitch = createTwitchApi({
		...{ authorization, clientId: options.twitch.id, broadcaster, channel, now, webhooks },
		socket: () => socket,
	});
	const kick = createKick({
		...shared,
		client: options.kick,
		channel,
		webhooks,
		webhook: options.kickWebhook,
	});

	function goLive({ chatters = 200, title = "Bonus hunt", category = "Slots" } = {}) {
		const at = now();
		channel.stream = {
			...{ id: String(at.getTime()), user_id: broadcaster.id, user_login: broadcaster.login },
			...{ user_name: broadcaster.name, game_name: category, type: "live", title },
			...{ viewer_count: chatters, started_at: at.toISOString().replace(/\.\d+Z/, "Z"), language: "pt" },
		};
		const named = READY_MADE_NAMES.slice(0, chatters);
		channel.chatters = [...named, ...strangers(Math.max(0, chatters - named.length))];
		return Promise.all([
			twitch.emit(...twitchEvents.online(channel.stream.id, at)),
			kick.emitStream(title, at, null),
		]);
	}

	function goOffline() {
		const { stream } = channel;
		channel.stream = undefined;
		channel.chatters = [];
		if (!stream) return Promise.resolve([]);
		return Promise.all([
			twitch.emit(...twitchEvents.offline()),
			kick.emitStream(stream.title, new Date(stream.started_at), now()),
		]);
	}

	const actions = createActions({ twitch, kick, channel, now, goLive, goOffline });

	/** @type {Record<string, (request: any) => any>} */
	const routes = {
		"GET /": () => htmlReply(200, actions.page()),
		"POST /act": async ({ form }) => {
			await actions.act(form);
			return redirectReply("/");
		},
		"GET /oauth2/authorize": ({ query }) => authorization.authorizePage(query, "/oauth2/authorize"),
		"POST /oauth2/authorize": ({ form }) => authorization.decide(form),
		"POST /oauth2/token": ({ form }) => authorization.token(form),
		"POST /oauth2/revoke": ({ form }) =>
			authorization.revoke(form.get("token") ?? "")
				? jsonReply(200)
				: jsonReply(400, { status: 400, message: "Invalid token" }),
		"GET /oauth2/validate": ({ headers }) => {
			const token = authorization.find(headers.authorization);
			if (!token) return jsonReply(401, { status: 401, message: "invalid access token" });
			return jsonReply(200, {
				...{ client_id: options.twitch.id, login: token.person?.login, scopes: token.scopes },
				user_id: token.person?.id,
				expires_in: Math.floor((token.expiresAt - now().getTime()) / 1000),
			});
		},
	};

	function replyTo(request) {
		const { method, path } = request;
		if (path.startsWith("/helix/")) return twitch.answer({ ...request, path: path.slice("/helix".length) });
		if (path.startsWith("/kick/")) return kick.answer({ ...request, path: path.slice("/kick".length) });
		return routes[`${method} ${path}`]?.(request) ?? { status: 404, headers: {}, body: "" };
	}

	const listener = await listenOnLoopback(
		port,
		async (incoming, response) => {
			const url = new URL(incoming.url ?? "/", "http://localhost");
			const { method = "GET", headers } = incoming;
			const path = url.pathname;
			requests.push({ method, path });
			try {
				const text = await readText(incoming);
				const order = misbehaviour.take(path, method);
				if (order?.hang) return;
				const request = {
					method,
					path,
					query: url.searchParams,
					headers,
					text,
					form: new URLSearchParams(text),
				};
				const reply = order?.status ? { headers: {}, body: "", ...order } : await replyTo(request);
				response.writeHead(reply.status, reply.headers).end(reply.body);
			} catch (error) {
				console.error("demo platforms:", error);
				if (!response.headersSent) response.writeHead(500).end();
			}
		},
		(request, stream, head) =>
			request.url?.startsWith("/ws") ? socket.upgrade(request, stream, head) : stream.destroy(),
	);
	origin = `http://${host}:${listener.port}`;

	return {
		origin,
		broadcaster,
		channel,
		goLive,
		goOffline,
		/** Sends events, lists and ends subscriptions. */
		twitch: { ...twitch, authorization, socket },
		kick,
		/** Orders other answers to the next requests to a path; see {@link createMisbehaviour}. */
		misbehave: misbehaviour.order,
		/** The requests so far. */
		requests,
		async stop() {
			webhooks.end();
			socket.end();
			await listener.close();
		},
	};
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const siteOrigin = process.env.APP_ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`;
	const clientOf = (name) => ({
		id: process.env[`${name}_CLIENT_ID`] ?? "plateia-demo",
		secret: process.env[`${name}_CLIENT_SECRET`] ?? randomBytes(24).toString("hex"),
	});
	const [twitch, kick] = [clientOf("TWITCH"), clientOf("KICK")];
	const port = Number(process.env.PLATFORM_PORT ?? 4001);
	const { origin, stop } = await startCounterpart({
		port,
		twitch,
		kick,
		kickWebhook: `${siteOrigin}/hooks/kick`,
	});
	console.log(`PLATFORM_ORIGIN=${origin}`);
	console.log(`TWITCH_CLIENT_ID=${twitch.id}\nTWITCH_CLIENT_SECRET=${twitch.secret}`);
	console.log(`KICK_CLIENT_ID=${kick.id}\nKICK_CLIENT_SECRET=${kick.secret}`);
	for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
}
