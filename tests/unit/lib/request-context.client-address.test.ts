import { describe, expect, it } from "vitest";
import { clientAddress, networkOf, subscriberOf } from "~/lib/request-context.server";

const PEER = "10.0.0.1";

function contextOf(forwarded: string | undefined) {
	const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
	return { request: { headers }, peerAddress: PEER };
}

it.each([
	["no header, no hop", undefined, 0, PEER],
	["no header, one hop", undefined, 1, PEER],
	["a forged header, no hop", "1.1.1.1", 0, PEER],
	["one proxy, one hop", "203.0.113.7", 1, "203.0.113.7"],
	["one proxy and a forged header, one hop", "1.1.1.1, 203.0.113.7", 1, "203.0.113.7"],
	["one proxy and two forged entries, one hop", "9.9.9.9,1.1.1.1,203.0.113.7", 1, "203.0.113.7"],
	["two proxies, two hops", "203.0.113.7, 10.0.0.2", 2, "203.0.113.7"],
	["two proxies and a forged header, two hops", "1.1.1.1, 203.0.113.7, 10.0.0.2", 2, "203.0.113.7"],
	["fewer entries than hops", "203.0.113.7", 2, "203.0.113.7"],
	["blank entries", " , 203.0.113.7 ,, ", 1, "203.0.113.7"],
	["an IPv6 client", "2001:db8::7", 1, "2001:db8::7"],
])("the client address is correct with %s", (_case, forwarded, hops, address) => {
	expect(clientAddress(contextOf(forwarded), hops)).toBe(address);
});

describe("the subscriber network", () => {
	it.each([
		["203.0.113.9", "203.0.113.9"],
		["::ffff:203.0.113.9", "203.0.113.9"],
		["::FFFF:cb00:7109", "203.0.113.9"],
		["fe80::1%eth0", "fe80:0:0:0::/64"],
		["fe80::1%br-12ab", "fe80:0:0:0::/64"],
		["fe80::1%eth0.100", "fe80:0:0:0::/64"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["::1", "0:0:0:0::/64"],
		["unknown", "unknown"],
	])("of %s is %s", (address, subscriber) => {
		expect(subscriberOf(address)).toBe(subscriber);
	});
});

it.each([
	["2001:0DB8:0001:0002:0003::1", "2001:db8:1::/48"],
	["2001:db8:1:2::/64", "2001:db8:1::/48"],
	["::ffff:203.0.113.9", "203.0.113.9"],
	["203.0.113.9", "203.0.113.9"],
	["unknown", "unknown"],
])("the network of %s is %s", (address, network) => {
	expect(networkOf(address)).toBe(network);
});
