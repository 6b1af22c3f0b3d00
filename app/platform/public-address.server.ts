import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IANA's special-purpose registry (RFC 6890 and what followed it): nobody's server on the open internet. */
const NOT_PUBLIC_4 = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.31.196.0/24",
	"192.52.193.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"192.175.48.0/24",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4",
];
/** The one block of which public addresses are given out; what carries an IPv4 address in it lies elsewhere. */
const PUBLIC_6 = "2000::/3";
const NOT_PUBLIC_6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
	const list = new BlockList();
	for (const subnet of subnets) {
		const [network = "", prefix] = subnet.split("/");
		list.addSubnet(network, Number(prefix), family);
	}
	return list;
}

const notPublic4 = listOf(NOT_PUBLIC_4, "ipv4");
const public6 = listOf([PUBLIC_6], "ipv6");
const notPublic6 = listOf(NOT_PUBLIC_6, "ipv6");

/** Whether an IP address is on the open internet: not this machine, its network or a cloud's own services. */
export function isPublicAddress(ip: string): boolean {
	if (isIPv4(ip)) return !notPublic4.check(ip, "ipv4");
	return isIPv6(ip) && public6.check(ip, "ipv6") && !notPublic6.check(ip, "ipv6");
}
