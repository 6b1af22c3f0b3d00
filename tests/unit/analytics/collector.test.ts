import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCollector } from "~/analytics/collector.server";

const event = (label: string) =>
	({ event: "view", label, at: "2026-03-04T12:00:00.000Z", details: { itemId: "mug" } }) as const;

let server: Server;
let answer: RequestListener;
let url: string;
const log = { warn: vi.fn() };

beforeEach(async () => {
	log.warn.mockReset();
	server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
	await once(server, "listening");
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/collect`;
});
afterEach(() => {
	server.closeAllConnections();
	server.close();
});

it("posts what waits as one JSON document, and nothing when nothing waits", async () => {
	const got: { request: IncomingMessage; body: string }[] = [];
	answer = async (request, response) => {
		got.push({ request, body: await text(request) });
		response.writeHead(204).end();
	};
	const collector = createCollector(url, log);
	await collector.send();
	collector.add(event("Mug"));
	collector.add(event("Cup"));
	await collector.send();
	await collector.send();
	expect(got).toHaveLength(1);
	expect(got[0]?.request).toMatchObject({ method: "POST", url: "/collect" });
	expect(got[0]?.request.headers).toMatchObject({ "content-type": "application/json" });
	expect(got[0]?.request.headers).not.toHaveProperty("cookie");
	expect(JSON.parse(got[0]?.body ?? "")).toEqual({ events: [event("Mug"), event("Cup")] });
	expect(log.warn).not.toHaveBeenCalled();
});

describe("a collector that does not do well costs the site nothing", () => {
	const send = async (events = 1) => {
		const collector = createCollector(url, log, { withinMs: 200 });
		for (let count = 0; count < events; count += 1) collector.add(event(`${count}`));
		const begun = performance.now();
		await collector.send();
		expect(performance.now() - begun).toBeLessThan(2000);
		return collector;
	};

	it.each<[string, RequestListener]>([
		["it fails", (_, response) => response.writeHead(500).end()],
		["it redirects", (_, response) => response.writeHead(302, { location: url }).end()],
		["it never answers", () => {}],
		["it hangs up", (request) => request.destroy()],
	])("%s: that is logged, once for as long as it lasts", async (how, hostile) => {
		let asked = 0;
		answer = (request, response) => {
			asked += 1;
			hostile(request, response);
		};
		const collector = await send();
		collector.add(event("again"));
		await collector.send();
		// A connection that is being hung up may take the second question to nobody.
		expect(asked === 2 || (how === "it hangs up" && asked === 1), `asked ${asked} times`).toBe(true);
		expect(log.warn).toHaveBeenCalledTimes(1);
	});

	it("its answer has no end: nobody reads it", async () => {
		answer = (_, response) => {
			response.writeHead(200);
			const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
			response.on("close", () => clearInterval(timer));
		};
		await send();
		expect(log.warn).not.toHaveBeenCalled();
	});

	it("it is away for long: what waits is bounded", async () => {
		let body = "";
		answer = async (request, response) => {
			body = await text(request);
			response.end();
		};
		await send(5000);
		expect(JSON.parse(body).events).toHaveLength(1000);
	});
});
