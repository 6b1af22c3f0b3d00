import { afterEach, expect, it } from "vitest";
import type { Config } from "~/lib/config.server";
import { guarded, reportFaults } from "~/lib/guarded";
import { createInstruments } from "~/site/instruments.server";
import { serve } from "../../support/http-server";

const EVENTS = ["unhandledRejection", "uncaughtExceptionMonitor"] as const;
const listenersOf = (event: (typeof EVENTS)[number]) => process.listeners(event as "unhandledRejection");
const before = new Map(EVENTS.map((event) => [event, listenersOf(event)]));
const added = (event: (typeof EVENTS)[number]) =>
	listenersOf(event).filter((listener) => !before.get(event)?.includes(listener));
const closing: (() => unknown)[] = [];
afterEach(async () => {
	for (const event of EVENTS) for (const listener of added(event)) process.off(event, listener);
	for (const close of closing.splice(0)) await close();
	reportFaults((error) => console.error(error));
});

it("exceptions and rejections that nothing handles are logged, rejections from the first request on", async () => {
	const config = { LOG_LEVEL: "silent", NODE_ENV: "test", TRUSTED_PROXY_HOPS: 0 } as Config;
	const instruments = createInstruments(config, () => new Date());
	const server = await serve((_request, response) => void response.end());
	closing.push(server.close, instruments.requests.stop, instruments.loop.end);
	const fault = new Error("a fault");

	guarded(() => {
		throw fault;
	})();
	expect(instruments.events.count("callback-failed")).toBe(1);

	for (const listener of added("uncaughtExceptionMonitor")) listener(fault, Promise.resolve());
	expect(instruments.events.count("exception-uncaught")).toBe(1);

	instruments.surviveRejections();
	expect(added("unhandledRejection")).toEqual([]);
	for (let count = 0; count < 2; count += 1) await fetch(server.origin);
	expect(added("unhandledRejection")).toHaveLength(1);
	for (const listener of added("unhandledRejection")) listener(fault, Promise.resolve());
	expect(instruments.events.count("rejection-unhandled")).toBe(1);
});
