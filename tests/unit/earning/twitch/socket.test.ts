import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTwitchSocket } from "~/earning/twitch/socket.server";
import { keptLog } from "../../../support/platforms";

type Listener = (event: never) => void;

/** A WebSocket that the test drives. `channel.test.ts` connects the socket to the local Twitch. */
class FakeSocket {
	static all: FakeSocket[] = [];
	isClosed = false;
	private readonly listeners = new Map<string, Listener>();
	constructor(readonly address: string) {
		FakeSocket.all.push(this);
	}
	addEventListener(type: string, listener: Listener) {
		this.listeners.set(type, listener);
	}
	close() {
		this.isClosed = true;
	}
	fire(type: string, event: object = {}) {
		this.listeners.get(type)?.(event as never);
	}
	receive(message_type: string, payload: object = {}) {
		const metadata = { message_id: "1", message_type, message_timestamp: "2026-11-23T20:00:00Z" };
		this.fire("message", { data: JSON.stringify({ metadata, payload }) });
	}
	notify() {
		const subscription = { id: "1", type: "channel.cheer", version: "1", status: "enabled" };
		this.receive("notification", { subscription, event: {} });
	}
	async welcome(keepalive = 10) {
		const id = `s${FakeSocket.all.length}`;
		this.receive("session_welcome", { session: { id, keepalive_timeout_seconds: keepalive } });
		await seconds(0);
	}
	reconnect() {
		this.receive("session_reconnect", { session: { reconnect_url: "ws://twitch.test/other" } });
	}
}

const latest = () => FakeSocket.all.at(-1)!;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

function openSocket({ onSession = async () => {} }: { onSession?: () => Promise<void> } = {}) {
	const silences: [number, number][] = [];
	const [messages, sessions]: [string[], string[]] = [[], []];
	const log = keptLog();
	const socket = createTwitchSocket(
		{
			...{ address: "ws://twitch.test/ws", WebSocket: FakeSocket, log, now: () => new Date() },
			read({ type }) {
				messages.push(type);
				return undefined;
			},
			timing: { random: () => 0 },
		},
		{
			heardAt: undefined,
			subscribe(id) {
				sessions.push(id);
				return onSession();
			},
			async receive() {},
			silent: (from, to) => void silences.push([from.getTime() / 1000, to.getTime() / 1000]),
		},
	);
	const reasonsOf = (name: string) =>
		log.entries.filter(({ event }) => event === name).map(({ reason }) => reason);
	return { socket, silences, messages, sessions, reasonsOf, lost: () => reasonsOf("twitch-socket-lost") };
}

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
	FakeSocket.all = [];
});
afterEach(() => {
	vi.useRealTimers();
});

describe("a connection", () => {
	it("stays open after messages that it cannot read", async () => {
		const { messages, reasonsOf } = openSocket();
		await latest().welcome();
		for (const data of ["{", "[]"]) latest().fire("message", { data });
		latest().receive("notification");
		latest().receive("new");
		latest().notify();
		expect(messages).toEqual(["channel.cheer"]);
		expect(reasonsOf("twitch-socket-message-invalid")).toHaveLength(3);
		expect(FakeSocket.all).toHaveLength(1);
	});

	it("is closed at the end, and calls nothing afterwards", async () => {
		const { socket, messages, sessions } = openSocket();
		await latest().welcome();
		socket.end();
		latest().notify();
		await latest().welcome();
		await seconds(300);
		expect([latest().isClosed, messages, sessions]).toEqual([true, [], ["s1"]]);
		expect(FakeSocket.all).toHaveLength(1);
	});

	it("is dead a fifth after its keepalive time; any message is a sign of life, and the silence is told", async () => {
		const { silences, messages } = openSocket();
		expect(latest().address).toBe("ws://twitch.test/ws?keepalive_timeout_seconds=30");
		await latest().welcome(10);
		await seconds(11.9);
		latest().notify();
		await seconds(11.9);
		latest().receive("session_keepalive");
		await seconds(11.9);
		expect(FakeSocket.all).toHaveLength(1);
		await seconds(0.2);
		const [old] = FakeSocket.all;
		expect(old?.isClosed).toBe(true);
		old?.notify();
		expect(messages).toHaveLength(1);
		await seconds(1);
		await latest().welcome();
		expect(silences).toEqual([[23.8, 36.9]]);
	});

	it("is dead after 10 s without a welcome", async () => {
		openSocket();
		await seconds(9.9);
		expect(latest().isClosed).toBe(false);
		await seconds(0.2);
		expect(latest().isClosed).toBe(true);
	});
});

describe("a lost connection", () => {
	it("is opened and subscribed again with waits that double up to two minutes", async () => {
		const { socket, sessions, lost } = openSocket();
		await latest().welcome();
		latest().fire("close", { code: 4003 });
		for (const wait of [1, 2, 4, 8, 16, 32, 64, 120, 120]) {
			const count = FakeSocket.all.length;
			await seconds(wait - 0.1);
			expect(FakeSocket.all).toHaveLength(count);
			await seconds(0.2);
			expect(FakeSocket.all).toHaveLength(count + 1);
			latest().fire("error");
		}
		expect(socket.state().isFailing).toBe(true);
		await seconds(121);
		await latest().welcome();
		expect(sessions).toEqual(["s1", "s11"]);
		expect(socket.state().isFailing).toBe(false);
		latest().fire("close", { code: 4005 });
		await seconds(1.1);
		expect(FakeSocket.all).toHaveLength(12);
		expect(lost().filter((reason) => reason !== "failed")).toEqual(["closed with 4003", "closed with 4005"]);
	});

	it("is one whose subscription fails", async () => {
		const onSession = vi.fn(async () => {}).mockRejectedValueOnce(new Error("503"));
		const { sessions, lost, messages } = openSocket({ onSession });
		await latest().welcome();
		expect(lost()).toEqual(["not subscribed"]);
		await seconds(1.1);
		await latest().welcome();
		latest().notify();
		expect([sessions, messages]).toEqual([["s1", "s2"], ["channel.cheer"]]);
	});
});

describe("a reconnection that Twitch asks for", () => {
	it("moves the subscriptions to a new connection without a gap", async () => {
		const { messages, sessions, silences, lost } = openSocket();
		const old = latest();
		await old.welcome(60);
		old.reconnect();
		expect(latest().address).toBe("ws://twitch.test/other");
		old.notify();
		await latest().welcome();
		expect(old.isClosed).toBe(true);
		latest().notify();
		expect(messages).toHaveLength(2);
		expect([sessions, silences, lost()]).toEqual([["s1"], [], []]);
	});

	it("whose new connection fails, or sends no welcome, starts a new session", async () => {
		const { sessions, lost, silences } = openSocket();
		for (const wait of [1.5, 11.5]) {
			const old = latest();
			await old.welcome(60);
			await seconds(1);
			old.reconnect();
			if (wait < 10) latest().fire("close", { code: 4007 });
			await seconds(wait);
			expect(old.isClosed).toBe(true);
			expect(latest().address).toContain("keepalive_timeout_seconds");
		}
		await latest().welcome();
		expect(lost()).toEqual(["closed with 4007", "no welcome"]);
		expect(sessions).toHaveLength(3);
		expect(silences).toHaveLength(2);
	});

	it("while it is subscribing starts a new session, because the subscriptions may belong to either connection", async () => {
		const { lost } = openSocket({ onSession: () => new Promise(() => {}) });
		await latest().welcome();
		latest().reconnect();
		await latest().welcome();
		expect(lost()).toEqual(["handover before the subscription"]);
	});
});
