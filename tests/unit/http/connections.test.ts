import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { limitConnections } from "~/http/load-shedding.server";
import { createLog } from "~/observability/log.server";

const log = createLog({ LOG_LEVEL: "silent" });
const warnings = vi.spyOn(log, "warn");

const closing: (() => unknown)[] = [];
afterEach(async () => {
	warnings.mockClear();
	for (const close of closing.splice(0).reverse()) await close();
});

interface Setup {
	headMs?: number;
	requestMs?: number;
	most?: number;
	mostPerAddress?: number;
	scale?: number;
	hops?: number;
}

/** A server with limits that checks for slow requests more often than by default. */
async function open({
	headMs = 200,
	requestMs = 400,
	most = 100,
	mostPerAddress = 50,
	...setup
}: Setup = {}) {
	const { scale = 1, hops = 0 } = setup;
	const settings = { RATE_LIMIT_SCALE: scale, TRUSTED_PROXY_HOPS: hops };
	closing.push(
		limitConnections(settings, log, { headMs, requestMs, total: most, perAddress: mostPerAddress }),
	);
	const server: Server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
		request.resume();
		request.once("end", () => response.end("own"));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closing.push(async () => {
		server.close();
		server.closeAllConnections();
		await once(server, "close");
	});
	const { port } = server.address() as AddressInfo;
	return (words = ""): Saying => {
		const socket = connect(port, "127.0.0.1").setEncoding("latin1");
		closing.push(() => socket.destroy());
		const said: Saying = { socket, heard: "", closed: new Promise((close) => socket.once("close", close)) };
		socket.on("data", (text: string) => (said.heard += text));
		// A rejected connection may be reset.
		socket.on("error", () => {});
		socket.write(words);
		return said;
	};
}

interface Saying {
	socket: Socket;
	heard: string;
	closed: Promise<unknown>;
}

const WHOLE = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

it.each([
	["a head that does not end", "GET / HTTP/1.1\r\nHost: x\r\n"],
	["a body that does not end", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na"],
	["pieces that do not end", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"],
])("%s is aborted after a timeout", async (_what, words) => {
	const say = await open();
	const slow = say(words);
	await slow.closed;
	expect(slow.heard).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

it("a head that arrives byte by byte is aborted too", async () => {
	const say = await open();
	const slow = say("GET / HTTP/1.1\r\n");
	const dripping = setInterval(() => slow.socket.write("X-A: b\r\n"), 20);
	closing.push(() => clearInterval(dripping));
	await slow.closed;
	expect(slow.heard).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

it("a request within the time limits is answered", async () => {
	const asked = (await open())(WHOLE);
	await vi.waitFor(() => expect(asked.heard).toContain("own"));
});

it("one address has a maximum number of connections, and exceeding it is logged once", async () => {
	const say = await open({ headMs: 60_000, requestMs: 60_000, mostPerAddress: 3 });
	const held = [say(), say(), say()];
	await Promise.all(held.map(({ socket }) => once(socket, "connect")));
	await say(WHOLE).closed;
	await say(WHOLE).closed;
	expect(warnings.mock.calls).toEqual([[{ event: "too-many-connections", address: "127.0.0.1", open: 4 }]]);

	held[0]?.socket.destroy();
	await vi.waitFor(async () => {
		const asked = say(WHOLE);
		await vi.waitFor(() => expect(asked.heard).toContain("own"), { timeout: 200 });
	});
});

it("behind a proxy there is no limit per address", async () => {
	const say = await open({ mostPerAddress: 1, hops: 1 });
	const asked = [say(WHOLE), say(WHOLE), say(WHOLE)];
	await vi.waitFor(() => expect(asked.map(({ heard }) => heard.includes("own"))).toEqual([true, true, true]));
});

it("all addresses together have a maximum number of connections", async () => {
	const say = await open({ headMs: 60_000, requestMs: 60_000, most: 2, hops: 1 });
	const held = [say(WHOLE), say(WHOLE)];
	await vi.waitFor(() => expect(held.every(({ heard }) => heard.includes("own"))).toBe(true));
	await say(WHOLE).closed;
	expect(held.every(({ socket }) => socket.readyState === "open")).toBe(true);
});
