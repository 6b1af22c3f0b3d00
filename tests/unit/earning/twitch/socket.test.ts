import { describe, expect, it, vi } from "vitest";
import type { TwitchMessage } from "~/earning/twitch/events";
import { TWITCH_SCOPES } from "~/earning/twitch/events";
import { createTwitchSocket } from "~/earning/twitch/socket.server";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { twitchEvents } from "../../../../demo/twitch-events.mjs";
import { eventually } from "../../../support/eventually";
import { openForEachTest } from "../../../support/for-each-test";
import { clientTools, keptLog, startPlatforms, tokenStore, twitchAt } from "../../../support/platforms";

const cheer = twitchEvents.cheer("ana", 100) as [string, object];

interface Options {
	/** Replaces the subscription. */
	onSession?: (sessionId: string) => Promise<void>;
	onMessage?: (message: TwitchMessage) => Promise<void>;
}

/** What is open, closed after each test. */
const opened = openForEachTest(async () => {
	const endings: (() => unknown)[] = [];
	return {
		endings,
		async close() {
			for (const end of endings.reverse()) await end();
		},
	};
});

/** A socket of a connected channel, by default one that does not become silent during a test. */
async function openSocket({ onSession, onMessage }: Options = {}) {
	const platforms = await startPlatforms({ keepaliveSeconds: 60 });
	const granted = platforms.twitch.authorization.grant([...TWITCH_SCOPES]);
	const tokens = { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? "" };
	const twitch = twitchAt(platforms.origin, clientTools(), tokenStore(tokens));
	const account = {
		id: platformIdOf("plateia"),
		name: "plateia",
		hookSecret: "",
		transport: "socket",
	} as const;
	const subscribe = async (sessionId: string) => void (await twitch.subscribe(account, sessionId));

	const messages: TwitchMessage[] = [];
	const sessions: string[] = [];
	const silences: [Date, Date][] = [];
	const log = keptLog();
	const socket = createTwitchSocket({
		...{ WebSocket, log, address: `${platforms.origin.replace("http", "ws")}/ws` },
		now: () => new Date(),
		onSession(sessionId) {
			sessions.push(sessionId);
			return (onSession ?? subscribe)(sessionId);
		},
		onMessage(message) {
			messages.push(message);
			return onMessage?.(message);
		},
		onRevocation() {},
		onSilence: (from, to) => void silences.push([from, to]),
		timing: { backoffMs: 1, maxBackoffMs: 20 },
	});
	opened.endings.push(platforms.stop, socket.end);
	const connections = () => platforms.twitch.socket.opened();
	return {
		...{ platforms, socket, messages, sessions, silences, log, connections },
		/** Waits until the session is subscribed, the `count`th one. */
		listening: (count = 1) =>
			eventually(() => {
				expect(sessions).toHaveLength(count);
				expect(socket.state().isListening).toBe(true);
			}),
		lost: () => log.entries.filter(({ event }) => event === "twitch-socket-lost").map(({ reason }) => reason),
	};
}

