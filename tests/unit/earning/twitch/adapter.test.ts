import { describe, expect, it } from "vitest";
import type { PlatformError } from "~/earning/platform-client.server";
import { TWITCH_SCOPES } from "~/earning/twitch/events";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { openForEachTest } from "../../../support/for-each-test";
import {
	authorize,
	clientTools,
	NOW,
	startPlatforms,
	tokenStore,
	twitchAt,
} from "../../../support/platforms";

const channelId = platformIdOf("plateia");
const account = {
	...{ id: channelId, name: "plateia", hookSecret: "0123456789", transport: "webhook" as const },
};
const platforms = openForEachTest(() => startPlatforms());
const redirectUri = "http://127.0.0.1:9/callback";
const tokensWith = (scopes: readonly string[]) => {
	const granted = platforms.twitch.authorization.grant([...scopes]);
	return { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? "" };
};

/** An adapter, by default of a connected channel. */
function client({
	scopes = TWITCH_SCOPES,
	...options
}: { scopes?: readonly string[] | null } & Parameters<typeof clientTools>[0] = {}) {
	const tools = clientTools(options);
	const store = tokenStore(scopes ? tokensWith(scopes) : undefined);
	return { ...tools, store, twitch: twitchAt(platforms.origin, tools, store) };
}
type Twitch = ReturnType<typeof client>["twitch"];

const failureOf = (promise: Promise<unknown>) =>
	promise.then(
		() => expect.unreachable("it did not fail"),
		(error: unknown) => error as PlatformError,
	);
/** A request with the user's token. */
const askFor = (twitch: Twitch) => twitch.subscribers(channelId);
const requestsOf = (path: string) => platforms.requests.filter((request) => request.path === path).length;

it("a channel is connected by a code, which is used once and is not in an error", async () => {
	const { twitch, store } = client({ scopes: null });
	const answer = await authorize(twitch.authorizeUrl("the-state", redirectUri, ""));
	expect(answer.get("state")).toBe("the-state");
	const code = answer.get("code") ?? "";
	const connected = await twitch.exchange(code, redirectUri, "");
	expect(connected.account).toEqual({ id: channelId, name: "plateia" });
	expect(store.saved).toEqual([]);
	store.tokens = connected.tokens;
	expect((await askFor(twitch)).size).toBe(1);
	const error = await failureOf(twitch.exchange(code, redirectUri, ""));
	expect(error).toMatchObject({ kind: "refused", status: 400 });
	expect(error.message).toBe("POST /oauth2/token: 400 (Invalid authorization code)");
});

it("a text is written in the chat with the user's token, or Twitch says why the chat does not show it", async () => {
	const { twitch } = client();
	const { chat } = platforms.twitch;
	expect(await twitch.say(account, "Hello")).toEqual({ isSent: true, reason: "" });
	expect(await twitch.say(account, "Hello")).toEqual({ isSent: false, reason: "msg_duplicate" });
	expect(chat.messages()).toEqual(["Hello"]);
	const { twitch: unscoped } = client({ scopes: ["user:read:chat"] });
	const error = await failureOf(unscoped.say(account, "Hello again"));
	expect(error).toMatchObject({ kind: "unauthorised", reason: "Missing scope: user:write:chat" });
});

describe("tokens", () => {
	it("are refreshed once for all requests that were refused, and saved", async () => {
		const { twitch, store } = client();
		const before = store.tokens;
		platforms.twitch.authorization.expireTokens();
		await Promise.all([askFor(twitch), askFor(twitch), twitch.validate()]);
		expect(platforms.twitch.authorization.refreshes()).toBe(1);
		expect(store.saved).toEqual([store.tokens]);
		expect(store.tokens?.accessToken).not.toBe(before?.accessToken);
	});

	it("that another request has refreshed are not refreshed again", async () => {
		const { twitch, store } = client({
			onRequest() {
				if (store.tokens === first) store.tokens = second;
			},
		});
		const first = store.tokens;
		const second = { ...tokensWith(TWITCH_SCOPES), refreshToken: "unused" };
		platforms.misbehave({ path: "/helix/subscriptions", status: 401 });
		expect((await askFor(twitch)).size).toBe(1);
		expect(platforms.twitch.authorization.refreshes()).toBe(0);
	});

	it("of a channel that was disconnected during a refresh are not saved", async () => {
		const { twitch, store } = client({
			onRequest(address) {
				if (address.endsWith("/token")) store.tokens = undefined;
			},
		});
		platforms.twitch.authorization.expireTokens();
		await askFor(twitch);
		expect(platforms.twitch.authorization.refreshes()).toBe(1);
		expect(store.saved).toEqual([]);
	});

	it("that cannot be refreshed mean that the channel must be connected again", async () => {
		const { twitch } = client();
		platforms.twitch.authorization.disconnect();
		expect(await failureOf(twitch.validate())).toMatchObject({ kind: "unauthorised", status: 400 });
		expect(await failureOf(askFor(client({ scopes: null }).twitch))).toMatchObject({ kind: "unauthorised" });
	});

	it("without a scope are refused with Twitch's reason", async () => {
		const error = await failureOf(client({ scopes: ["bits:read"] }).twitch.chatters(channelId));
		expect(error).toMatchObject({ kind: "unauthorised", status: 401 });
		expect(error.message).toContain("Missing scope: moderator:read:chatters");
	});

	it("of the app are requested once, renewed before they expire and when Twitch refuses them", async () => {
		let time = NOW;
		const { twitch } = client({ now: () => time });
		await Promise.all([twitch.stream(channelId), twitch.stream(channelId)]);
		expect(requestsOf("/oauth2/token")).toBe(1);
		time = new Date(NOW.getTime() + 14_100_000);
		await twitch.stream(channelId);
		expect(requestsOf("/oauth2/token")).toBe(2);
		platforms.twitch.authorization.expireTokens();
		await twitch.stream(channelId);
		expect(requestsOf("/oauth2/token")).toBe(3);
	});
});

