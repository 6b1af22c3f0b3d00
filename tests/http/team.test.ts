import { afterAll, beforeAll, expect, it } from "vitest";
import { RIGHTS, type Right } from "~/lib/rights";
import { openHunts } from "../support/data/hunt-rows";
import { visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { openRows, type Rows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let rows: Rows;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
	rows = openRows(site);
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

const idOf = (name: string) => String(rows.one("select id from users where twitch_username = ?", name).id);
const form = (intent: string) => `form:has([name=intent][value='${intent}'])`;

it("the team's page has what is urgent in the parts of each moderator, and its forms act without scripts", async () => {
	const name = newPlayer();
	const moderator = await visit(site, { as: name });
	const first = await moderator.open("/team");
	expect([first.path, first.html.includes('href="/team"')]).toEqual(["/", false]);
	const give = (rights: readonly Right[]) =>
		rows.run(
			`insert into moderators (user_id, rights, revision, created_at) values (?, ?, 1, '2026-01-01')
			on conflict (user_id) do update set rights = excluded.rights`,
			...[idOf(name), JSON.stringify(rights)],
		);
	const hunts = openHunts(site);
	const huntId = hunts.add();
	const slots = [hunts.addSlot(huntId, "Gates"), hunts.addSlot(huntId, "Reels")];

	give(["hunt", "codes"]);
	const page = await moderator.open("/team");
	expect(page.$("main section").length).toBe(2);
	expect(page.html).toContain('href="/team"');
	expect(page.text("main")).toContain("1/2 · Gates · €1");
	const opened = await page.submit(form("open-slot"), { payout: "2.50" });
	expect(opened.path).toContain("/bonus-hunt/manage");
	expect(hunts.slots(huntId).map(({ id, payout }) => [id, payout])).toEqual([
		[slots[0], 250],
		[slots[1], null],
	]);
	expect((await page.submit(form("create"), { points: "70" })).path).toBe("/codes");
	expect(rows.all("select points from claim_codes")).toMatchObject([{ points: 70 }]);
	hunts.close();

	for (const right of RIGHTS) {
		give([right]);
		const one = await moderator.open("/team");
		expect([one.status, one.$("main section").length], right).toEqual([200, 1]);
	}
	const admin = await (await visit(site, { as: "admin", lang: "pt" })).open("/team");
	expect(admin.$("main section").length).toBe(RIGHTS.length);
	expect(admin.text()).not.toMatch(/team\.|\{\{/);
});

it("an admin pauses a viewer, who reads why where they play and redeem, until the admin ends it", async () => {
	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	const item = rows.add("store_items", { name: "Mug", price: 100, stock: 5 });
	const admin = await visit(site, { as: "admin" });
	const userPage = await admin.open(`/user-points/${idOf(name)}`);
	const unreasoned = await userPage.submit("form:has([name=pause])");
	expect(unreasoned.errors()).toMatchObject({ reason: expect.stringContaining("200") });
	const paused = await unreasoned.submit("form:has([name=pause])", { reason: "Two accounts" });
	expect(paused.text()).toContain("Two accounts");

	for (const path of ["/mini-games", "/mini-games/plinko", `/store/${item}/redeem`])
		expect((await viewer.open(path)).text(), path).toContain("for you: Two accounts");
	expect((await viewer.open("/notifications")).text("[data-testid=notice]")).toContain("Two accounts");
	await paused.submit("form:has([name=pause])");
	expect((await viewer.open("/mini-games")).text()).not.toContain("Two accounts");
});
