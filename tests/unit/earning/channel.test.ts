import { sql } from "kysely";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { TransportName } from "~/earning/channel/adapter";
import { type Channel, openChannel } from "~/earning/channel/channel.server";
import type { Person, PlatformEvent } from "~/earning/inbox/platform-event";
import { processClock } from "~/lib/clock";
import { createSecretBox } from "~/lib/secret-box.server";
import { openLeaderCalls } from "~/live/in-leader.server";
import { personOf } from "../../../demo/platform-people.mjs";
import { twitchEvents } from "../../../demo/twitch-events.mjs";
import { userId } from "../../support/database";
import { eventually } from "../../support/eventually";
import { databaseForEachTest, openForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";
import { authorize, clientTools, keptLog, NOW, startPlatforms, twitchAt } from "../../support/platforms";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { openCluster } from "../live/hub.setup";

type Member = ReturnType<typeof openCluster>[number]["cluster"];

const MINUTE_MS = 60_000;
const test = databaseForEachTest({ users: { boss: 0 } });
const boss = userId("boss");
const box = createSecretBox("a secret of more than 32 characters", "settings");
let time = NOW;
beforeEach(() => {
	time = NOW;
});

/** The platforms, and the webhook of a site whose channel the test opens. */
const site = openForEachTest(async () => {
	const platforms = await startPlatforms({ now: () => time });
	const open: Channel[] = [];
	const events: PlatformEvent[] = [];
	/** What Twitch says whose channel it is, by default the truth; whether the settings have a client. */
	const set = { account: undefined as Person | undefined, hasClient: true };
	const turns: { turn: number; names: string[]; active: string[]; tiers: number }[] = [];
	const hooks = await serve(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const headers = new Headers(request.headers as Record<string, string>);
		const answer = await open.at(-1)?.receive(headers, Buffer.concat(chunks));
		response.writeHead(answer?.status ?? 404).end(await answer?.text());
	});
	const http = clientTools({ now: () => time });
	const processes = openCluster(2).map(({ cluster }) => cluster) as [Member, Member];
	const log = keptLog();
	return {
		...{ platforms, events, turns, set, log },
		/** Messages of the webhook arrive at the channel that was opened last. @param at 0 for the process that leads. */
		async open(transport: TransportName = "webhook", at: 0 | 1 = 0) {
			const { bus, epoch } = processes[at];
			const leads = () => epoch() !== undefined;
			const parts = { db: test.db, now: () => time, log: { ...log, debug() {} }, leads, bus };
			const inLeader = openLeaderCalls(testSite({ ...parts, clock: processClock }));
			const channel = await openChannel(testSite({ ...parts, inLeader }), "twitch", {
				box,
				createAdapter(tokens) {
					if (!set.hasClient) return undefined;
					const adapter = twitchAt(platforms.origin, http, tokens, `${hooks.origin}/hooks/twitch`);
					return {
						...adapter,
						async exchange(...grant) {
							const { tokens, account } = await adapter.exchange(...grant);
							return { tokens, account: set.account ?? account };
						},
					};
				},
				transport: () => transport,
				receiveEvent: async (event) =>
					events.every(({ messageId }) => messageId !== event.messageId) && Boolean(events.push(event)),
				async addTurn({ turn }, watchers) {
					const active = watchers.filter(({ isActive }) => isActive).map(({ name }) => name);
					const tiers = watchers.filter(({ tier }) => tier !== null).length;
					return Boolean(turns.push({ turn, names: watchers.map(({ name }) => name), active, tiers }));
				},
				...{ heard() {}, streamChanged() {} },
			});
			open.push(channel);
			return channel;
		},
		async close() {
			await Promise.all(open.map((channel) => channel.end()));
			await Promise.all([platforms.stop(), hooks.close()]);
		},
	};
});

async function connect(channel: Channel, withModerators = false) {
	const [redirectUri, verifier] = ["http://localhost/settings/stream/twitch", "v".repeat(43)];
	const answer = await authorize(channel.authorizeUrl("state", redirectUri, verifier, withModerators));
	await channel.connect(boss, answer.get("code") ?? "", redirectUri, verifier);
}

const enabled = (channel: Channel) =>
	eventually(() => {
		const states = channel.status().subscriptions.map(({ status }) => status);
		expect(states).toEqual(Array(9).fill("enabled"));
	});
/** @returns a function that lets the minutes of the polling pass until an assertion holds. */
function fakeMinutes() {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	onTestFinished(() => void vi.useRealTimers());
	return (assertion: () => void) =>
		eventually(() => {
			vi.advanceTimersByTime(MINUTE_MS);
			assertion();
		});
}
async function openEnabled() {
	const channel = await site.open();
	await connect(channel);
	await enabled(channel);
	return channel;
}
const SUBSCRIBE = { path: "/helix/eventsub/subscriptions", method: "POST" };
const cheer = twitchEvents.cheer("ana", 100) as [string, object];

