import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrackets } from "../support/data/bracket-rows";
import { openHunts } from "../support/data/hunt-rows";
import { readPlayer } from "../support/data/players";
import { readScene } from "../support/http/overlay-scene";
import { type Visitor, visit } from "../support/http/visitor";
import { EventStream } from "../support/site/event-stream";
import { newPlayer } from "../support/site/new-player";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let admin: Visitor;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
	admin = await visit(site, { as: "admin" });
});
afterAll(() => site?.close());

const MARKET = "[data-testid=market]:eq(0)";
const QUESTION = `"><script>alert(1)</script>?`;
const form = (intent: string) => `${MARKET} form:has([name=intent][value=${intent}])`;
const open = "form:has([name=intent][value=open])";

async function turn(isOn: boolean) {
	const page = await admin.open("/settings/rules");
	const box = page.$("[name=PREDICTIONS]").attr("value") ?? "";
	await page.submit("form:has([name=PREDICTIONS])", { PREDICTIONS: isOn ? box : [] });
}

it("predictions that are off are an unknown page, and no trace of them is in the menu, until an admin turns them on", async () => {
	const page = await admin.open("/predictions");
	const events = await admin.open("/events");
	expect([page.path, `${page.html}${events.html}`.includes("/predictions")]).toEqual(["/", false]);
	await turn(true);
	expect((await admin.open("/predictions")).path).toBe("/predictions");
});

it("an admin opens a prediction, viewers bet on it, and it is decided and taken back without scripts", async () => {
	const empty = await admin.open("/predictions");
	const wrong = await empty.submit(open, { question: "", outcomes: "one", minutes: "0" });
	expect([wrong.status, Object.keys(wrong.errors())]).toEqual([400, ["question", "outcomes", "minutes"]]);
	let page = await wrong.submit(open, { question: QUESTION, outcomes: "Red\nBlue", minutes: "5" });
	expect(page.text(`${MARKET} h2`)).toBe(QUESTION);
	expect(page.$(form("stake")).length).toBe(0);

	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	const first = await viewer.open("/predictions");
	const unchosen = await first.submit(form("stake"), { points: "70" });
	expect([unchosen.status, unchosen.text(MARKET)]).toEqual([
		400,
		expect.stringContaining("Choose an outcome first."),
	]);
	const tooMany = await unchosen.submit(form("stake"), { outcome: "1", points: "5000" });
	expect(tooMany.text(MARKET)).toContain("Insufficient points");
	expect(tooMany.fields(form("stake"))).toMatchObject({ outcome: "1", points: "5000" });
	const bet = await tooMany.submit(form("stake"), { points: "70" });
	expect(bet.text("[data-testid=own-stake]")).toBe("You bet 70 points on “Blue”.");
	await bet.submit(form("stake"), { points: "" }, { button: "[name=quick][value='50']" });
	expect(readPlayer(site, name).points).toBe(880);
	expect(page.$(form("settle")).length).toBe(0);
	const forged = await viewer.post("/predictions", page.fields(form("lock")));
	expect(forged.status).toBe(403);

	const visitor = await (await visit(site, { lang: "pt" })).open("/predictions");
	expect(visitor.text(MARKET)).toMatch(/Fecha às \d\d:\d\d:\d\d/);
	expect(visitor.text(MARKET)).toContain("120 pts, 1 aposta");
	expect(visitor.html).toContain('http-equiv="refresh"');

	expect((await (await visit(site)).open("/events")).text("[data-testid=event]")).toContain(QUESTION);
	page = await (await admin.open("/predictions")).submit(form("lock"));
	expect((await viewer.open("/predictions")).$(form("stake")).length).toBe(0);
	page = await page.submit(form("settle"), {}, { button: "[value='1']" });
	expect(page.text(MARKET)).toMatch(/Refunds at \d\d:\d\d:\d\d.*Refund: nobody took the other side\./);
	await expect.poll(() => readScene(site, "prediction")).toContain("Refund: nobody took the other side.");
	page = await page.submit(form("undo"));
	expect(page.$(MARKET).attr("data-state")).toBe("locked");
	expect((await admin.open("/changes")).text()).toContain("Decision on a prediction undone");
});

