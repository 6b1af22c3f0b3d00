import { createHash } from "node:crypto";
import { z } from "zod";
import { firstOf } from "~/lib/valid-items";
import type { Log } from "~/observability/log.server";
import type { Person, RunningStream } from "../inbox/platform-event";
import { count, instant, personName, viewerCount } from "../platform-fields";
import { createPlatformHttp, type HttpTools, readAnswer } from "../platform-http.server";
import { createTokens, type TokenStore, type UserTokens } from "../platform-tokens.server";

/** Base addresses of Kick. */
export interface KickOrigins {
	api: string;
	id: string;
}

export const KICK_ORIGINS: KickOrigins = {
	api: "https://api.kick.com/public/v1",
	id: "https://id.kick.com",
};

/** The addresses of the local service that stands in for Kick. @param origin for example http://localhost:4001 */
export const kickOriginsAt = (origin: string): KickOrigins => ({
	api: `${origin}/kick/public/v1`,
	id: `${origin}/kick`,
});

/** What the broadcaster grants. */
export const KICK_SCOPES = ["user:read", "channel:read", "events:subscribe"] as const;

/** The events that a channel needs; all of version 1. */
export const KICK_EVENTS = [
	"chat.message.sent",
	"channel.followed",
	"channel.subscription.new",
	"channel.subscription.renewal",
	"channel.subscription.gifts",
	"livestream.status.updated",
] as const;

/** A subscription to an event. The address of the webhook is a setting of the client at Kick. */
export interface KickSubscription {
	id: string;
	event: string;
	channelId: string;
}

export interface KickTools extends HttpTools {
	log: Pick<Log, "warn" | "error">;
	clientId: string;
	clientSecret: string;
	origins: KickOrigins;
	tokens: TokenStore;
}

/** Subscriptions that are deleted in one request. Kick refuses more. */
const MAX_DELETED = 50;
const GONE = 404;

const answerOf = <Data extends z.ZodTypeAny>(data: Data) => z.object({ data });
const userId = count.transform(String);
const subscriptionSchema = z
	.object({ id: z.string(), event: z.string(), broadcaster_user_id: userId })
	.transform(({ broadcaster_user_id: channelId, ...rest }): KickSubscription => ({ ...rest, channelId }));
const createdSchema = z.object({
	name: z.string(),
	subscription_id: z.string().nullish(),
	error: z.string().nullish(),
});
/** What is only shown may be missing. */
const streamSchema = z.object({
	is_live: z.boolean(),
	start_time: instant,
	viewer_count: viewerCount,
});
const channelSchema = z.object({
	stream_title: z.string().catch(""),
	category: z.object({ name: z.string() }).nullish().catch(undefined),
	stream: z.union([streamSchema, z.object({ is_live: z.literal(false) })]).nullish(),
});

/**
 * Creates the client of Kick's API. Requests use the tokens of `tokens`, which are refreshed and saved when Kick refuses
 * them. Every method throws {@link PlatformError}, or the reason of `ended` after a shutdown.
 * Source: docs.kick.com.
 */
