import { afterAll, beforeAll, expect, it } from "vitest";
import { openHunts } from "../support/data/hunt-rows";
import { readPlayer } from "../support/data/players";
import { type ServedPage, visit } from "../support/http/visitor";
import { EventStream } from "../support/site/event-stream";
import { newPlayer } from "../support/site/new-player";
import { openRows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000", SLOT_REQUESTS_PER_VIEWER: "2" } });
	const rows = openRows(site);
	for (const name of ["Wolf", "Temple", "Rhino"]) rows.add("slots", { id: name, name });
	rows.close();
});
afterAll(() => site?.close());

const ask = (slot: string) => `[data-slot=${slot}] form`;
const act = (intent: string) => `#requests form:has([name=intent][value=${intent}]):eq(0)`;
const queue = (page: ServedPage) =>
	page
		.$("[data-testid=request-queue] > li")
		.toArray()
		.map((line) => page.$(line).find("strong").text());

it("viewers ask, see their places and withdraw, staff skips and fills the hunt, and what nobody can play is refunded, without scripts", async () => {
	const admin = await visit(site, { as: "admin" });
	expect((await admin.open("/slots")).$("#requests").length).toBe(0);
	const rules = await admin.open("/settings/rules");
	await rules.submit("form:has([name=SLOT_REQUESTS])", { SLOT_REQUESTS: "true" });

	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	let page = await (await viewer.open("/slots?q=wolf")).submit(ask("Wolf"));
	expect([page.path, queue(page), page.text("[data-testid=own-place]")]).toEqual([
		...["/slots?q=wolf", ["Wolf"], "Your place in the queue: 1"],
	]);
	page = await (await viewer.open("/slots")).submit(ask("Temple"));
	const poor = await page.submit(ask("Rhino"));
	expect([poor.status, poor.text("[data-slot=Rhino] [role=alert]")]).toEqual([
		...[409, "Most requests you can have waiting: 2. Nothing was charged."],
	]);
	expect(readPlayer(site, name).points).toBe(0);
	expect((await viewer.post("/slots", { intent: "skipped", requestId: "1" })).status).toBe(403);
	const stream = new EventStream(site.origin, "/live?topics=requests");
	await stream.until(() => stream.dataOf("requests.changed").length > 0);
	expect(stream.dataOf("requests.changed")[0]).toEqual([1, 2]);
	stream.close();
	page = await page.submit(act("withdraw"));
	expect([queue(page), readPlayer(site, name).points]).toEqual([["Temple"], 500]);
	await page.submit(ask("Rhino"));
	const visitor = await (await visit(site, { lang: "pt" })).open("/slots");
	expect([queue(visitor), visitor.text("#requests").includes(name)]).toEqual([["Temple", "Rhino"], true]);

	const hunts = openHunts(site);
	const hunt = hunts.add();
	const open = await admin.open("/slots");
	await open.submit(act("hunt"), { bet: "2,50" });
	expect(hunts.slots(hunt)).toMatchObject([{ name: "Temple", bet: 250 }]);
	hunts.close();
	page = await (await admin.open("/slots")).submit(act("skipped"));
	expect([queue(page), readPlayer(site, name).points]).toEqual([[], 500]);
	expect((await admin.open("/changes")).text()).toContain("Slot request skipped");
	const file = JSON.parse((await viewer.open("/points/export")).html);
	expect(file.slotRequests.map(({ state }: { state: string }) => state)).toEqual([
		...["withdrawn", "hunt", "skipped"],
	]);
	expect((await viewer.open("/points")).text()).toContain("Slot request refunded");

	await (await viewer.open("/slots")).submit(ask("Wolf"));
	await (await admin.open("/slots/Wolf/delete")).submit("[role=dialog] form");
	await expect.poll(() => readPlayer(site, name).points).toBe(500);
	await (await viewer.open("/slots")).submit(ask("Rhino"));
	await (await admin.open("/settings/rules")).submit("form:has([name=SLOT_REQUESTS])", { SLOT_REQUESTS: [] });
	await expect.poll(() => readPlayer(site, name).points).toBe(500);
	expect((await viewer.open("/slots")).$("#requests").length).toBe(0);
});

it("a list of slots is pasted into a hunt: good lines are added with known pictures, bad ones stay typed", async () => {
	const admin = await visit(site, { as: "admin" });
	const hunts = openHunts(site);
	hunts.finishAll();
	const hunt = hunts.add();
	const form = "[data-testid=form-add-slots]";
	const page = await admin.open("/bonus-hunt/manage");
	const left = await page.submit(form, { list: "TEMPLE\t2,50\nBad;x\nOther, 3", bet: "" });
	expect(left.text("[data-testid=pasted]")).toMatch(/^2 slots added.*Line 2: the bet must be.*Bad;x$/);
	expect(left.fields(form).list).toBe("Bad;x");
	const all = await left.submit(form, { list: "Bad\r\n", bet: "1" });
	expect([all.path, all.fields(form).list]).toEqual(["/bonus-hunt/manage?done=add-slots", ""]);
	expect(hunts.slots(hunt).map(({ name, bet }) => [name, bet])).toEqual([
		...[
			["TEMPLE", 250],
			["Other", 300],
			["Bad", 100],
		],
	]);
	await all.submit("[data-testid=form-undo]");
	const undone = await (await admin.open("/bonus-hunt/manage")).submit("[data-testid=form-undo]");
	expect(undone.status).toBe(200);
	expect(hunts.slots(hunt)).toEqual([]);
	hunts.close();
});
