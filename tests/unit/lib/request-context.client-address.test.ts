import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress, networkOf, subscriberOf } from "~/lib/request-context.server";
import { propertySeed, sized } from "../../support/test-size";

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
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["::1", "0:0:0:0::/64"],
		["unknown", "unknown"],
	])("of %s is %s", (address, subscriber) => {
		expect(subscriberOf(address)).toBe(subscriber);
	});
});

/** Notations of an IPv6 address: letter case, leading zeros, `::`, and an IPv4 suffix. */
const notations = fc
	.record({
		groups: fc.array(fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat(0xffff)), {
			minLength: 8,
			maxLength: 8,
		}),
		isMapped: fc.boolean(),
		isPadded: fc.boolean(),
		isUpper: fc.boolean(),
		isDotted: fc.boolean(),
		isShort: fc.boolean(),
	})
	.map(({ groups: generated, isMapped, isPadded, isUpper, isDotted, isShort }) => {
		const groups = isMapped ? [0, 0, 0, 0, 0, 0xffff, ...generated.slice(6)] : generated;
		const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 255]);
		const hex = groups.map((group) => group.toString(16).padStart(isPadded ? 4 : 1, "0"));
		const parts = isDotted ? [...hex.slice(0, 6), bytes.join(".")] : hex;
		const written = parts.join(":");
		const short = written.replace(/(^|:)0+(:0+)+(:|$)/, "::");
		const text = isShort ? short : written;
		return { groups, bytes, text: isUpper ? text.toUpperCase() : text };
	});

it("all notations of an IPv6 address give the same networks, and a mapped address its IPv4 address", () => {
	fc.assert(
		fc.property(notations, ({ groups, bytes, text }) => {
			const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
			const start = (size: number) =>
				groups
					.slice(0, size)
					.map((group) => group.toString(16))
					.join(":");
			expect(subscriberOf(text), text).toBe(isMapped ? bytes.join(".") : `${start(4)}::/64`);
			expect(networkOf(text), text).toBe(isMapped ? bytes.join(".") : `${start(3)}::/48`);
		}),
		{ numRuns: sized(500, 20_000), seed: propertySeed(1) },
	);
});

it("an IPv4 address is its own network", () => {
	expect(networkOf("203.0.113.9")).toBe("203.0.113.9");
	expect(networkOf("unknown")).toBe("unknown");
});
