import { afterAll, beforeAll, expect, it } from "vitest";
import { RIGHTS, type Right } from "~/lib/rights";
import { openHunts } from "../support/data/hunt-rows";
import { visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { giveRights, openRows, type Rows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let rows: Rows;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000", PREDICTIONS: "true", SLOT_REQUESTS: "true" } });
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
	const give = (rights: readonly Right[]) => giveRights(rows, name, rights, 100);
	const hunts = openHunts(site);
	const huntId = hunts.add();
	const slots = [hunts.addSlot(huntId, "Gates"), hunts.addSlot(huntId, "Reels")];

	give(["hunt", "codes"]);
	const page = await moderator.open("/team");
	expect(page.$("main section").length).toBe(2);
	expect(page.html).toContain('href="/team"');
	expect(page.text("main")).toContain("1/2 · Gates · €1");
	for (const path of ["/team", "/team?form=none", "/team?form=users"])
		expect((await moderator.post(path, { intent: "open-slot" })).status, path).toBe(400);
	const opened = await page.submit(form("open-slot"), { payout: "2.50" });
	expect([opened.path, opened.text("main").includes("2/2 · Reels")]).toEqual(["/team", true]);
	expect(hunts.slots(huntId).map(({ id, payout }) => [id, payout])).toEqual([
		[slots[0], 250],
		[slots[1], null],
	]);
	const coded = await page.submit(form("create"), { points: "70" });
	const [made] = rows.all("select code, points from claim_codes");
	expect([coded.path, made?.points, coded.text("main").includes(String(made?.code))]).toEqual([
		...["/team", 70, true],
	]);
	const refused = await coded.submit(form("create"), { points: "31" });
	expect([refused.path, refused.text("main")]).toEqual([
		...["/team?form=codes", expect.stringContaining("today (30)")],
	]);
	expect(refused.$("main [name=points]").val()).toBe("31");
	give(["hunt"]);
	expect((await coded.submit(form("create"), { points: "1" })).status).toBe(403);
	hunts.close();

	give(["requests"]);
	const fan = newPlayer();
	await visit(site, { as: fan });
	for (const name of ["Wolf", "Temple"])
		rows.add("slot_requests", {
			user_id: idOf(fan),
			slot_id: name,
			slot_name: name,
			price: 5,
			state: "waiting",
		});
	const asked = await moderator.open("/team");
	expect(asked.text("main")).toMatch(/Wolf.*See the queue ?2/);
	const skipped = await asked.submit(form("skipped"));
	expect([skipped.path, skipped.text("main")]).toEqual(["/team", expect.stringMatching(/Temple.*queue ?1/)]);

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
	const [item] = ["Mug", "Cap"].map((name) => rows.add("store_items", { name, price: 100, stock: 5 }));
	const admin = await visit(site, { as: "admin" });
	const userPage = await admin.open(`/user-points/${idOf(name)}`);
	const unreasoned = await userPage.submit("form:has([name=pause])");
	expect(unreasoned.errors()).toMatchObject({ reason: expect.stringContaining("200") });
	const paused = await unreasoned.submit("form:has([name=pause])", { reason: "Two accounts" });
	expect(paused.text()).toContain("Two accounts");

	for (const path of ["/mini-games", "/mini-games/plinko", `/store/${item}/redeem`])
		expect((await viewer.open(path)).text(), path).toContain("for you: Two accounts");
	expect((await viewer.open("/store")).text("main").match(/Two accounts/g)).toHaveLength(1);
	expect((await viewer.open("/notifications")).text("[data-testid=notice]")).toContain("Two accounts");
	await paused.submit("form:has([name=pause])");
	expect((await viewer.open("/mini-games")).text()).not.toContain("Two accounts");
});
