import { z } from "zod";
import { firstOf, textsOf } from "~/lib/valid-items";
import type { Log } from "~/observability/log.server";
import type { Person, RunningStream } from "../inbox/platform-event";
import { instant, personId, personName, viewerCount } from "../platform-fields";
import { createPlatformHttp, type HttpTools, readAnswer } from "../platform-http.server";
import { createTokens, type Sender, type TokenStore, type UserTokens } from "../platform-tokens.server";
import type { Tier } from "../rules/rules";
import type { SubscriptionRequest } from "./events";

/** Base addresses of Twitch. */
export interface TwitchOrigins {
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

/** A subscription of EventSub as Twitch lists it. */
export interface TwitchSubscription extends SubscriptionRequest {
	id: string;
	/** `enabled`, `webhook_callback_verification_pending`, or why it has ended. */
	status: string;
	method: string;
	/** The address of the webhook; undefined for a socket. */
	callback: string | undefined;
	/** The session of the socket; undefined for a webhook. */
	sessionId: string | undefined;
}

export type Transport =
	/** @property secret 10 to 100 characters of ASCII. */
	{ method: "webhook"; callback: string; secret: string } | { method: "websocket"; session_id: string };

/** An account with what it has granted to the site. */
export interface Grant extends Person {
	scopes: string[];
}

interface Tools extends HttpTools {
	log: Pick<Log, "warn" | "error">;
	clientId: string;
	clientSecret: string;
	origins: TwitchOrigins;
	tokens: TokenStore;
}

/** Subscriptions of webhooks need the app's token, those of sockets the user's. */
const SENDERS: Record<Transport["method"], Sender> = { webhook: "app", websocket: "user" };
/** Limit of the pages of a list; the lists of the largest channels are shorter. */
const MAX_PAGES = 500;
const EXISTS = 409;
const GONE = 404;

const subscriptionSchema = z
	.object({
		id: z.string(),
		status: z.string(),
		type: z.string(),
		version: z.string(),
		condition: z.record(z.string()),
		transport: z.object({
			method: z.string(),
			callback: z.string().optional(),
			session_id: z.string().optional(),
		}),
	})
	.transform(({ transport: { method, callback, session_id: sessionId }, ...rest }): TwitchSubscription => {
		return { ...rest, method, callback, sessionId };
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
const grantSchema = z.object({
	user_id: personId,
	login: personName,
	scopes: textsOf().nullable(),
});
const answerWith = <Data extends z.ZodTypeAny>(data: Data) => z.object({ data });

/**
 * Creates the client of Twitch's API. Requests of the user use the tokens of `tokens`, which are refreshed and saved when
 * Twitch refuses them. Every method throws {@link PlatformError}, or the reason of `ended` after a shutdown.
 * Source: dev.twitch.tv/docs/api/reference, dev.twitch.tv/docs/authentication.
 */
export function createTwitchApi({ clientId, clientSecret, origins, tokens: store, ...tools }: Tools) {
	const { api: base, id } = origins;
	const http = createPlatformHttp(tools);
	const client = { id: clientId, secret: clientSecret };
	const tokens = createTokens({ ...tools, http, endpoint: { base: id, path: "/token" }, client, store });
	const headers = { "Client-Id": clientId };
	const validation = { base: id, path: "/validate" };
	const oauth = (token: string) => ({ Authorization: `OAuth ${token}` });

	const grantIn = (body: unknown): Grant => {
		const { user_id, login, scopes } = readAnswer(validation, body, grantSchema);
		return { id: user_id, name: login, scopes: scopes ?? [] };
	};

	async function read<Value>(
		sender: Sender,
		path: string,
		query: Record<string, string>,
		schema: z.ZodType<Value, z.ZodTypeDef, unknown>,
	): Promise<Value> {
		const { body } = await tokens.send(sender, { base, path, query, headers });
		return readAnswer({ path }, body, schema);
	}

	/** The pages of a list, without invalid items: Twitch has sent chatters without an id. */
	async function* pages<Item>(
		sender: Sender,
		path: string,
		query: Record<string, string>,
		item: z.ZodType<Item, z.ZodTypeDef, unknown>,
		bounds?: { needsOne: boolean },
	): AsyncGenerator<Item[]> {
		const schema = z.object({
			data: http.listIn({ path }, item, bounds),
			pagination: z.object({ cursor: z.string().optional() }).optional(),
		});
		let after: string | undefined;
		for (let page = 0; page < MAX_PAGES; page++) {
			const { data, pagination } = await read(sender, path, { ...query, ...(after && { after }) }, schema);
			yield data;
			// The last page has no cursor, or an empty one.
			if (!pagination?.cursor || pagination.cursor === after) return;
			after = pagination.cursor;
		}
	}

	return {
		/** The address at which the broadcaster grants the scopes. @param state is returned to `redirectUri`. */
		authorizeUrl(state: string, redirectUri: string, scopes: readonly string[]): string {
			const query = new URLSearchParams({
				response_type: "code",
				client_id: clientId,
				redirect_uri: redirectUri,
				scope: scopes.join(" "),
				state,
				force_verify: "true",
			});
			return `${id}/authorize?${query}`;
		},

		/** Exchanges the code that Twitch has sent to `redirectUri`. The tokens are not stored. */
		exchange: (code: string, redirectUri: string): Promise<UserTokens> =>
			tokens.exchange({ code, redirect_uri: redirectUri }),

		/** The account of a token, and its scopes. */
		async identify({ accessToken }: Pick<UserTokens, "accessToken">): Promise<Grant> {
			const request = { ...validation, headers: oauth(accessToken), secrets: [accessToken] };
			return grantIn((await http.send(request)).body);
		},

		/** Validates the stored token, which Twitch demands every hour, and refreshes it if necessary. */
		async validate(): Promise<Grant> {
			return grantIn((await tokens.send("user", validation, oauth)).body);
		},

		/** Ends a grant at Twitch. Resolves also if it has already ended. */
		async revoke({ accessToken }: Pick<UserTokens, "accessToken">): Promise<void> {
			const body = new URLSearchParams({ client_id: clientId, token: accessToken });
			await http.send({
				base: id,
				path: "/revoke",
				method: "POST",
				body,
				secrets: [accessToken],
				accepts: [400, GONE],
			});
		},

		/** All subscriptions of a transport: those of the app, or those of the sockets of the user. */
		async listSubscriptions(method: Transport["method"]): Promise<TwitchSubscription[]> {
			const all: TwitchSubscription[] = [];
			const path = "/eventsub/subscriptions";
			// What cannot be read would be created again.
			for await (const page of pages(SENDERS[method], path, {}, subscriptionSchema, { needsOne: true }))
				all.push(...page);
			return all;
		},

		/** @returns undefined if a subscription with the same type, condition and transport exists. */
		async createSubscription(
			request: SubscriptionRequest,
			transport: Transport,
		): Promise<TwitchSubscription | undefined> {
			const path = "/eventsub/subscriptions";
			const { status, body } = await tokens.send(SENDERS[transport.method], {
				method: "POST",
				base,
				path,
				headers,
				body: { ...request, transport },
				accepts: [EXISTS],
				secrets: transport.method === "webhook" ? [transport.secret] : [],
			});
			if (status === EXISTS) return undefined;
			return readAnswer({ method: "POST", path }, body, answerWith(firstOf(subscriptionSchema))).data;
		},

		/** Resolves also if the subscription does not exist. */
		async deleteSubscription(id: string, method: Transport["method"]): Promise<void> {
			await tokens.send(SENDERS[method], {
				method: "DELETE",
				base,
				path: "/eventsub/subscriptions",
				query: { id },
				headers,
				accepts: [GONE],
			});
		},

		/** The people in the chat, in pages of up to 1,000. A person may be missing or listed twice if the list changes. */
		chatters: (channelId: string): AsyncGenerator<Person[]> =>
			pages(
				"user",
				"/chat/chatters",
				{ broadcaster_id: channelId, moderator_id: channelId, first: "1000" },
				person,
			),

		/** The tiers of all subscribers by user id. */
		async subscribers(channelId: string): Promise<Map<string, Tier>> {
			const query = { broadcaster_id: channelId, first: "100" };
			const all = new Map<string, Tier>();
			for await (const page of pages("user", "/subscriptions", query, subscriber)) {
				for (const [id, tier] of page) all.set(id, tier);
			}
			return all;
		},

		/** The running stream of a channel; undefined while it is offline. */
		async stream(channelId: string): Promise<RunningStream | undefined> {
			const query = { user_id: channelId, type: "live" };
			const { data: running } = await read("app", "/streams", query, answerWith(firstOf(streamSchema)));
			return (
				running && {
					id: running.id,
					startedAt: running.started_at,
					title: running.title,
					category: running.game_name,
					viewers: running.viewer_count,
				}
			);
		},
	};
}
