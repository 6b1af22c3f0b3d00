import { describe, expect, it } from "vitest";
import type { Person } from "~/earning/inbox/platform-event";
import type { PlatformError } from "~/earning/platform-http.server";
import { subscriptionsOf, TWITCH_SCOPES } from "~/earning/twitch/events";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { openForEachTest } from "../../../support/for-each-test";
import {
	authorize,
	clientTools,
	NOW,
	startPlatforms,
	tokenStore,
	twitchApiAt,
} from "../../../support/platforms";

const channelId = platformIdOf("plateia");
const platforms = openForEachTest(() => startPlatforms());
const redirectUri = "http://127.0.0.1:9/callback";
const follow = subscriptionsOf(channelId)[2]!;

/** A client, by default of a connected channel. */
function client({
	scopes = TWITCH_SCOPES,
	...options
}: {
	scopes?: readonly string[] | null;
	timeoutMs?: number;
	now?: () => Date;
	onRequest?: (address: string) => void;
} = {}) {
	const tools = clientTools(options);
	const granted = scopes && platforms.twitch.authorization.grant([...scopes]);
	const store = tokenStore(
		granted
			? { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? "", scopes: scopes ?? [] }
			: undefined,
	);
	return { ...tools, store, api: twitchApiAt(platforms.origin, tools, store) };
}

const failureOf = (promise: Promise<unknown>) =>
	promise.then(
		() => expect.unreachable("it did not fail"),
		(error: unknown) => error as PlatformError,
	);
/** A request with the user's token. */
const askFor = (api: ReturnType<typeof client>["api"]) => api.subscribers(channelId);
const requestsOf = (path: string) => platforms.requests.filter((request) => request.path === path).length;

async function chattersOf(api: ReturnType<typeof client>["api"]) {
	const people: Person[] = [];
	for await (const page of api.chatters(channelId)) people.push(...page);
	return people;
}

describe("connecting a channel", () => {
	it("sends the broadcaster to Twitch, and exchanges the code for tokens", async () => {
		const { api, store } = client({ scopes: null });
		const answer = await authorize(api.authorizeUrl("the-state", redirectUri, TWITCH_SCOPES));
		expect(answer.get("state")).toBe("the-state");
		const tokens = await api.exchange(answer.get("code") ?? "", redirectUri);
		expect(tokens.scopes).toEqual(TWITCH_SCOPES);
		expect(await api.identify(tokens)).toEqual({
			id: channelId,
			name: "plateia",
			scopes: [...TWITCH_SCOPES],
		});
		expect(store.saved).toEqual([]);
	});

	it("refuses a code that was used before, without secrets in the error", async () => {
		const { api } = client();
		const code = (await authorize(api.authorizeUrl("s", redirectUri, []))).get("code") ?? "";
		await api.exchange(code, redirectUri);
		const error = await failureOf(api.exchange(code, redirectUri));
		expect(error).toMatchObject({ kind: "refused", status: 400 });
		expect(error.message).toBe("POST /token: 400 (Invalid authorization code)");
	});
});

