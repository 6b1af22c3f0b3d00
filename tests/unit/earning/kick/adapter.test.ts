import { expect, it } from "vitest";
import { KICK_EVENTS, KICK_SCOPES } from "~/earning/kick/adapter.server";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { kickEvents } from "../../../../demo/twitch-events.mjs";
import { openForEachTest } from "../../../support/for-each-test";
import {
	authorize,
	clientTools,
	kickAt,
	NOW,
	startHooks,
	startPlatforms,
	tokenStore,
} from "../../../support/platforms";

const account = {
	...{ id: platformIdOf("plateia"), name: "plateia", hookSecret: "", transport: "webhook" as const },
};
const owner = { id: account.id, name: "plateia" };
const redirectUri = "http://127.0.0.1:9/callback";
const path = "/kick/public/v1/events/subscriptions";
const platforms = openForEachTest(() => startPlatforms());

/** An adapter of a connected channel. */
function client() {
	const tools = clientTools();
	const granted = platforms.kick.authorization.grant([...KICK_SCOPES]);
	const store = tokenStore({
		...{ accessToken: granted.access_token, refreshToken: granted.refresh_token ?? "" },
	});
	return { ...tools, store, kick: kickAt(platforms.origin, tools, store) };
}

it("a channel of Kick is connected by a code and the client that has requested it (PKCE)", async () => {
	const { kick } = client();
	const verifier = "v".repeat(43);
	const ask = async () => {
		const answer = await authorize(kick.authorizeUrl("the-state", redirectUri, verifier));
		expect(answer.get("state")).toBe("the-state");
		return answer.get("code") ?? "";
	};
	expect((await kick.exchange(await ask(), redirectUri, verifier)).account).toEqual(owner);
	await expect(kick.exchange(await ask(), redirectUri, "w".repeat(43))).rejects.toMatchObject({
		...{ kind: "refused", status: 400 },
	});
});

it("a token that Kick refuses is refreshed once, because a refresh token is used up", async () => {
	const { kick, store } = client();
	for (const refreshes of [1, 2]) {
		platforms.kick.authorization.expireTokens();
		expect(await Promise.all([kick.validate(), kick.validate()])).toEqual([owner, owner]);
		expect(platforms.kick.authorization.refreshes()).toBe(refreshes);
	}
	expect(store.saved).toHaveLength(2);
});

it("events of Kick are subscribed once each, and a subscription that cannot be read is left out", async () => {
	const { kick, log } = client();
	const enabled = KICK_EVENTS.map((type) => ({ type, status: "enabled" }));
	const listed = () => platforms.kick.subscriptions().map(({ event }) => event);
	for (let time = 0; time < 2; time++) {
		expect(await kick.subscribe(account)).toEqual(enabled);
		expect(listed()).toEqual(KICK_EVENTS);
	}
	const one = { id: "s", event: "other", broadcaster_user_id: Number(account.id) };
	const body = JSON.stringify({ data: [{ ...one, id: null }, one, null] });
	platforms.misbehave({ path, status: 200, body });
	await kick.unsubscribe(account);
	expect(log.entries).toMatchObject([{ event: "platform-items-left-out", count: 2 }]);
	await kick.unsubscribe(account);
	expect(listed()).toEqual([]);
});

it("an event that Kick refuses or does not mention is shown with the reason", async () => {
	const data = [{ name: "chat.message.sent", version: 1, subscription_id: "", error: "not verified" }, {}];
	const answers = [{ data: [] }, { data, message: "OK" }];
	platforms.misbehave(...answers.map((body) => ({ path, status: 200, body: JSON.stringify(body) })));
	expect((await client().kick.subscribe(account)).slice(0, 2)).toEqual([
		{ type: "chat.message.sent", status: "refused", reason: "not verified" },
		{ type: "channel.followed", status: "refused", reason: "no answer" },
	]);
});

it("the running stream on Kick has its start as its id", async () => {
	const { kick } = client();
	expect(await kick.stream(account.id)).toBeUndefined();
	await platforms.goLive({ chatters: 3, title: "Bonus hunt" });
	const running = { title: "Bonus hunt", category: "Slots", viewers: 3 };
	expect(await kick.stream(account.id)).toEqual({ id: NOW.toISOString(), startedAt: NOW, ...running });
	await platforms.goOffline();
	expect(await kick.stream(account.id)).toBeUndefined();
	expect(await kick.stream("1")).toBeUndefined();
});

it("a text is written in Kick's chat as the bot of the application", async () => {
	const { kick } = client();
	const { chat } = platforms.kick;
	expect(await kick.say(account, "Hello")).toEqual({ isSent: true, reason: "" });
	chat.drop("any");
	expect(await kick.say(account, "Hello again")).toEqual({ isSent: false, reason: "" });
	expect(chat.messages()).toEqual(["Hello"]);
});

it("webhooks of Kick arrive signed, for each action, more than once and days late", async () => {
	const { kick } = client();
	const received: Promise<unknown>[] = [];
	const statuses = [503];
	const hooks = await startHooks((headers, body) => {
		const status = statuses.shift();
		if (!status) received.push(kick.receive(account, headers, body));
		return status ?? 200;
	});
	platforms.kick.setWebhook(hooks.url);
	await kick.subscribe(account);
	const late = new Date(NOW.getTime() - 3 * 24 * 60 * 60 * 1000);
	const subscription = kickEvents.subscription("bruno", late) as [string, object];
	const [sent] = await platforms.kick.emit(...subscription, { at: late, copies: 2 });
	expect(sent?.statuses.slice(0, 2)).toEqual([503, 200]);
	const event = { kind: "subscription", happenedAt: late, messageId: sent?.messageId };
	expect(await Promise.all(received.splice(0))).toMatchObject([{ event }, { event }]);
	for (const action of ["follow", "subscribe", "resub", "gift-5", "chat", "live", "offline"]) {
		const form = new URLSearchParams({ action, name: "ana", platform: "kick" });
		await fetch(`${platforms.origin}/act`, { method: "POST", body: form });
	}
	expect(await Promise.all(received)).toMatchObject([
		...["follow", "subscription", "resubscription", "gift"].map((kind) => ({ event: { kind } })),
		...[{ type: "chat" }, { type: "stream" }, { type: "stream" }],
	]);
	await hooks.close();
});
