import { afterEach, expect, it } from "vitest";
import { eventually } from "../../support/eventually";
import { type OpenHub, openHub } from "./hub.setup";

let site: OpenHub;
afterEach(() => site.close());

/** With this scale a network may have two streams of visitors. */
const SCALE = 2 / 7500;

it.each<[string, number, number, string, string]>([
	["limit per key", 1, 20, "keys=user:ana", "keys=user:bruno"],
	["share of a network", SCALE, 2, "network=203.0.113.1", "network=203.0.113.2"],
])(
	"a stream above the %s is rejected with Retry-After until another one ends",
	async (_what, shareScale, most, query, other) => {
		site = await openHub({ shareScale });
		site.hub.openTopic("lobby");
		const connect = (about: string) => site.connect(`topics=lobby&${about}`);
		const streams = await Promise.all(Array.from({ length: most }, () => connect(query)));
		expect(streams.map(({ status }) => status)).toEqual(new Array(most).fill(200));
		const refused = await connect(query);
		expect(refused.status).toBe(503);
		expect(refused.head).toContain("retry-after: 10");
		expect((await connect(other)).status).toBe(200);
		streams[0]?.close();
		await eventually(() => expect(site.hub.countOn("lobby")).toBe(most));
		expect((await connect(query)).status).toBe(200);
	},
);

it("the streams of viewers do not count for their network, which visitors have filled", async () => {
	site = await openHub({ shareScale: SCALE });
	site.hub.openTopic("lobby");
	const visitor = () => site.connect("topics=lobby&network=203.0.113.1");
	await visitor();
	await visitor();
	expect((await visitor()).status).toBe(503);
	for (let viewer = 0; viewer < 30; viewer += 1)
		expect((await site.connect(`topics=lobby&keys=user:${viewer}`)).status).toBe(200);
	expect((await visitor()).status).toBe(503);
});