it("the open hunt is asked about with one button, and its pools are published without who has bet", async () => {
	const hunts = openHunts(site);
	const hunt = hunts.add();
	for (const slot of ["Wolf", "Temple"]) hunts.addSlot(hunt, slot);
	hunts.close();
	const manage = await (await admin.open("/bonus-hunt/manage")).follow("Predictions");
	const page = await manage.submit("form:has([name=template][value=best])");
	expect(page.text(MARKET)).toMatch(/Which of these slots .*1\. Wolf.*2\. Temple/);
	expect([page.$(form("settle")).length, page.$(form("cancel")).length]).toEqual([0, 1]);
	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	await (await viewer.open("/predictions")).submit(form("stake"), { outcome: "0", points: "5" });
	const stream = new EventStream(site.origin, "/live?topics=predictions");
	await stream.until(() => stream.dataOf("predictions.changed").length > 0);
	const [[state]] = stream.dataOf("predictions.changed") as [[object]];
	stream.close();
	expect(state).toEqual({
		...{ id: expect.any(String), revision: 1 },
		pools: [
			{ points: 5, stakes: 1 },
			{ points: 0, stakes: 0 },
		],
	});
	const file = await viewer.open("/points/export");
	expect(JSON.parse(file.html).predictions).toMatchObject([{ outcome: 0, points: 5 }]);
});

it("a match is predicted from the page that runs its bracket, and its result decides it", async () => {
	const brackets = openBrackets(site);
	const manage = `/tournament/${brackets.add(2).id}/manage`;
	brackets.close();
	const viewer = await visit(site, { as: newPlayer() });
	const drawn = await (await admin.open(manage)).submit("[data-testid=form-draw]");
	const predict = "[data-testid=form-predict]";
	expect((await viewer.post("/predictions", drawn.fields(predict))).status).toBe(403);
	const opened = await drawn.submit(predict);
	expect([opened.path, opened.$(predict).length]).toEqual([manage, 0]);
	const page = await viewer.open("/predictions");
	expect(page.text(`${MARKET} h2`)).toMatch(/^Who wins: viewer-.+ or viewer-.+\?$/);
	await page.submit(form("stake"), { outcome: "0", points: "5" });
	const play = { costA: "10", payoutA: "20", costB: "10", payoutB: "5" };
	const played = await opened.submit("[data-testid=form-play]", play);
	expect((await viewer.open("/predictions")).$(form("stake")).length).toBe(0);
	const stateOf = async () => (await viewer.open("/predictions")).$(MARKET).attr("data-state");
	await expect.poll(stateOf).toBe("decided");
	await played.submit("[data-testid=form-undo]");
	await expect.poll(stateOf).toBe("locked");
});

it("predictions that are off are decided by admins, but not opened, entered or seen by others", async () => {
	await (await admin.open("/predictions")).submit(open, {
		question: QUESTION,
		outcomes: "Red\nBlue",
		minutes: "5",
	});
	const viewer = await visit(site, { as: newPlayer() });
	const [bettable, opener] = [await viewer.open("/predictions"), await admin.open("/predictions")];
	await turn(false);
	expect((await viewer.open("/predictions")).text()).not.toContain(QUESTION);
	await expect.poll(() => readScene(site, "prediction")).toBe("");
	expect((await bettable.submit(form("stake"), { outcome: "1", points: "5" })).path).toBe("/");
	const refused = await opener.submit(open, { question: "New?", outcomes: "Red\nBlue", minutes: "5" });
	expect(refused.path).toBe("/");
	let page = await admin.open("/predictions");
	expect([page.$(open).length, page.text(`${MARKET} h2`)]).toEqual([0, QUESTION]);
	page = await page.submit(form("lock"));
	page = await page.submit(form("settle"), {}, { button: "[value='1']" });
	expect(page.$(MARKET).attr("data-state")).toBe("decided");
	await turn(true);
	expect((await viewer.open("/predictions")).$(MARKET).attr("data-state")).toBe("decided");
});