describe("a channel of Twitch", () => {
	it("is connected once by its owner, after which its events arrive, also after a restart", async () => {
		const channel = await openEnabled();
		expect(channel.status().account).toMatchObject({ name: "plateia", transport: "webhook" });
		expect(channel.status().heardAt).toBeUndefined();
		await site.platforms.twitch.emit(...cheer);
		await channel.end();
		time = new Date(NOW.getTime() + MINUTE_MS);
		const again = await site.open();
		expect(again.status().heardAt).toEqual(NOW);
		await site.platforms.twitch.emit(...cheer);
		expect(site.events.map(({ kind }) => kind)).toEqual(["cheer", "cheer"]);
		await enabled(again);
		expect(site.platforms.twitch.subscriptions()).toHaveLength(9);
		expect(await rowsOf(test.db, "admin_changes")).toMatchObject([{ action: "platform.connect" }]);
		const row = await rowOf(test.db, "platform_connections", {});
		const { accessToken } = box.open<{ accessToken: string }>(row.tokens, "twitch");
		expect(Object.values(row).join(" ")).not.toContain(accessToken);
	});

	it("is replaced by another account, without remains of the first one at Twitch or in memory", async () => {
		const channel = await openEnabled();
		await site.platforms.goLive({ chatters: 1 });
		await eventually(() => expect(channel.status().stream).toBeDefined());
		site.set.hasClient = false;
		await channel.settingsChanged();
		expect(channel.status().stream, "without its settings").toBeUndefined();
		site.set.hasClient = true;
		await channel.settingsChanged();
		expect(channel.status().stream).toBeDefined();
		site.set.account = { id: "42", name: "other" };
		await connect(channel);
		const left = site.platforms.twitch.subscriptions();
		expect(JSON.stringify(left)).not.toContain(personOf("plateia").id);
		expect(channel.status()).toMatchObject({ account: { name: "other" }, stream: undefined });
	});

	it("receives its events after it was connected again while Twitch could not delete the subscriptions", async () => {
		const channel = await openEnabled();
		const failure = { path: SUBSCRIBE.path, status: 503 };
		for (const method of ["GET", "DELETE"]) {
			site.platforms.misbehave({ ...failure, method });
			await connect(channel);
			await site.platforms.twitch.emit(...cheer);
		}
		expect(site.events).toHaveLength(2);
	});

	it("replaces subscriptions of an earlier connection, which have another secret, until Twitch has deleted them", async () => {
		const minutesUntil = fakeMinutes();
		const channel = await openEnabled();
		const failure = { path: SUBSCRIBE.path, method: "GET", status: 503 };
		site.platforms.misbehave(failure, failure, failure);
		await channel.disconnect(boss);
		await connect(channel);
		expect(channel.status()).toMatchObject({ subscriptions: [], account: { name: "plateia" } });
		expect(site.platforms.twitch.subscriptions()).toHaveLength(9);
		await minutesUntil(() => expect(channel.status().subscriptions).toHaveLength(9));
		await enabled(channel);
		await site.platforms.twitch.emit(...cheer);
		expect(site.events).toHaveLength(1);
	});

	it("writes in the chat once it may, and says why a text is not shown", async () => {
		const channel = await openEnabled();
		const { chat } = site.platforms.twitch;
		expect([channel.maySay(), await channel.say("Hello")]).toEqual([true, true]);
		chat.drop("msg_rejected");
		expect([await channel.say("Bye"), channel.status().chatDropped]).toEqual([false, "msg_rejected"]);
		site.platforms.misbehave({ path: "/helix/chat/messages", status: 503 });
		expect(await channel.say("Bye")).toBeUndefined();
		site.platforms.twitch.authorization.expireTokens();
		expect(await channel.say("Good night"), "with refreshed tokens").toBe(true);
		const missing = { path: "/helix/chat/messages", status: 401 };
		site.platforms.misbehave(missing, missing);
		expect([await channel.say("Bye"), channel.maySay()]).toEqual([false, false]);
		expect(channel.status().fault, "the tokens may be valid for everything else").toBeUndefined();
		await connect(channel);
		expect([channel.maySay(), channel.status().maySay, await channel.say("Bye")]).toEqual([true, true, true]);
		expect(chat.messages()).toEqual(["Hello", "Good night", "Bye"]);
		const row = await rowOf(test.db, "platform_connections", {});
		const { scopes, ...earlier } = box.open<{ scopes: string[] }>(row.tokens, "twitch");
		expect(scopes).toContain("user:write:chat");
		await channel.end();
		await changeRows(test.db, "platform_connections", {}, { tokens: box.seal(earlier, "twitch") });
		expect((await site.open()).maySay(), "a connection of an earlier version").toBe(false);
	});

	it("says when it is disconnected whether Twitch has ended the access of the site", async () => {
		const channel = await openEnabled();
		site.platforms.misbehave({ path: "/oauth2/revoke", status: 503 });
		expect(await channel.disconnect(boss)).toBe(false);
		expect(await rowsOf(test.db, "platform_connections")).toEqual([]);
		await connect(channel);
		expect(await channel.disconnect(boss)).toBe(true);
	});

	it("lists the time in which the site was down as a time without a connection", async () => {
		const channel = await site.open("socket");
		await connect(channel);
		await eventually(() => expect(channel.status().heardAt).toEqual(NOW));
		const silences = () => rowsOf(test.db, "platform_silences");
		expect(await silences()).toEqual([]);
		await channel.end();
		time = new Date(NOW.getTime() + 10 * MINUTE_MS);
		await site.open("socket");
		await eventually(async () =>
			expect(await silences()).toMatchObject([{ from_at: NOW.toISOString(), until_at: time.toISOString() }]),
		);
	});

	it("shows a subscription that Twitch refuses or has ended as inactive until it is renewed", async () => {
		const channel = await site.open();
		const reason = "subscription missing proper authorization";
		site.platforms.misbehave({ ...SUBSCRIBE, status: 403, body: JSON.stringify({ message: reason }) });
		await connect(channel);
		const states = () => channel.status().subscriptions.map(({ status }) => status);
		await eventually(() => expect(states()).toEqual(["refused", ...Array(8).fill("enabled")]));
		expect(channel.status()).toMatchObject({ fault: undefined, trouble: { isTotal: false, reason } });
		await channel.renew();
		await enabled(channel);
		expect(channel.status().trouble).toBeUndefined();
		await site.platforms.twitch.revoke("channel.raid");
		expect(states().filter((status) => status !== "enabled")).toEqual(["authorization_revoked"]);
		await channel.renew();
		await enabled(channel);
	});

	it.each(["socket", "webhook"] as const)(
		"says that nothing earns, and why, while Twitch refuses all subscriptions of the %s",
		async (transport) => {
			const channel = await site.open(transport);
			const reason = "number of websocket transports limit exceeded";
			const body = JSON.stringify({ message: reason });
			site.platforms.misbehave({ ...SUBSCRIBE, status: 429, body });
			await connect(channel);
			await eventually(() =>
				expect(channel.status().trouble).toEqual({ cause: "limited", isTotal: true, reason }),
			);
			await channel.renew();
			await enabled(channel);
			expect(channel.status().trouble).toBeUndefined();
		},
	);

	it("goes on without the database when the process begins to lead, and with tokens that cannot be stored", async () => {
		const channel = await openEnabled();
		const { authorization } = site.platforms.twitch;
		await sql`alter table platform_connections rename to gone`.execute(test.db);
		await expect(channel.begin()).resolves.toBeUndefined();
		authorization.expireTokens();
		await channel.renew();
		await channel.renew();
		expect(authorization.refreshes()).toBe(1);
		await sql`alter table gone rename to platform_connections`.execute(test.db);
		expect(site.log.entries.map(({ event }) => event)).toContain("platform-channel-failed");
		expect(channel.status().fault).toBeUndefined();
		expect(channel.status().account).toMatchObject({ name: "plateia" });
	});

	it("pays each turn of the running stream once to those in the chat, but not to the streamer", async () => {
		const channel = await openEnabled();
		await site.platforms.goLive({ chatters: 12 });
		await eventually(() => expect(channel.status().stream?.title).toBe("Bonus hunt"));
		expect(site.turns).toEqual([]);
		time = new Date(NOW.getTime() + 11 * MINUTE_MS);
		await site.platforms.twitch.emit(...(twitchEvents.chat("ana", "olá") as [string, object]));
		await channel.renew();
		await channel.renew();
		expect(site.turns).toMatchObject([{ turn: 2, active: ["ana"], tiers: 1 }]);
		expect(site.turns[0]?.names).toHaveLength(12);
		expect(site.turns[0]?.names).not.toContain(personOf("Plateia").login);
		await site.platforms.goOffline();
		await eventually(() => expect(channel.status().stream).toBeUndefined());
	});

	it("reads the tiers of its subscribers each minute until Twitch answers, and keeps them after a failure", async () => {
		const minutesUntil = fakeMinutes();
		const path = "/helix/subscriptions";
		const asked = (what: string) => site.platforms.requests.filter((request) => request.path === what).length;
		site.platforms.misbehave({ path, status: 503 }, { path, status: 503 });
		const channel = await openEnabled();
		expect(asked(path)).toBe(1);
		await minutesUntil(() => expect(asked(path)).toBe(3));
		const streams = asked("/helix/streams");
		await minutesUntil(() => expect(asked("/helix/streams")).toBeGreaterThan(streams + 2));
		expect(asked(path)).toBe(3);
		await site.platforms.goLive({ chatters: 3 });
		time = new Date(NOW.getTime() + 11 * MINUTE_MS);
		site.platforms.misbehave({ path, status: 503 });
		await channel.renew();
		expect(asked(path)).toBeGreaterThan(3);
		expect(site.turns).toMatchObject([{ turn: 2, tiers: 1 }]);
	});

	it("is shown as refused after its owner has revoked the access, until it is connected again", async () => {
		const channel = await openEnabled();
		expect(channel.status().fault).toBeUndefined();
		site.platforms.twitch.authorization.disconnect();
		await channel.renew();
		await channel.renew();
		expect(channel.status().fault).toBe("unauthorised");
		await connect(channel);
		await eventually(() => expect(channel.status().fault).toBeUndefined());
	});

	it("refuses messages that are forged or stale, and logs each of both every 10 s at most", async () => {
		const channel = await openEnabled();
		const headers = new Headers({
			"twitch-eventsub-message-id": "1",
			"twitch-eventsub-message-timestamp": NOW.toISOString(),
			"twitch-eventsub-message-signature": `sha256=${"0".repeat(64)}`,
		});
		const send = async () => expect((await channel.receive(headers, Buffer.from("{}"))).status).toBe(403);
		await send();
		await send();
		const at = new Date(NOW.getTime() - 11 * MINUTE_MS);
		await site.platforms.twitch.emit(...cheer, { at, copies: 2 });
		time = new Date(NOW.getTime() + 10_000);
		await send();
		expect(site.events).toEqual([]);
		expect(site.log.entries.filter(({ event }) => event === "platform-message-refused")).toMatchObject([
			{ verdict: "forged" },
			{ verdict: "stale" },
			{ verdict: "forged" },
		]);
	});

	it("receives events over a socket where no webhook can arrive, also after Twitch has moved the connection", async () => {
		const channel = await site.open("socket");
		await connect(channel);
		await eventually(() => expect(channel.status().subscriptions).toHaveLength(9));
		const { socket, emit } = site.platforms.twitch;
		await emit(...cheer);
		socket.reconnect();
		await eventually(() => expect(socket.opened()).toBe(2));
		await emit(...cheer, { copies: 2 });
		await eventually(() => expect(site.events.map(({ kind }) => kind)).toEqual(["cheer", "cheer"]));
	});
});