describe("a list", () => {
	const blank = { user_id: "", user_login: "" };
	const listed = (...data: object[]) => JSON.stringify({ data, pagination: {}, total: 4 });
	const ana = { user_id: "1", user_login: "ana" };
	const transport = { method: "webhook", callback: "http://127.0.0.1:9/hooks" };
	const one = {
		id: "s",
		status: "enabled",
		type: "t",
		version: "1",
		condition: { id: channelId },
		transport,
	};

	it("is read page by page, until its cursor does not change", async () => {
		const path = "/helix/chat/chatters";
		const { twitch } = client();
		await platforms.goLive({ chatters: 2500 });
		const people = await twitch.chatters(channelId);
		expect(new Set(people.map(({ id }) => id)).size).toBe(2500);
		expect(people[0]).toEqual({ id: platformIdOf("ana"), name: "ana" });
		expect(requestsOf(path)).toBe(3);
		const body = JSON.stringify({ data: [], pagination: { cursor: "same" } });
		platforms.misbehave(...Array(3).fill({ path, status: 200, body }));
		expect(await twitch.chatters(channelId)).toEqual([]);
		expect(requestsOf(path)).toBe(5);
	});

	it.each<[string, object, readonly object[], (twitch: Twitch) => Promise<unknown>]>([
		[
			...(["/chat/chatters", ana, [blank, { ...ana, user_login: "" }, { user_id: 1 }]] as const),
			(twitch) => twitch.chatters(channelId),
		],
		["/subscriptions", { user_id: "1", tier: "1000" }, [blank, { user_id: "2", tier: "9000" }], askFor],
		[
			...(["/eventsub/subscriptions", one, [{ ...one, condition: null }, {}]] as const),
			(twitch) => twitch.unsubscribe(account),
		],
	])("at %s is read without its invalid items, which are logged once", async (path, valid, invalid, read) => {
		const { twitch, log } = client();
		// Also with a byte order mark.
		const body = `\ufeff${listed(...invalid, valid)}`;
		platforms.misbehave({ path: `/helix${path}`, status: 200, body });
		const found = await read(twitch);
		if (found) expect([...(found as Iterable<unknown>)]).toHaveLength(1);
		expect(log.entries).toMatchObject([
			{ event: "platform-items-left-out", request: `GET /helix${path}`, count: invalid.length },
		]);
	});

	it("of subscriptions is unreadable if none is valid, because all would be created again", async () => {
		platforms.misbehave({ path: "/helix/eventsub/subscriptions", status: 200, body: listed(blank) });
		expect(await failureOf(client().twitch.subscribe(account))).toMatchObject({ kind: "unreachable" });
	});
});

describe("a failure", () => {
	const path = "/helix/subscriptions";

	it.each<[string, object, object]>([
		["a limit of requests", { status: 429 }, { kind: "busy", status: 429 }],
		["a fault of Twitch", { status: 502 }, { kind: "unreachable", status: 502 }],
		[
			"an answer without JSON",
			{ status: 200, body: "<html>", headers: { "content-type": "text/html" } },
			{ kind: "unreachable", message: `GET ${path}: not JSON, of type text/html` },
		],
		[
			"an answer of another shape",
			{ status: 200, body: '{"data":{"id":"1"}}' },
			{ kind: "unreachable", message: `GET ${path}: answer.data: array expected` },
		],
		[
			"a redirect",
			{ status: 302, headers: { location: "https://example.com" } },
			{ kind: "refused", status: 302 },
		],
		["an answer that is too long", { status: 200, body: " ".repeat(3_000_000) }, { kind: "unreachable" }],
		["no answer in time", { hang: true }, { kind: "unreachable", message: `GET ${path}: no answer` }],
	])("is %s", async (_what, order, failure) => {
		platforms.misbehave({ path, ...order });
		expect(
			await failureOf(askFor(client({ timeoutMs: "hang" in order ? 500 : 20_000 }).twitch)),
		).toMatchObject(failure);
		expect(requestsOf(path)).toBe(1);
	});

	it("never contains a secret that Twitch repeats", async () => {
		const { twitch, store } = client();
		const message = `token ${store.tokens?.accessToken}\nis wrong`;
		platforms.misbehave({ path, status: 400, body: JSON.stringify({ message }) });
		const error = await failureOf(askFor(twitch));
		expect(error.message).toBe(`GET ${path}: 400 (token … is wrong)`);
	});

	it("is the shutdown, which ends what is under way", async () => {
		const { twitch, ending } = client();
		platforms.misbehave({ path, hang: true });
		const asked = failureOf(askFor(twitch));
		await expect.poll(() => requestsOf(path)).toBe(1);
		ending.abort(new Error("the site stops"));
		expect(await asked).toMatchObject({ message: "the site stops" });
		expect(await failureOf(askFor(twitch))).toMatchObject({ message: "the site stops" });
		expect(requestsOf(path)).toBe(1);
	});
});
