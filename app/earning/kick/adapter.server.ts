import { createHash } from "node:crypto";
import { z } from "zod";
import { firstOf } from "~/lib/valid-items";
import type { Adapter } from "../channel/adapter";
import { REFUSED } from "../channel/trouble";
import type { Person } from "../inbox/platform-event";
import {
	createPlatformClient,
	type PlatformRequest,
	type PlatformTools,
	parsedOrLogged,
	type Sender,
} from "../platform-client.server";
import { count, instant, personName, viewerCount } from "../platform-fields";
import { incomingOf } from "./events";
import { createKickVerifier, readDelivery } from "./signature.server";

/** Base addresses of Kick. */
interface KickOrigins {
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
export const KICK_SCOPES = ["user:read", "channel:read", "events:subscribe", "chat:write"] as const;

/** The events that a channel needs; all of version 1. */
export const KICK_EVENTS: readonly string[] = [
	"chat.message.sent",
	"channel.followed",
	"channel.subscription.new",
	"channel.subscription.renewal",
	"channel.subscription.gifts",
	"livestream.status.updated",
];

/** Subscriptions that are deleted in one request. Kick refuses more. */
const MAX_DELETED = 50;
const GONE = 404;

const answerOf = <Data extends z.ZodTypeAny>(data: Data) => z.object({ data });
const userId = count.transform(String);
const ownerSchema = answerOf(z.tuple([z.object({ user_id: userId, name: personName })]).rest(z.unknown()));
const subscriptionSchema = z.object({ id: z.string(), event: z.string(), broadcaster_user_id: userId });
const createdSchema = z.object({
	name: z.string(),
	subscription_id: z.string().nullish(),
	error: z.string().nullish(),
});
/** What is only shown may be missing. */
const streamSchema = z.object({ is_live: z.boolean(), start_time: instant, viewer_count: viewerCount });
const channelSchema = z.object({
	stream_title: z.string().catch(""),
	category: z.object({ name: z.string() }).nullish().catch(undefined),
	stream: z.union([streamSchema, z.object({ is_live: z.literal(false) })]).nullish(),
});

/**
 * The adapter of Kick, by webhook. The address of the webhook is a setting of the client at Kick. Kick has no list of viewers.
 * Source: docs.kick.com.
 */
export function createKickAdapter({
	origins: { api, id },
	...tools
}: PlatformTools & { origins: KickOrigins }): Adapter {
	const client = createPlatformClient({
		...tools,
		endpoints: { authorize: `${id}/oauth/authorize`, token: `${id}/oauth/token` },
	});
	const subscriptions = { address: `${api}/events/subscriptions` };

	const ownerOf = async (sender: Sender): Promise<Person> => {
		const { data } = await client.read(sender, { address: `${api}/users` }, ownerSchema);
		return { id: data[0].user_id, name: data[0].name };
	};

	async function ownSubscriptions(account: Person) {
		// What cannot be read would be created again.
		const list = client.listIn(subscriptions, subscriptionSchema, { needsOne: true });
		const { data } = await client.read("user", subscriptions, answerOf(list.nullable()));
		return (data ?? []).filter(({ broadcaster_user_id }) => broadcaster_user_id === account.id);
	}

	/** Subscribes to events of the channel. @returns the reason for each event without a subscription. */
	async function create(account: Person, events: readonly string[]): Promise<Map<string, string>> {
		const refused = new Map(events.map((name) => [name, "no answer"]));
		if (events.length === 0) return refused;
		const request: PlatformRequest = {
			...{ ...subscriptions, method: "POST" },
			body: {
				broadcaster_user_id: Number(account.id),
				events: events.map((name) => ({ name, version: 1 })),
				method: "webhook",
			},
		};
		const { data } = await client.read("user", request, answerOf(client.listIn(request, createdSchema)));
		for (const { name, subscription_id, error } of data) {
			if (subscription_id) refused.delete(name);
			else refused.set(name, error || "no reason");
		}
		return refused;
	}

	async function remove(ids: readonly string[]): Promise<void> {
		for (let start = 0; start < ids.length; start += MAX_DELETED) {
			const query = new URLSearchParams(ids.slice(start, start + MAX_DELETED).map((one) => ["id", one]));
			await client.send("user", { ...subscriptions, method: "DELETE", query, accepts: [GONE] });
		}
	}

	/** The key with which Kick signs webhooks, in PEM. */
	async function readKey(): Promise<string> {
		const schema = answerOf(z.object({ public_key: z.string().min(1) }));
		return (await client.read("nobody", { address: `${api}/public-key` }, schema)).data.public_key;
	}
	const verifier = createKickVerifier({ readKey, now: tools.now });

	return {
		authorizeUrl(state, redirect_uri, verifier) {
			const code_challenge = createHash("sha256").update(verifier).digest("base64url");
			const proof = { code_challenge, code_challenge_method: "S256" };
			return client.authorizeUrl(KICK_SCOPES, { redirect_uri, state, ...proof });
		},
		async exchange(code, redirect_uri, code_verifier) {
			const tokens = await client.exchange({ code, redirect_uri, code_verifier });
			return { tokens, account: await ownerOf(tokens) };
		},
		validate: () => ownerOf("user"),
		async revoke({ refreshToken: token }) {
			const query = { token, token_hint_type: "refresh_token" };
			const request = { address: `${id}/oauth/revoke`, query, secrets: [token], accepts: [400, GONE] };
			await client.send("nobody", { method: "POST", ...request });
		},

		async subscribe(account) {
			const own = await ownSubscriptions(account);
			const kept = new Map(own.map((one) => [one.event, one.id]));
			const needless = own.filter(({ id, event }) => kept.get(event) !== id || !KICK_EVENTS.includes(event));
			await remove(needless.map(({ id }) => id));
			const refused = await create(
				account,
				KICK_EVENTS.filter((event) => !kept.has(event)),
			);
			return KICK_EVENTS.map((type) => {
				const reason = refused.get(type);
				return { type, status: reason === undefined ? "enabled" : REFUSED, reason };
			});
		},
		async unsubscribe(account) {
			await remove((await ownSubscriptions(account)).map(({ id }) => id));
		},

		/** Kick has no id of a stream, so its start is the id. */
		async stream(channelId) {
			const request = { address: `${api}/channels`, query: { broadcaster_user_id: channelId } };
			const { data: channel } = await client.read("app", request, answerOf(firstOf(channelSchema)));
			if (!channel?.stream || !("start_time" in channel.stream) || !channel.stream.is_live) return undefined;
			const { start_time: startedAt, viewer_count: viewers } = channel.stream;
			return {
				...{ id: startedAt.toISOString(), startedAt, viewers },
				...{ title: channel.stream_title, category: channel.category?.name ?? "" },
			};
		},

		chatScope: "chat:write",
		/** Written by the bot of the application, in the channel of the token. */
		async say(_account, content) {
			const request = { address: `${api}/chat`, body: { type: "bot", content } };
			const schema = answerOf(z.object({ is_sent: z.boolean() }));
			const { data } = await client.read("user", { method: "POST", ...request }, schema);
			return { isSent: data.is_sent, reason: "" };
		},

		async receive(account, headers, body) {
			const verdict = await verifier.verify(headers, body);
			if (verdict !== "valid") return verdict;
			return parsedOrLogged(tools.log, "kick", () =>
				incomingOf(readDelivery(headers, body), account.id, (left) =>
					tools.log.warn({ event: "platform-items-left-out", request: "webhook", ...left }),
				),
			);
		},
	};
}
