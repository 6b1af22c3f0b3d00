import { z } from "zod";
import { firstOf } from "~/lib/valid-items";
import type { Adapter, ConnectedAccount } from "../channel/adapter";
import { PENDING, REFUSED } from "../channel/trouble";
import type { Person, SubscriptionState } from "../inbox/platform-event";
import {
	createPlatformClient,
	PlatformError,
	type PlatformTools,
	parsedOrLogged,
	type Sender,
} from "../platform-client.server";
import { instant, personId, personName, viewerCount } from "../platform-fields";
import type { Tier } from "../rules/rules";
import {
	incomingOf,
	MODERATORS_SCOPE,
	type SubscriptionRequest,
	subscriptionsOf,
	TWITCH_CHAT_SCOPE,
	TWITCH_SCOPES,
} from "./events";
import { createTwitchSocket } from "./socket.server";
import { receivedIn, verifySignature } from "./webhook.server";

/** Base addresses of Twitch. */
interface TwitchOrigins {
	api: string;
	id: string;
	/** Of EventSub over WebSocket. */
	socket: string;
}

export const TWITCH_ORIGINS: TwitchOrigins = {
	api: "https://api.twitch.tv/helix",
	id: "https://id.twitch.tv/oauth2",
	socket: "wss://eventsub.wss.twitch.tv/ws",
};

/** The addresses of the local service that stands in for Twitch. @param origin for example http://localhost:4001 */
export const twitchOriginsAt = (origin: string): TwitchOrigins => ({
	api: `${origin}/helix`,
	id: `${origin}/oauth2`,
	socket: `${origin.replace(/^http/, "ws")}/ws`,
});

interface Tools extends PlatformTools {
	origins: TwitchOrigins;
	/** The address of the webhook. */
	callback: string;
}

type Transport =
	/** @property secret 10 to 100 characters of ASCII. */
	{ method: "webhook"; callback: string; secret: string } | { method: "websocket"; session_id: string };

/** Subscriptions of webhooks need the app's token, those of sockets the user's. */
const SENDERS: Record<Transport["method"], Sender> = { webhook: "app", websocket: "user" };
/** Limit of the pages of a list; the lists of the largest channels are shorter. */
const MAX_PAGES = 500;
const EXISTS = 409;
const GONE = 404;
/** States in which a subscription is not created again. */
const WORKING = new Set(["enabled", PENDING]);

const subscriptionSchema = z.object({
	id: z.string(),
	/** `enabled`, `webhook_callback_verification_pending`, or why it has ended. */
	status: z.string(),
	type: z.string(),
	version: z.string(),
	condition: z.record(z.string()),
	/** The address of a webhook, or the session of a socket. */
	transport: z.object({ callback: z.string().optional(), session_id: z.string().optional() }),
});
const person = z
	.object({ user_id: personId, user_login: personName })
	.transform(({ user_id: id, user_login: name }): Person => ({ id, name }));
const subscriber = z
	.object({ user_id: personId, tier: z.enum(["1000", "2000", "3000"]) })
	.transform(({ user_id, tier }) => [user_id, (Number(tier) / 1000) as Tier] as const);
/** What is only shown may be missing. */
const streamSchema = z.object({
	id: z.string(),
	started_at: instant,
	title: z.string().catch(""),
	game_name: z.string().catch(""),
	viewer_count: viewerCount,
});
const sentSchema = z.object({
	is_sent: z.boolean(),
	drop_reason: z.object({ code: z.string() }).nullish().catch(undefined),
});
const ownerSchema = z
	.object({ user_id: personId, login: personName })
	.transform(({ user_id: id, login: name }): Person => ({ id, name }));

/**
 * The adapter of Twitch, by webhook or socket. Source: dev.twitch.tv/docs/api/reference, dev.twitch.tv/docs/authentication.
 */
