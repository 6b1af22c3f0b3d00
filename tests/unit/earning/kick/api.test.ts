import { describe, expect, it } from "vitest";
import type { Incoming } from "~/earning/inbox/platform-event";
import { KICK_EVENTS, KICK_SCOPES } from "~/earning/kick/api.server";
import { incomingOf } from "~/earning/kick/events";
import { createKickVerifier, readDelivery } from "~/earning/kick/signature.server";
import type { PlatformError } from "~/earning/platform-http.server";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { kickEvents } from "../../../../demo/twitch-events.mjs";
import { openForEachTest } from "../../../support/for-each-test";
import {
	authorize,
	clientTools,
	kickApiAt,
	NOW,
	startHooks,
	startPlatforms,
	tokenStore,
} from "../../../support/platforms";

const channelId = platformIdOf("plateia");
const redirectUri = "http://127.0.0.1:9/callback";
const verifier = "v".repeat(43);
const platforms = openForEachTest(() => startPlatforms());

/** A client of a connected channel. */
function client() {
	const tools = clientTools();
	const granted = platforms.kick.authorization.grant([...KICK_SCOPES]);
	const tokens = { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? "", scopes: [] };
	const store = tokenStore(tokens);
	return { ...tools, store, api: kickApiAt(platforms.origin, tools, store) };
}

const failureOf = (promise: Promise<unknown>) =>
	promise.then(
		() => expect.unreachable("it did not fail"),
		(error: unknown) => error as PlatformError,
	);

describe("connecting a channel of Kick", () => {
	it("proves with PKCE that the same client requests and exchanges the code", async () => {
		const { api } = client();
		const ask = async () => {
			const answer = await authorize(api.authorizeUrl("the-state", redirectUri, KICK_SCOPES, verifier));
			expect(answer.get("state")).toBe("the-state");
			return answer.get("code") ?? "";
		};
		const tokens = await api.exchange(await ask(), redirectUri, verifier);
		expect(tokens.scopes).toEqual(KICK_SCOPES);
		expect(await api.identify(tokens)).toEqual({ id: channelId, name: "plateia" });
		const error = await failureOf(api.exchange(await ask(), redirectUri, "w".repeat(43)));
		expect(error).toMatchObject({ kind: "refused", status: 400 });
	});

	it("refreshes a token that Kick refuses, once, because a refresh token is used up", async () => {
		const { api, store } = client();
		platforms.kick.authorization.expireTokens();
		await Promise.all([api.user(), api.user(), api.listSubscriptions()]);
		expect(store.saved).toHaveLength(1);
		platforms.kick.authorization.expireTokens();
		expect(await api.user()).toEqual({ id: channelId, name: "plateia" });
		expect(platforms.kick.authorization.refreshes()).toBe(2);
	});

	it("subscribes to events, once each, and ends subscriptions", async () => {
		const { api } = client();
		expect(await api.createSubscriptions(channelId, KICK_EVENTS)).toEqual(new Map());
		await api.createSubscriptions(channelId, KICK_EVENTS);
		const all = await api.listSubscriptions();
		expect(all.map(({ event }) => event)).toEqual(KICK_EVENTS);
		expect(all[0]?.channelId).toBe(channelId);
		await api.deleteSubscriptions(all.map(({ id }) => id));
		expect(await api.listSubscriptions()).toEqual([]);
	});

	it("learns which events Kick refuses or does not mention", async () => {
		const { api } = client();
		const data = [{ name: "chat.message.sent", version: 1, subscription_id: "", error: "not verified" }, {}];
		const body = JSON.stringify({ data, message: "OK" });
		platforms.misbehave({ path: "/kick/public/v1/events/subscriptions", status: 200, body });
		const refused = { "chat.message.sent": "not verified", "channel.followed": "no answer" };
		expect(await api.createSubscriptions(channelId, Object.keys(refused))).toEqual(
			new Map(Object.entries(refused)),
		);
	});

	it("lists the subscriptions that can be read", async () => {
		const { api, log } = client();
		const one = { id: "s", event: "channel.followed", broadcaster_user_id: Number(channelId) };
		const body = JSON.stringify({ data: [{ ...one, id: null }, one, null] });
		platforms.misbehave({ path: "/kick/public/v1/events/subscriptions", status: 200, body });
		expect(await api.listSubscriptions()).toMatchObject([{ id: "s", channelId }]);
		expect(log.entries).toMatchObject([{ event: "platform-items-left-out", count: 2 }]);
	});

	it("reads the running stream, whose start is its id", async () => {
		const { api } = client();
		expect(await api.stream(channelId)).toBeUndefined();
		await platforms.goLive({ chatters: 3, title: "Bonus hunt" });
		const running = { title: "Bonus hunt", category: "Slots", viewers: 3 };
		expect(await api.stream(channelId)).toEqual({ id: NOW.toISOString(), startedAt: NOW, ...running });
		await platforms.goOffline();
		expect(await api.stream(channelId)).toBeUndefined();
		expect(await api.stream("1")).toBeUndefined();
	});
});

it("webhooks of Kick arrive signed, for each action, more than once and days late", async () => {
	const { api } = client();
	const incoming: (Incoming | undefined)[] = [];
	const verdicts: Promise<unknown>[] = [];
	const statuses = [503];
	const { verify } = createKickVerifier({ readKey: () => api.publicKey(), now: () => NOW });
	const hooks = await startHooks(({ headers, body }) => {
		const status = statuses.shift();
		if (status) return { status };
		incoming.push(incomingOf(readDelivery(headers, body), channelId));
		verdicts.push(verify(headers, body));
		return { status: 200 };
	});
	platforms.kick.setWebhook(hooks.url);
	await api.createSubscriptions(channelId, KICK_EVENTS);
	const late = new Date(NOW.getTime() - 3 * 24 * 60 * 60 * 1000);
	const subscription = kickEvents.subscription("bruno", late) as [string, object];
	const [sent] = await platforms.kick.emit(...subscription, { at: late, copies: 2 });
	expect(sent?.statuses.slice(0, 2)).toEqual([503, 200]);
	const event = { kind: "subscription", happenedAt: late, messageId: sent?.messageId };
	expect(incoming.splice(0)).toMatchObject([{ event }, { event }]);
	for (const action of ["follow", "subscribe", "resub", "gift-5", "chat", "live", "offline"]) {
		const form = new URLSearchParams({ action, name: "ana", platform: "kick" });
		await fetch(`${platforms.origin}/act`, { method: "POST", body: form });
	}
	expect(new Set(await Promise.all(verdicts))).toEqual(new Set(["valid"]));
	expect(incoming.map((one) => (one?.type === "chat" ? "chat" : one?.event.kind))).toEqual([
		...["follow", "subscription", "resubscription", "gift", "chat"],
		...["livestream.status.updated", "livestream.status.updated"],
	]);
	await hooks.close();
});
