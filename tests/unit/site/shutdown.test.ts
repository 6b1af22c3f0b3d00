import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "~/observability/log.server";
import { createShutdown } from "~/site/shutdown.server";
import { eventually } from "../../support/eventually";
import { serve } from "../../support/http-server";

const log = createLog({ LOG_LEVEL: "silent" });
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

let send: (signal: (typeof SIGNALS)[number]) => void;
let shutdown: ReturnType<typeof createShutdown>;
let exited: Promise<number>;
let codes: number[];
let removeListeners: () => void;
const closing: (() => unknown)[] = [];

beforeEach(() => {
	// The deadline of a shutdown in an earlier test may pass during this one.
	const own: number[] = [];
	codes = own;
	const before = SIGNALS.map((signal) => process.rawListeners(signal));
	exited = new Promise((resolve) => {
		shutdown = createShutdown(log, (code) => {
			own.push(code);
			resolve(code);
		});
	});
	// vitest listens to signals too, so only the added listeners are called.
	const added = SIGNALS.map((signal, i) =>
		process.rawListeners(signal).filter((listener) => !before[i]?.includes(listener)),
	);
	expect(added.map((list) => list.length)).toEqual([1, 1]);
	send = (signal) => added[SIGNALS.indexOf(signal)]?.[0]?.(signal);
	removeListeners = () => {
		for (const [i, signal] of SIGNALS.entries()) {
			for (const listener of added[i] ?? [])
				process.removeListener(signal, listener as NodeJS.SignalsListener);
		}
	};
});
afterEach(async () => {
	removeListeners();
	vi.useRealTimers();
	for (const close of closing.splice(0)) await close();
});

it.each(SIGNALS)(
	"the shutdown runs the end steps in reverse order on %s and exits with 0",
	async (signal) => {
		const steps: string[] = [];
		shutdown.onEnd(() => void steps.push("database"));
		shutdown.onEnd(async () => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			steps.push("jobs");
		});
		expect(shutdown.isEnding()).toBe(false);
		send(signal);
		expect(shutdown.isEnding()).toBe(true);
		expect(await exited).toBe(0);
		expect(steps).toEqual(["jobs", "database"]);
	},
);

it("the shutdown runs the stop steps in reverse order before it waits for open requests", async () => {
	const { answer, response } = await openRequest();
	const steps: string[] = [];
	shutdown.onEnd(() => void steps.push("database"));
	shutdown.onStop(() => {
		steps.push("streams");
		response.end("last event");
	});
	shutdown.onStop(async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		steps.push("games");
	});
	send("SIGTERM");
	expect(await answer).toBe("last event");
	expect(await exited).toBe(0);
	expect(steps).toEqual(["games", "streams", "database"]);
});

it.each(["onStop", "onEnd"] as const)(
	"the shutdown continues after a failed step of %s and exits with 1",
	async (on) => {
		const other = vi.fn();
		shutdown.onEnd(other);
		shutdown[on](() => Promise.reject(new Error("no disk")));
		send("SIGTERM");
		expect(await exited).toBe(1);
		expect(other).toHaveBeenCalledOnce();
	},
);

it("the shutdown runs once for several signals", async () => {
	const step = vi.fn();
	shutdown.onEnd(step);
	send("SIGTERM");
	send("SIGINT");
	await exited;
	await new Promise((resolve) => setImmediate(resolve));
	expect([step.mock.calls.length, codes]).toEqual([1, [0]]);
});

async function openRequest() {
	const responses: ServerResponse[] = [];
	const server = await serve((_request, response) => void responses.push(response));
	closing.push(() => server.close().catch(() => {}));
	const answer = fetch(server.origin).then((response) => response.text());
	await eventually(() => expect(responses).toHaveLength(1));
	const [response] = responses;
	if (!response) throw new Error("the server received no request");
	return { answer, response, origin: server.origin };
}

function connectTo(origin: string) {
	const socket = connect(Number(new URL(origin).port), "127.0.0.1");
	socket.on("error", () => {});
	closing.push(() => socket.destroy());
	return socket;
}

/** Sends half of a request. */
async function openIncomplete(origin: string) {
	const socket = connectTo(origin);
	await once(socket, "connect");
	socket.write("POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf");
	return socket;
}

it("the shutdown waits for open requests before the first end step", async () => {
	const { answer, response, origin } = await openRequest();
	const incomplete = await openIncomplete(origin);
	const order: string[] = [];
	incomplete.once("close", () => order.push("incomplete request"));
	response.once("close", () => order.push("response"));
	shutdown.onEnd(() => void order.push("end step"));
	vi.useFakeTimers({ toFake: ["performance"] });
	send("SIGTERM");
	await eventually(() => expect(once(connectTo(origin), "connect")).rejects.toThrow("ECONNREFUSED"));
	// Longer than the shutdown waits for the rest of a request.
	vi.advanceTimersByTime(2000);
	await once(incomplete, "close");
	expect(order).toEqual(["incomplete request"]);
	response.end("done");
	expect(await answer).toBe("done");
	await eventually(() => expect(order).toContain("response"));
	vi.advanceTimersByTime(2000);
	expect(await exited).toBe(0);
	expect(order).toEqual(["incomplete request", "response", "end step"]);
});

it("the shutdown waits only briefly for an incomplete request, and still runs the end steps", async () => {
	let hasArrived = false;
	const server = await serve(() => {
		hasArrived = true;
	});
	closing.push(server.close);
	const step = vi.fn();
	shutdown.onEnd(step);
	await openIncomplete(server.origin);
	await eventually(() => expect(hasArrived).toBe(true));
	send("SIGTERM");
	// After its deadline it would exit with 1.
	expect(await exited).toBe(0);
	expect(step).toHaveBeenCalledOnce();
});

it("the shutdown exits with 1 after 4.5 s", async () => {
	const { answer, response } = await openRequest();
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	send("SIGTERM");
	await vi.advanceTimersByTimeAsync(4499);
	expect(codes).toEqual([]);
	await vi.advanceTimersByTimeAsync(1);
	expect(codes).toEqual([1]);
	vi.useRealTimers();
	response.end();
	await answer;
});
