import { afterEach, describe, expect, it, vi } from "vitest";
import { type OpenHub, openHub } from "./hub.setup";

let site: OpenHub;
afterEach(() => site.close());

async function open(options: Parameters<typeof openHub>[0] = {}) {
	site = await openHub(options);
	site.hub.openTopic("lobby");
	return (query: string) => site.listen(`topics=lobby&${query}`);
}

describe("more streams than there may be are asked to come again later", () => {
	it("of one key, until another of it is gone", async () => {
		const listen = await open();
		const tabs = await Promise.all(Array.from({ length: 20 }, () => listen("keys=user:ana")));
		const refused = await listen("keys=user:ana");
		expect(refused.status).toBe(503);
		expect(refused.head).toContain("retry-after: 10");
		expect((await listen("keys=user:bruno")).status).toBe(200);
		tabs[0]?.close();
		await vi.waitFor(() => expect(site.hub.countOn("lobby")).toBe(20));
		expect((await listen("keys=user:ana")).status).toBe(200);
	});

	it("of one address, until another of it is gone", async () => {
		const listen = await open({ limitScale: 2 / 500 });
		const first = await listen("from=203.0.113.1");
		await listen("from=203.0.113.1");
		expect((await listen("from=203.0.113.1")).status).toBe(503);
		expect((await listen("from=203.0.113.2")).status).toBe(200);
		first.close();
		await vi.waitFor(() => expect(site.hub.countOn("lobby")).toBe(2));
		expect((await listen("from=203.0.113.1")).status).toBe(200);
	});

	it("of one network, however many addresses it has, until another of it is gone", async () => {
		const listen = await open({ limitScale: 2 / 500 });
		const from = (i: number) => `from=${i}&network=2001:db8:1::/48`;
		const streams = await Promise.all(Array.from({ length: 8 }, (_, i) => listen(from(i))));
		expect(streams.map(({ status }) => status)).toEqual(new Array(8).fill(200));
		expect((await listen(from(8))).status).toBe(503);
		expect((await listen("from=9&network=2001:db8:2::/48")).status).toBe(200);
		streams[0]?.close();
		await vi.waitFor(() => expect(site.hub.countOn("lobby")).toBe(8));
		expect((await listen(from(8))).status).toBe(200);
	});
});
