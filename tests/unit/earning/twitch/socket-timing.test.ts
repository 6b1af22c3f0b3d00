import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTwitchSocket } from "~/earning/twitch/socket.server";
import { keptLog } from "../../../support/platforms";

type Listener = (event: never) => void;

/** A WebSocket that the test drives. */
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
	fire(type: string, event: object) {
		this.listeners.get(type)?.(event as never);
	}
	receive(message_type: string, payload: object = {}) {
		const metadata = {
			message_id: crypto.randomUUID(),
			message_type,
			message_timestamp: "2026-11-23T20:00:00Z",
		};
		this.fire("message", { data: JSON.stringify({ metadata, payload }) });
	}
	welcome(seconds = 10) {
		this.receive("session_welcome", { session: { id: "s1", keepalive_timeout_seconds: seconds } });
	}
}

const latest = () => FakeSocket.all.at(-1)!;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const notification = {
	subscription: { id: "1", type: "channel.cheer", version: "1", status: "enabled" },
	event: {},
};

function openSocket() {
	const silences: [number, number][] = [];
	const messages: string[] = [];
	const log = keptLog();
	const socket = createTwitchSocket({
		...{ address: "ws://twitch.test/ws", WebSocket: FakeSocket, log, now: () => new Date() },
		onSession: async () => {},
		onMessage: () => void messages.push("message"),
		onRevocation() {},
		onSilence: (from, to) => void silences.push([from.getTime() / 1000, to.getTime() / 1000]),
		timing: { random: () => 0 },
	});
	return { socket, silences, messages };
}

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
	FakeSocket.all = [];
});
afterEach(() => {
	vi.useRealTimers();
});

describe("the time without a message", () => {
	it("is at most the keepalive time and a fifth, and any message is a sign of life", async () => {
		const { silences, messages } = openSocket();
		expect(latest().address).toBe("ws://twitch.test/ws?keepalive_timeout_seconds=30");
		latest().welcome(10);
		await seconds(11.9);
		latest().receive("notification", notification);
		await seconds(11.9);
		latest().receive("session_keepalive");
		await seconds(11.9);
		expect(FakeSocket.all).toHaveLength(1);
		await seconds(0.2);
		const [old] = FakeSocket.all;
		expect(old?.isClosed).toBe(true);
		old?.receive("notification", notification);
		expect(messages).toHaveLength(1);
		await seconds(1);
		latest().welcome(10);
		await seconds(0);
		expect(silences).toEqual([[23.8, 36.9]]);
	});

	it("is at most 10 s before the welcome", async () => {
		openSocket();
		await seconds(9.9);
		expect(latest().isClosed).toBe(false);
		await seconds(0.2);
		expect(latest().isClosed).toBe(true);
	});
});

describe("the wait before a new connection", () => {
	it("doubles up to two minutes, and starts again after a subscription", async () => {
		openSocket();
		for (const wait of [1, 2, 4, 8, 16, 32, 64, 120, 120]) {
			const count = FakeSocket.all.length;
			latest().fire("error", {});
			await seconds(wait - 0.1);
			expect(FakeSocket.all).toHaveLength(count);
			await seconds(0.2);
			expect(FakeSocket.all).toHaveLength(count + 1);
		}
		latest().welcome();
		await seconds(0);
		latest().fire("close", { code: 4005 });
		await seconds(1.1);
		expect(FakeSocket.all).toHaveLength(11);
	});
});

describe("a handover", () => {
	const reconnect = { session: { reconnect_url: "ws://twitch.test/other" } };

	it("whose new connection sends no welcome starts a new session", async () => {
		const { socket } = openSocket();
		const old = latest();
		old.welcome(60);
		await seconds(1);
		old.receive("session_reconnect", reconnect);
		await seconds(11.1);
		expect(old.isClosed).toBe(true);
		expect(FakeSocket.all).toHaveLength(3);
		expect(latest().address).toContain("keepalive_timeout_seconds");
		socket.end();
	});
});
