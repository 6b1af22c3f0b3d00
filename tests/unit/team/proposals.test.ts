import { expect, it } from "vitest";
import type { Channel } from "~/earning/channel/channel.server";
import { readProposals } from "~/team/moderators/proposals.server";
import { userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest({ users: { ana: 0, bruno: 0, carla: 0 } });

it("moderators of the channel are proposed if they have signed in here and are not in the team, after an admin asks", async () => {
	const linked_at = "2026-03-01T00:00:00.000Z";
	for (const [name, platform] of [
		["ana", "twitch"],
		["bruno", "twitch"],
		["carla", "kick"],
	] as const)
		await addRow(test.db, "platform_people", {
			...{ platform, person_id: `id-${name}`, user_id: userId(name), linked_at },
		});
	await addRow(test.db, "moderators", {
		...{ user_id: userId("bruno"), rights: '["hunt"]', revision: 1, created_at: linked_at },
	});
	let asked = 0;
	let answer: { id: string; name: string }[] | null | undefined;
	let account: object | undefined = { name: "plateia" };
	const twitch = {
		isConfigured: true,
		status: () => ({ account }),
		moderators: async () => {
			asked += 1;
			return answer;
		},
	} as unknown as Channel;
	const site = testSite({ db: test.db, channels: { twitch, kick: twitch } });
	expect(await readProposals(site, false)).toEqual({ state: "unasked" });
	expect(asked).toBe(0);
	expect(await readProposals(site, true)).toEqual({ state: "unanswered" });
	answer = null;
	expect(await readProposals(site, true)).toEqual({ state: "unallowed" });
	answer = ["ana", "bruno", "carla", "dora"].map((name) => ({ id: `id-${name}`, name }));
	expect(await readProposals(site, true)).toEqual({ state: "asked", names: ["ana"] });
	answer = [];
	expect(await readProposals(site, true)).toEqual({ state: "asked", names: [] });
	account = undefined;
	expect(await readProposals(site, true)).toBeUndefined();
});