describe("tokens", () => {
	it("are refreshed once for all requests that were refused, and saved", async () => {
		const { api, store } = client();
		const before = store.tokens;
		platforms.twitch.authorization.expireTokens();
		const [, , grant] = await Promise.all([askFor(api), askFor(api), api.validate()]);
		expect(grant.id).toBe(channelId);
		expect(platforms.twitch.authorization.refreshes()).toBe(1);
		expect(store.saved).toEqual([store.tokens]);
		expect(store.tokens?.accessToken).not.toBe(before?.accessToken);
	});

	it("that another request has refreshed are not refreshed again", async () => {
		const { api, store } = client({
			onRequest() {
				if (store.tokens === first) store.tokens = second;
			},
		});
		const first = store.tokens;
		const granted = platforms.twitch.authorization.grant([...TWITCH_SCOPES]);
		const second = { accessToken: granted.access_token, refreshToken: "unused", scopes: [] };
		platforms.misbehave({ path: "/helix/subscriptions", status: 401 });
		expect((await askFor(api)).size).toBe(1);
		expect(platforms.twitch.authorization.refreshes()).toBe(0);
	});

	it("are used from memory while they cannot be saved", async () => {
		const { api, store, log } = client();
		store.failure = new Error("the disk is full");
		platforms.twitch.authorization.expireTokens();
		await askFor(api);
		await askFor(api);
		expect(platforms.twitch.authorization.refreshes()).toBe(1);
		expect(log.entries).toContainEqual(expect.objectContaining({ event: "platform-tokens-unsaved" }));
	});

	it("of a channel that was disconnected during a refresh are not saved", async () => {
		const { api, store } = client({
			onRequest(address) {
				if (address.endsWith("/token")) store.tokens = undefined;
			},
		});
		platforms.twitch.authorization.expireTokens();
		await askFor(api);
		expect(platforms.twitch.authorization.refreshes()).toBe(1);
		expect(store.saved).toEqual([]);
	});

	it("that cannot be refreshed mean that the channel must be connected again", async () => {
		const { api } = client();
		platforms.twitch.authorization.disconnect();
		expect(await failureOf(api.validate())).toMatchObject({ kind: "unauthorised", status: 400 });
		expect(await failureOf(askFor(client({ scopes: null }).api))).toMatchObject({ kind: "unauthorised" });
	});

	it("without a scope are refused with Twitch's reason", async () => {
		const { api } = client({ scopes: ["bits:read"] });
		const error = await failureOf(chattersOf(api));
		expect(error).toMatchObject({ kind: "unauthorised", status: 401 });
		expect(error.message).toContain("Missing scope: moderator:read:chatters");
	});

	it("of the app are requested once, renewed before they expire and when Twitch refuses them", async () => {
		let time = NOW;
		const { api } = client({ now: () => time });
		await Promise.all([api.stream(channelId), api.stream(channelId)]);
		expect(requestsOf("/oauth2/token")).toBe(1);
		time = new Date(NOW.getTime() + 14_100_000);
		await api.stream(channelId);
		expect(requestsOf("/oauth2/token")).toBe(2);
		platforms.twitch.authorization.expireTokens();
		await api.stream(channelId);
		expect(requestsOf("/oauth2/token")).toBe(3);
	});
});

describe("subscriptions", () => {
	const webhook = { method: "webhook", callback: "http://127.0.0.1:9/hooks", secret: "0123456789" } as const;

	it("are created, listed and deleted", async () => {
		const { api } = client();
		const created = await api.createSubscription(follow, webhook);
		expect(created).toMatchObject({ ...follow, status: "webhook_callback_verification_pending" });
		expect(await api.listSubscriptions("webhook")).toMatchObject([
			{ id: created?.id, type: "channel.follow", callback: webhook.callback },
		]);
		expect(await api.listSubscriptions("websocket")).toEqual([]);
		await api.deleteSubscription(created?.id ?? "", "webhook");
		await api.deleteSubscription(created?.id ?? "", "webhook");
		expect(await api.listSubscriptions("webhook")).toEqual([]);
	});
});

describe("the channel", () => {
	it("has chatters, read page by page", async () => {
		const { api } = client();
		await platforms.goLive({ chatters: 2500 });
		const people = await chattersOf(api);
		expect(new Set(people.map(({ id }) => id)).size).toBe(2500);
		expect(people[0]).toEqual({ id: platformIdOf("ana"), name: "ana" });
		expect(requestsOf("/helix/chat/chatters")).toBe(3);
	});

	it("ends a list whose cursor does not change", async () => {
		const page = JSON.stringify({ data: [], pagination: { cursor: "same" } });
		const order = { path: "/helix/chat/chatters", status: 200, body: page };
		platforms.misbehave(order, order, order);
		expect(await chattersOf(client().api)).toEqual([]);
		expect(requestsOf("/helix/chat/chatters")).toBe(2);
	});
});

