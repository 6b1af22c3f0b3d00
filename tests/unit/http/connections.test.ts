import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { limitConnections } from "~/http/load-shedding.server";
import { createLog } from "~/observability/log.server";
import { eventually } from "../../support/eventually";
import { listen } from "../../support/http-server";

const log = createLog({ LOG_LEVEL: "silent" });
const warnings = vi.spyOn(log, "warn");

afterEach(() => void warnings.mockClear());

interface Setup {
	headMs?: number;
	requestMs?: number;
	most?: number;
	scale?: number;
	hops?: number;
}

/** A server with limits that checks for slow requests more often than by default. */
async function open({ headMs = 200, requestMs = 400, most = 100, ...setup }: Setup = {}) {
	const { scale = 1, hops = 0 } = setup;
	const settings = { RATE_LIMIT_SCALE: scale, TRUSTED_PROXY_HOPS: hops };
	onTestFinished(limitConnections(settings, log, { headMs, requestMs, total: most }));
	const server: Server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
		request.resume();
		request.once("end", () => response.end("own"));
	});
	const { port } = await listen(server);
	onTestFinished(async () => {
		server.close();
		server.closeAllConnections();
		await once(server, "close");
	});
	return (text = "", localAddress = "127.0.0.1"): Connection => {
		const socket = connect({ port, host: "127.0.0.1", localAddress }).setEncoding("latin1");
		onTestFinished(() => void socket.destroy());
		const connection: Connection = {
			socket,
			received: "",
			closed: new Promise((close) => socket.once("close", close)),
		};
		socket.on("data", (chunk: string) => (connection.received += chunk));
		// A rejected connection may be reset.
		socket.on("error", () => {});
		socket.write(text);
		return connection;
	};
}

interface Connection {
	socket: Socket;
	received: string;
	closed: Promise<unknown>;
}

const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const LAST_REQUEST = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

it.each([
	["an incomplete head", "GET / HTTP/1.1\r\nHost: x\r\n"],
	["an incomplete body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na"],
])("%s is aborted after a timeout", async (_what, text) => {
	const send = await open();
	const slow = send(text);
	await slow.closed;
	expect(slow.received).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

it("one address has a fair share of the connections, and exceeding it is logged once", async () => {
	const send = await open({ headMs: 60_000, requestMs: 60_000, most: 9 });
	const clients = [send(), send(), send()];
	await Promise.all(clients.map(({ socket }) => once(socket, "connect")));
	await send(REQUEST).closed;
	await send(REQUEST).closed;
	expect(warnings.mock.calls).toEqual([[{ event: "too-many-connections", address: "127.0.0.1", open: 4 }]]);

	const other = send(LAST_REQUEST, "127.0.0.2");
	await other.closed;
	expect(other.received).toContain("own");

	clients[0]?.socket.destroy();
	await eventually(async () => {
		const client = send(LAST_REQUEST);
		await client.closed;
		expect(client.received).toContain("own");
	});
});

it("behind a proxy there are no shares of addresses", async () => {
	const send = await open({ most: 3, hops: 1 });
	const client = [send(REQUEST), send(REQUEST), send(REQUEST)];
	await eventually(() =>
		expect(client.map(({ received }) => received.includes("own"))).toEqual([true, true, true]),
	);
});

it("all addresses together have a maximum number of connections", async () => {
	const send = await open({ headMs: 60_000, requestMs: 60_000, most: 2, hops: 1 });
	const clients = [send(REQUEST), send(REQUEST)];
	await eventually(() => expect(clients.every(({ received }) => received.includes("own"))).toBe(true));
	await send(REQUEST).closed;
	expect(clients.every(({ socket }) => socket.readyState === "open")).toBe(true);
});
