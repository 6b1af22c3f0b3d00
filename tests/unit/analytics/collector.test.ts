import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createCollector } from "~/analytics/collector.server";
import { openForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";

const event = (label: string) =>
	({ event: "view", label, at: "2026-03-04T12:00:00.000Z", details: { itemId: "mug" } }) as const;

const server = openForEachTest(() => serve((request, response) => answer(request, response)));
let answer: RequestListener;
let url: string;
const log = { warn: vi.fn() };

beforeEach(() => {
	log.warn.mockReset();
	url = `${server.origin}/collect`;
});

it("queued events are sent as one JSON document, and an empty queue sends nothing", async () => {
	const received: { request: IncomingMessage; body: string }[] = [];
	answer = async (request, response) => {
		received.push({ request, body: await text(request) });
		response.writeHead(204).end();
	};
	const collector = createCollector(url, log);
	await collector.send();
	collector.add(event("Mug"));
	collector.add(event("Cup"));
	await collector.send();
	await collector.send();
	expect(received).toHaveLength(1);
	expect(received[0]?.request).toMatchObject({ method: "POST", url: "/collect" });
	expect(received[0]?.request.headers).toMatchObject({ "content-type": "application/json" });
	expect(received[0]?.request.headers).not.toHaveProperty("cookie");
	expect(JSON.parse(received[0]?.body ?? "")).toEqual({ events: [event("Mug"), event("Cup")] });
	expect(log.warn).not.toHaveBeenCalled();
});

describe("a failing or slow collector", () => {
	// Only a missing response reaches the time limit.
	const send = async ({ events = 1, withinMs = 20_000 } = {}) => {
		const collector = createCollector(url, log, { withinMs });
		for (let count = 0; count < events; count += 1) collector.add(event(`${count}`));
		await collector.send();
		return collector;
	};

	it.each<[string, RequestListener]>([
		["answers 500", (_, response) => response.writeHead(500).end()],
		["redirects", (_, response) => response.writeHead(302, { location: url }).end()],
		["never answers", () => {}],
	])("that %s is logged once for consecutive failures", async (how, hostile) => {
		let requests = 0;
		answer = (request, response) => {
			requests += 1;
			hostile(request, response);
		};
		const collector = await send({ withinMs: how === "never answers" ? 200 : 20_000 });
		collector.add(event("again"));
		await collector.send();
		expect(requests).toBe(2);
		expect(log.warn).toHaveBeenCalledTimes(1);
	});

	it("with an endless response body causes no delay, because the body is not read", async () => {
		answer = (_, response) => {
			response.writeHead(200);
			const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
			response.on("close", () => clearInterval(timer));
		};
		await send();
		expect(log.warn).not.toHaveBeenCalled();
	});

	it("receives a bounded number of queued events", async () => {
		let body = "";
		answer = async (request, response) => {
			body = await text(request);
			response.end();
		};
		await send({ events: 5000 });
		expect(JSON.parse(body).events).toHaveLength(1000);
	});
});