export function createTwitchAdapter({ origins, callback, ...tools }: Tools): Adapter {
	const { api, id } = origins;
	const client = createPlatformClient({
		...tools,
		endpoints: { authorize: `${id}/authorize`, token: `${id}/token` },
		headers: { "Client-Id": tools.clientId },
	});
	const subscriptions = `${api}/eventsub/subscriptions`;

	const transportOf = ({ hookSecret }: ConnectedAccount, sessionId: string | undefined): Transport =>
		sessionId === undefined
			? { method: "webhook", callback, secret: hookSecret }
			: { method: "websocket", session_id: sessionId };

	const ownerOf = (sender: Sender) =>
		client.read(sender, { address: `${id}/validate`, scheme: "OAuth" }, ownerSchema);

	/** The items of all pages of a list, without invalid ones: Twitch has sent chatters without an id. */
	async function listed<Item>(
		sender: Sender,
		address: string,
		query: Record<string, string>,
		item: z.ZodType<Item, z.ZodTypeDef, unknown>,
		bounds?: { needsOne: boolean },
	): Promise<Item[]> {
		const schema = z.object({
			data: client.listIn({ address }, item, bounds),
			pagination: z.object({ cursor: z.string().optional() }).optional(),
		});
		const all: Item[] = [];
		let after = "";
		for (let page = 0; page < MAX_PAGES; page++) {
			const request = { address, query: { ...query, ...(after && { after }) } };
			const { data, pagination } = await client.read(sender, request, schema);
			for (const one of data) all.push(one);
			// The last page has no cursor, or an empty one.
			if (!pagination?.cursor || pagination.cursor === after) break;
			after = pagination.cursor;
		}
		return all;
	}

	/** The subscriptions of an account, for any address or session. */
	async function ownSubscriptions(account: Person, method: Transport["method"]) {
		// What cannot be read would be created again.
		const all = await listed(SENDERS[method], subscriptions, {}, subscriptionSchema, { needsOne: true });
		return all.filter(({ condition }) => Object.values(condition).includes(account.id));
	}

	/** A subscription that Twitch refuses, for example for a missing scope, does not prevent the others. */
	async function create(request: SubscriptionRequest, transport: Transport): Promise<SubscriptionState> {
		const { type } = request;
		try {
			const { data } = await client.read(
				SENDERS[transport.method],
				{
					...{ method: "POST", address: subscriptions, body: { ...request, transport } },
					secrets: transport.method === "webhook" ? [transport.secret] : [],
				},
				z.object({ data: firstOf(subscriptionSchema) }),
			);
			return { type, status: data?.status ?? "exists" };
		} catch (error) {
			if (!(error instanceof PlatformError) || error.kind !== "refused") throw error;
			if (error.status === EXISTS) return { type, status: "exists" };
			tools.log.warn({ event: "platform-subscription-refused", platform: "twitch", type, err: error });
			return { type, status: REFUSED, reason: error.reason };
		}
	}

	const remove = (subscriptionId: string, method: Transport["method"]) =>
		client.send(SENDERS[method], {
			...{ method: "DELETE", address: subscriptions, query: { id: subscriptionId } },
			accepts: [GONE],
		});

	return {
		authorizeUrl: (state, redirect_uri, _verifier, withModerators) =>
			client.authorizeUrl([...TWITCH_SCOPES, ...(withModerators ? [MODERATORS_SCOPE] : [])], {
				...{ redirect_uri, state, force_verify: "true" },
			}),
		async exchange(code, redirect_uri) {
			const tokens = await client.exchange({ code, redirect_uri });
			return { tokens, account: await ownerOf(tokens) };
		},
		validate: () => ownerOf("user"),
		async revoke({ accessToken: token }) {
			const body = new URLSearchParams({ client_id: tools.clientId, token });
			const request = { address: `${id}/revoke`, body, secrets: [token], accepts: [400, GONE] };
			await client.send("nobody", { method: "POST", ...request });
		},

		async subscribe(account, sessionId) {
			const transport = transportOf(account, sessionId);
			const kept = new Map<string, SubscriptionState>();
			for (const one of await ownSubscriptions(account, transport.method)) {
				const isHere =
					transport.method === "webhook"
						? one.transport.callback === callback
						: one.transport.session_id === sessionId;
				if (isHere && WORKING.has(one.status) && !kept.has(keyOf(one))) kept.set(keyOf(one), one);
				// It belongs to an earlier address or session, is a duplicate, or has failed.
				else await remove(one.id, transport.method);
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
			for (const { id: one } of await ownSubscriptions(account, method)) await remove(one, method);
		},

		async stream(channelId) {
			const request = { address: `${api}/streams`, query: { user_id: channelId, type: "live" } };
			const schema = z.object({ data: firstOf(streamSchema) });
			const { data: running } = await client.read("app", request, schema);
			return (
				running && {
					...{ id: running.id, startedAt: running.started_at, title: running.title },
					...{ category: running.game_name, viewers: running.viewer_count },
				}
			);
		},
		async chatters(channelId) {
			const query = { broadcaster_id: channelId, moderator_id: channelId, first: "1000" };
			const people = await listed("user", `${api}/chat/chatters`, query, person);
			// A list that changes while its pages are read may contain a person twice.
			return [...new Map(people.map((one) => [one.id, one])).values()];
		},
		moderators: (channelId) =>
			listed("user", `${api}/moderation/moderators`, { broadcaster_id: channelId, first: "100" }, person),
		async subscribers(channelId) {
			const query = { broadcaster_id: channelId, first: "100" };
			return new Map(await listed("user", `${api}/subscriptions`, query, subscriber));
		},

		chatScope: TWITCH_CHAT_SCOPE,
		async say({ id: own }, message) {
			const body = { broadcaster_id: own, sender_id: own, message };
			const request = { address: `${api}/chat/messages`, body };
			const schema = z.object({ data: firstOf(sentSchema) });
			const { data: sent } = await client.read("user", { method: "POST", ...request }, schema);
			return { isSent: sent?.is_sent === true, reason: sent?.drop_reason?.code ?? "" };
		},

		openSocket: (account, handlers) =>
			createTwitchSocket(
				{
					...{ ...tools, address: origins.socket, WebSocket },
					read: (message) => parsedOrLogged(tools.log, "twitch", () => incomingOf(message, account.id)),
				},
				handlers,
			),

		async receive(account, headers, body) {
			const verdict = verifySignature(headers, body, account.hookSecret, tools.now());
			if (verdict !== "valid") return verdict;
			return parsedOrLogged(tools.log, "twitch", () => receivedIn(headers, body, account.id));
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
