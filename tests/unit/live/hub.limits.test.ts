import { afterEach, expect, it } from "vitest";
import { eventually } from "../../support/eventually";
import { type OpenHub, openHub } from "./hub.setup";

let site: OpenHub;
afterEach(() => site.close());

/** With this scale two streams of an address are allowed, and eight of a network. */
const SCALE = 2 / 500;

it.each<[string, number, number, (index: number) => string, string]>([
	["key", 1, 20, () => "keys=user:ana", "keys=user:bruno"],
	["address", SCALE, 2, () => "from=203.0.113.1", "from=203.0.113.2"],
	[
		"network, however many addresses are used",
		...([SCALE, 8, (index: number) => `from=${index}&network=2001:db8:1::/48`] as const),
		"from=9&network=2001:db8:2::/48",
	],
])(
	"a stream above the limit per %s is rejected with Retry-After until another one ends",
	async (_what, limitScale, most, query, other) => {
		site = await openHub({ limitScale });
		site.hub.openTopic("lobby");
		const connect = (about: string) => site.connect(`topics=lobby&${about}`);
		const streams = await Promise.all(Array.from({ length: most }, (_, index) => connect(query(index))));
		expect(streams.map(({ status }) => status)).toEqual(new Array(most).fill(200));
		const refused = await connect(query(most));
		expect(refused.status).toBe(503);
		expect(refused.head).toContain("retry-after: 10");
		expect((await connect(other)).status).toBe(200);
		streams[0]?.close();
		await eventually(() => expect(site.hub.countOn("lobby")).toBe(most));
		expect((await connect(query(most))).status).toBe(200);
	},
);
