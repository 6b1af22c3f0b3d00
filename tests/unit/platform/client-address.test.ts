import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { clientAddress, subscriberOf } from "~/platform/node-request.server";

const PEER = "10.0.0.1";

function exchangeOf(forwarded: string | undefined, peer: string | undefined = PEER) {
	const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
	return { request: { headers, socket: { remoteAddress: peer } as IncomingMessage["socket"] } };
}

it.each([
	["nobody forwarded, no hop", undefined, 0, PEER],
	["nobody forwarded, one hop", undefined, 1, PEER],
	["a forged header, no hop", "1.1.1.1", 0, PEER],
	["one proxy, one hop", "203.0.113.7", 1, "203.0.113.7"],
	["one proxy and a forged header, one hop", "1.1.1.1, 203.0.113.7", 1, "203.0.113.7"],
	["one proxy and two forged entries, one hop", "9.9.9.9,1.1.1.1,203.0.113.7", 1, "203.0.113.7"],
	["two proxies, two hops", "203.0.113.7, 10.0.0.2", 2, "203.0.113.7"],
	["two proxies and a forged header, two hops", "1.1.1.1, 203.0.113.7, 10.0.0.2", 2, "203.0.113.7"],
	["fewer entries than hops", "203.0.113.7", 2, "203.0.113.7"],
	["blank entries", " , 203.0.113.7 ,, ", 1, "203.0.113.7"],
	["an IPv6 client", "2001:db8::7", 1, "2001:db8::7"],
])("with %s the client is at the right address", (_case, forwarded, hops, address) => {
	expect(clientAddress(exchangeOf(forwarded), hops)).toBe(address);
});

it("says unknown when the connection has no address any more", () => {
	const exchange = { request: { headers: {}, socket: {} as IncomingMessage["socket"] } };
	expect(clientAddress(exchange, 0)).toBe("unknown");
});

describe("the subscriber behind an address", () => {
	it.each([
		["203.0.113.9", "203.0.113.9"],
		["::ffff:203.0.113.9", "203.0.113.9"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["::1", "0:0:0:0::/64"],
		["unknown", "unknown"],
	])("of %s is %s", (address, subscriber) => {
		expect(subscriberOf(address)).toBe(subscriber);
	});
});