it("the moderators of a channel are read only once its owner has allowed it, and everything else works without", async () => {
	const channel = await site.open();
	expect(await channel.moderators()).toBeUndefined();
	await connect(channel);
	expect(await channel.moderators()).toBeNull();
	expect(channel.status().fault).toBeUndefined();
	expect(site.platforms.requests.filter(({ path }) => path.includes("/moderators"))).toEqual([]);
	await connect(channel, true);
	site.platforms.channel.moderators = Array.from({ length: 120 }, (_, index) => `mod_${index}`);
	expect(await channel.moderators()).toHaveLength(120);
	expect((await channel.moderators())?.[0]).toMatchObject({ id: personOf("mod_0").id });
	site.platforms.misbehave({ path: "/helix/moderation/moderators", status: 500 });
	expect(await channel.moderators()).toBeUndefined();
});

describe("another process than the leader", () => {
	it("connects, answers challenges, stores messages and disconnects, and shows what the leader knows", async () => {
		const leader = await site.open();
		const channel = await site.open("webhook", 1);
		await connect(channel);
		await enabled(leader);
		expect(channel.status()).toMatchObject({ account: { name: "plateia" }, subscriptions: [] });
		expect(await channel.readStatus()).toEqual(await leader.readStatus());
		await site.platforms.twitch.emit(...cheer, { at: time, copies: 2 });
		expect(site.events).toHaveLength(1);
		await eventually(() => expect(leader.status().heardAt).toEqual(NOW));
		await site.platforms.twitch.revoke("channel.raid");
		const states = () => leader.status().subscriptions.map(({ status }) => status);
		await eventually(() => expect(states()).toContain("authorization_revoked"));
		await channel.renew();
		await enabled(leader);
		expect(await channel.disconnect(boss)).toBe(true);
		expect(leader.status().account).toBeUndefined();
		await eventually(() => expect(channel.status().account).toBeUndefined());
	});
});