export function createKickApi({ clientId, clientSecret, origins, tokens: store, ...tools }: KickTools) {
	const { api: base, id } = origins;
	const http = createPlatformHttp(tools);
	const client = { id: clientId, secret: clientSecret };
	const tokens = createTokens({
		...tools,
		http,
		endpoint: { base: id, path: "/oauth/token" },
		client,
		store,
	});
	const path = "/events/subscriptions";

	const userIn = (body: unknown): Person => {
		const user = z.object({ user_id: userId, name: personName });
		const [own] = readAnswer({ path: "/users" }, body, answerOf(z.tuple([user]).rest(z.unknown()))).data;
		return { id: own.user_id, name: own.name };
	};

	return {
		/**
		 * The address at which the broadcaster grants the scopes.
		 * @param state is returned to `redirectUri`. @param verifier a secret of 43 to 128 characters (RFC 7636).
		 */
		authorizeUrl(state: string, redirectUri: string, scopes: readonly string[], verifier: string): string {
			const challenge = createHash("sha256").update(verifier).digest("base64url");
			const query = new URLSearchParams({
				response_type: "code",
				client_id: clientId,
				redirect_uri: redirectUri,
				scope: scopes.join(" "),
				state,
				code_challenge: challenge,
				code_challenge_method: "S256",
			});
			return `${id}/oauth/authorize?${query}`;
		},

		/** Exchanges the code that Kick has sent to `redirectUri`. The tokens are not stored. */
		exchange: (code: string, redirectUri: string, verifier: string): Promise<UserTokens> =>
			tokens.exchange({ code, redirect_uri: redirectUri, code_verifier: verifier }),

		/** The account of a token. */
		async identify({ accessToken }: Pick<UserTokens, "accessToken">): Promise<Person> {
			const headers = { Authorization: `Bearer ${accessToken}` };
			return userIn((await http.send({ base, path: "/users", headers, secrets: [accessToken] })).body);
		},

		/** Ends a token at Kick. Resolves also if it has already ended. */
		async revoke({ refreshToken }: Pick<UserTokens, "refreshToken">): Promise<void> {
			await http.send({
				base: id,
				path: "/oauth/revoke",
				method: "POST",
				secrets: [refreshToken],
				accepts: [400, GONE],
				query: { token: refreshToken, token_hint_type: "refresh_token" },
			});
		},

		/** All subscriptions of the app. */
		async listSubscriptions(): Promise<KickSubscription[]> {
			const { body } = await tokens.send("user", { base, path });
			// What cannot be read would be created again.
			const list = http.listIn({ path }, subscriptionSchema, { needsOne: true });
			return readAnswer({ path }, body, answerOf(list.nullable())).data ?? [];
		},

		/** Subscribes to events of the channel. @returns the reason for each event without a subscription. */
		async createSubscriptions(channelId: string, events: readonly string[]): Promise<Map<string, string>> {
			const { body } = await tokens.send("user", {
				method: "POST",
				base,
				path,
				body: {
					broadcaster_user_id: Number(channelId),
					events: events.map((name) => ({ name, version: 1 })),
					method: "webhook",
				},
			});
			const request = { method: "POST", path } as const;
			const results = readAnswer(request, body, answerOf(http.listIn(request, createdSchema))).data;
			const refused = new Map(events.map((name) => [name, "no answer"]));
			for (const { name, subscription_id, error } of results) {
				if (subscription_id) refused.delete(name);
				else refused.set(name, error || "no reason");
			}
			return refused;
		},

		/** Resolves also if a subscription does not exist. */
		async deleteSubscriptions(ids: readonly string[]): Promise<void> {
			for (let start = 0; start < ids.length; start += MAX_DELETED) {
				const query = new URLSearchParams(ids.slice(start, start + MAX_DELETED).map((one) => ["id", one]));
				await tokens.send("user", { method: "DELETE", base, path, query, accepts: [GONE] });
			}
		},

		/**
		 * The running stream of a channel; undefined while it is offline. Kick has no id of a stream, so its start is the id.
		 */
		async stream(channelId: string): Promise<RunningStream | undefined> {
			const query = { broadcaster_user_id: channelId };
			const { body } = await tokens.send("app", { base, path: "/channels", query });
			const channel = readAnswer({ path: "/channels" }, body, answerOf(firstOf(channelSchema))).data;
			if (!channel?.stream || !("start_time" in channel.stream) || !channel.stream.is_live) return undefined;
			return {
				id: channel.stream.start_time.toISOString(),
				startedAt: channel.stream.start_time,
				title: channel.stream_title,
				category: channel.category?.name ?? "",
				viewers: channel.stream.viewer_count,
			};
		},

		/** The account that has connected the channel. */
		async user(): Promise<Person> {
			return userIn((await tokens.send("user", { base, path: "/users" })).body);
		},

		/** The key with which Kick signs webhooks, in PEM. */
		async publicKey(): Promise<string> {
			const request = { base, path: "/public-key", secrets: [] };
			return (await http.read(request, answerOf(z.object({ public_key: z.string().min(1) })))).data
				.public_key;
		},
	};
}
