import { expect, it } from "vitest";
import { readOwnEarnings } from "~/earning/own-data.server";
import { jsonDownload } from "~/http/json-download.server";
import { userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { eventOf, openStreamSite } from "./stream-site";

const test = databaseForEachTest({ users: { ana: 0, bruno: 0 } });
const exported = async (name: string) =>
	JSON.parse(await jsonDownload("data.json", await readOwnEarnings(test.db, userId(name))).text());

it("the export of personal data contains the user's accounts and all their events, and nobody else's", async () => {
	const site = openStreamSite(test);
	await site.signIn(userId("ana"), "1");
	await site.signIn(userId("bruno"), "2");
	const gift = { kind: "gift", facts: { tier: 1, count: 1 } };
	for (let count = 0; count < 3; count++) {
		for (const id of ["1", "2", "3"])
			await site.receive(eventOf({ ...gift, person: { id, name: `name${id}` } }));
	}
	const held = { platform: "kick", ...gift, person: { id: "5", name: "ana" } } as const;
	site.clock.pass(1000);
	await site.signInFromKick(userId("ana"), "5");
	await site.receive(eventOf(held));
	await site.settle();
	const event = {
		...{ id: expect.any(Number), platform: "twitch", kind: "gift", points: 200 },
		...{ facts: '{"tier":1,"count":1}', happened_at: "2026-03-04T12:00:00.000Z" },
	};
	const { points: _points, ...uncredited } = event;
	expect(await exported("ana")).toEqual({
		platformAccounts: [
			{ platform: "twitch", person_id: "1", linked_at: "2026-03-04T12:00:00.000Z" },
			{ platform: "kick", person_id: "5", linked_at: "2026-03-04T12:00:01.000Z" },
		],
		platformEvents: [event, event, event],
		uncreditedEvents: [{ ...uncredited, platform: "kick", state: "held" }],
		...{ claimedCodes: [], dailyBonuses: [] },
	});
});