describe("a list with invalid items", () => {
	const blank = { user_id: "", user_login: "", user_name: "" };
	const listed = (item: object, ...more: object[]) => ({ data: [...more, item], pagination: {}, total: 4 });
	const transport = { method: "webhook", callback: "http://127.0.0.1:9/hooks" };
	const subscription = { id: "s", status: "enabled", type: "t", version: "1", condition: {}, transport };
	const ana = { user_id: "1", user_login: "ana", user_name: "ana" };
	const subscriber = { user_id: "1", tier: "1000" };
	type Api = ReturnType<typeof client>["api"];

	it.each<[string, string, object, object[], (api: Api) => Promise<{ length: number } | { size: number }>]>([
		["chatters", "/chat/chatters", ana, [blank, { ...ana, user_login: "" }, { user_id: 1 }], chattersOf],
		["subscribers", "/subscriptions", subscriber, [blank, { user_id: "2", tier: "9000" }], askFor],
		[
			...(["subscriptions of EventSub", "/eventsub/subscriptions", subscription] as const),
			[{ ...subscription, condition: null }, {}],
			(api) => api.listSubscriptions("webhook"),
		],
	])("of %s has the others, and is logged once", async (_what, path, valid, invalid, read) => {
		const { api, log } = client();
		// Also with a byte order mark.
		const body = `\ufeff${JSON.stringify(listed(valid, ...invalid))}`;
		platforms.misbehave({ path: `/helix${path}`, status: 200, body });
		const found = await read(api);
		expect("size" in found ? found.size : found.length).toBe(1);
		const left = log.entries.filter(({ event }) => event === "platform-items-left-out");
		expect(left).toMatchObject([
			{ request: `GET ${path}`, count: invalid.length, reason: expect.stringMatching(/^item\./) },
		]);
	});

	it("of subscriptions is unreadable if none is valid, because all would be created again", async () => {
		const { api } = client();
		const order = { path: "/helix/eventsub/subscriptions", status: 200, body: JSON.stringify(listed(blank)) };
		platforms.misbehave(order);
		expect(await failureOf(api.listSubscriptions("webhook"))).toMatchObject({ kind: "unreachable" });
	});
});

describe("failures", () => {
	const path = "/helix/subscriptions";
	const resetIn = (seconds: number) => ({ "ratelimit-reset": String(NOW.getTime() / 1000 + seconds) });

	it.each<[string, object[], { waits: number[]; failure?: object }]>([
		["wait for the limit of requests (429)", [{ status: 429, headers: resetIn(7) }], { waits: [7000] }],
		[
			"give up when the limit is reset too late",
			[{ status: 429, headers: resetIn(3600) }],
			{ waits: [], failure: { kind: "busy", status: 429 } },
		],
		["are repeated with growing waits (5xx)", [{ status: 500 }, { status: 503 }], { waits: [750, 1500] }],
		[
			"are not repeated a third time",
			Array(3).fill({ status: 502 }),
			{ waits: [750, 1500], failure: { kind: "unreachable", status: 502 } },
		],
		[
			"are answers without JSON",
			[{ status: 200, body: "<html>", headers: { "content-type": "text/html" } }],
			{ waits: [], failure: { message: "GET /subscriptions: not JSON, of type text/html" } },
		],
		[
			"are answers of another shape",
			[{ status: 200, body: '{"data":{"id":"1"}}' }],
			{ waits: [], failure: { message: "GET /subscriptions: answer.data: array expected" } },
		],
		[
			"are redirects",
			[{ status: 302, headers: { location: "https://example.com" } }],
			{ waits: [], failure: { kind: "refused", status: 302 } },
		],
		[
			"are answers that are too long",
			Array(3).fill({ status: 200, body: " ".repeat(3_000_000) }),
			{ waits: [750, 1500], failure: { kind: "unreachable" } },
		],
	])("%s", async (_what, orders, { waits: expected, failure }) => {
		const { api, waits } = client();
		platforms.misbehave(...orders.map((order) => ({ path, ...order })));
		if (failure) expect(await failureOf(askFor(api))).toMatchObject(failure);
		else await askFor(api);
		expect(waits).toEqual(expected);
	});

	it("end an attempt that is not answered", async () => {
		const { api } = client({ timeoutMs: 50 });
		platforms.misbehave({ path, hang: true }, { path, hang: true }, { path, hang: true });
		const error = await failureOf(askFor(api));
		expect(error).toMatchObject({ kind: "unreachable", message: "GET /subscriptions: no answer" });
	});

	it("never contain a secret that Twitch repeats", async () => {
		const { api, store, log } = client();
		const message = `token ${store.tokens?.accessToken}\nis wrong`;
		platforms.misbehave({ path, status: 400, body: JSON.stringify({ message }) });
		const error = await failureOf(askFor(api));
		expect(error.message).toBe("GET /subscriptions: 400 (token … is wrong)");
		expect(JSON.stringify(log.entries)).not.toContain(store.tokens?.accessToken);
	});

	it("are not repeated after the shutdown, which ends what is under way", async () => {
		const { api, ending } = client();
		platforms.misbehave({ path, hang: true });
		const asked = failureOf(askFor(api));
		await expect.poll(() => requestsOf(path)).toBe(1);
		ending.abort(new Error("the site stops"));
		expect(await asked).toMatchObject({ message: "the site stops" });
		expect(await failureOf(askFor(api))).toMatchObject({ message: "the site stops" });
		expect(requestsOf(path)).toBe(1);
	});
});