describe("a connection", () => {
	it("subscribes with its session and delivers each message once, however often it arrives", async () => {
		const { listening, platforms, messages, connections, silences } = await openSocket();
		await listening();
		await platforms.twitch.emit(...cheer, { messageId: "m1", copies: 3 });
		await platforms.twitch.emit(...cheer, { messageId: "m2" });
		await eventually(() => expect(messages.map(({ messageId }) => messageId)).toEqual(["m1", "m2"]));
		expect(messages[0]).toMatchObject({ type: "channel.cheer", version: "1", event: { bits: 100 } });
		expect(connections()).toBe(1);
		expect(silences).toEqual([]);
	});

	it("accepts a message again that could not be handled", async () => {
		const onMessage = vi.fn(async () => {}).mockRejectedValueOnce(new Error("busy"));
		const { listening, platforms, messages, log } = await openSocket({ onMessage });
		await listening();
		await platforms.twitch.emit(...cheer, { messageId: "m1" });
		await eventually(() =>
			expect(log.entries).toContainEqual(expect.objectContaining({ event: "twitch-socket-message-failed" })),
		);
		await platforms.twitch.emit(...cheer, { messageId: "m1", copies: 2 });
		await platforms.twitch.emit(...cheer, { messageId: "m2" });
		await eventually(() => expect(messages.map(({ messageId }) => messageId)).toEqual(["m1", "m1", "m2"]));
	});

	it("stays open after messages that it cannot read", async () => {
		const { listening, platforms, connections, log, messages } = await openSocket();
		await listening();
		const metadata = { message_id: "1", message_type: "notification", message_timestamp: "" };
		for (const text of ["{", "[]", JSON.stringify({ metadata, payload: {} })])
			platforms.twitch.socket.sendText(text);
		platforms.twitch.socket.sendText(JSON.stringify({ metadata: { ...metadata, message_type: "new" } }));
		await platforms.twitch.emit(...cheer);
		await eventually(() => expect(messages).toHaveLength(1));
		const invalid = log.entries.filter(({ event }) => event === "twitch-socket-message-invalid");
		expect(invalid).toHaveLength(3);
		expect(connections()).toBe(1);
	});

	it("is closed at the end, and calls nothing afterwards", async () => {
		const { listening, platforms, socket, messages, sessions } = await openSocket();
		await listening();
		socket.end();
		await eventually(() => expect(platforms.twitch.socket.sessions()).toEqual([]));
		await platforms.twitch.emit(...cheer);
		expect(messages).toEqual([]);
		expect(sessions).toHaveLength(1);
		expect(socket.state().isListening).toBe(false);
	});
});

describe("a lost connection", () => {
	it("is opened and subscribed again after each close code", async () => {
		const { listening, platforms, messages, sessions, silences, lost } = await openSocket();
		for (const [count, code] of ([4000, 4003, 4006] as const).entries()) {
			await listening(count + 1);
			platforms.twitch.socket.close(code);
		}
		await listening(4);
		expect(lost()).toEqual(["closed with 4000", "closed with 4003", "closed with 4006"]);
		expect(new Set(sessions).size).toBe(4);
		await platforms.twitch.emit(...cheer);
		await eventually(() => expect(messages).toHaveLength(1));
		expect(silences).toHaveLength(3);
	});

	it("is closed when the subscription fails, and opened until it succeeds", async () => {
		const onSession = vi
			.fn(async () => {})
			.mockRejectedValueOnce(new Error("503"))
			.mockRejectedValueOnce(new Error("503"));
		const { listening, lost, connections } = await openSocket({ onSession });
		await listening(3);
		expect(lost()).toEqual(["not subscribed", "not subscribed"]);
		expect(connections()).toBe(3);
	});
});

describe("a reconnection that Twitch asks for", () => {
	it("moves the subscriptions to a new connection without a gap", async () => {
		const { listening, platforms, messages, sessions, silences, connections, lost } = await openSocket();
		await listening();
		platforms.twitch.socket.reconnect();
		// The old connection delivers until the new one's welcome.
		await platforms.twitch.emit(...cheer, { messageId: "during" });
		await eventually(() => expect(connections()).toBe(2));
		await platforms.twitch.emit(...cheer, { messageId: "after", copies: 2 });
		await eventually(() => expect(messages.map(({ messageId }) => messageId)).toEqual(["during", "after"]));
		expect(sessions).toHaveLength(1);
		expect(silences).toEqual([]);
		expect(lost()).toEqual([]);
	});

	it("that fails (4007, or an address that cannot be reached) starts a new session", async () => {
		const { listening, platforms, silences, lost } = await openSocket();
		await listening();
		platforms.twitch.socket.reconnect(`${platforms.origin.replace("http", "ws")}/ws?reconnect=unknown`);
		await listening(2);
		expect(lost()).toEqual(["closed with 4007"]);
		platforms.twitch.socket.reconnect("ws://127.0.0.1:1/ws");
		await listening(3);
		expect(lost()).toEqual(["closed with 4007", "failed"]);
		expect(silences).toHaveLength(2);
	});
});
