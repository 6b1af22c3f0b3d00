import { afterEach, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually";
import { type OpenHub, openHub } from "./hub.setup";

let site: OpenHub;
afterEach(() => site.close());

async function open(options: Parameters<typeof openHub>[0] = {}) {
	site = await openHub(options);
	site.hub.openTopic("lobby");
	return (query: string) => site.connect(`topics=lobby&${query}`);
}

describe("a stream above the limit is rejected with Retry-After", () => {
	it("per key, until another stream of the key ends", async () => {
		const connect = await open();
		const tabs = await Promise.all(Array.from({ length: 20 }, () => connect("keys=user:ana")));
		const refused = await connect("keys=user:ana");
		expect(refused.status).toBe(503);
		expect(refused.head).toContain("retry-after: 10");
		expect((await connect("keys=user:bruno")).status).toBe(200);
		tabs[0]?.close();
		await eventually(() => expect(site.hub.countOn("lobby")).toBe(20));
		expect((await connect("keys=user:ana")).status).toBe(200);
	});

	it("per address, until another stream of the address ends", async () => {
		const connect = await open({ limitScale: 2 / 500 });
		const first = await connect("from=203.0.113.1");
		await connect("from=203.0.113.1");
		expect((await connect("from=203.0.113.1")).status).toBe(503);
		expect((await connect("from=203.0.113.2")).status).toBe(200);
		first.close();
		await eventually(() => expect(site.hub.countOn("lobby")).toBe(2));
		expect((await connect("from=203.0.113.1")).status).toBe(200);
	});

	it("per network, however many addresses are used, until another stream of the network ends", async () => {
		const connect = await open({ limitScale: 2 / 500 });
		const from = (i: number) => `from=${i}&network=2001:db8:1::/48`;
		const streams = await Promise.all(Array.from({ length: 8 }, (_, i) => connect(from(i))));
		expect(streams.map(({ status }) => status)).toEqual(new Array(8).fill(200));
		expect((await connect(from(8))).status).toBe(503);
		expect((await connect("from=9&network=2001:db8:2::/48")).status).toBe(200);
		streams[0]?.close();
		await eventually(() => expect(site.hub.countOn("lobby")).toBe(8));
		expect((await connect(from(8))).status).toBe(200);
	});
});
