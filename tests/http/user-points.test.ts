import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { numberIn, type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { changeBalance, entriesOf, registerUser, startPointsProvider } from "../support/site/points";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let provider: Awaited<ReturnType<typeof startPointsProvider>>;
let admin: Visitor;

beforeAll(async () => {
	provider = await startPointsProvider();
	site = await startSite({ env: { RATE_LIMIT_SCALE: "100", POINTS_PROVIDER_URL: provider.address } });
	admin = await visit(site, { as: "admin" });
});
afterAll(async () => {
	await site?.close();
	await provider?.close();
});

const DIALOG = "[role=dialog]";
const row = (name: string) => `[data-testid=user-row][data-user="${name}"]`;
const alert = (page: ServedPage) => page.text("[role=alert]");
/** Numbers without separators of thousands. */
const plain = (text: string) => text.replace(/[\s,]/g, "");
const lastEntry = async (id: string) => (await entriesOf(site, id)).at(-1);

async function newUser(): Promise<{ name: string; id: string }> {
	const name = newPlayer();
	return { name, id: await registerUser(site, name) };
}

it("an admin finds a user and sets the points, unless they have changed", async () => {
	const { name, id } = await newUser();
	const form = `${row(name)} form:has([name=points])`;
	const page = await (await visit(site, { as: "admin" })).open("/user-points");
	const found = await page.submit("form[role=search]", { q: name.slice(0, 9).toUpperCase() });
	const edit = await found.follow(`#edit-${id}`);
	expect(edit.fields(form).points).toBe("1000");
	const invalid = await edit.submit(form, { points: "1.500" });
	expect([invalid.status, alert(invalid).length > 0, invalid.fields(form).points]).toEqual([
		400,
		true,
		"1.500",
	]);
	const set = await invalid.submit(form, { points: "1 500" });
	expect([set.text("[data-testid=adjusted]"), numberIn(set, "row-points")]).toEqual([
		expect.stringContaining("+500"),
		1500,
	]);
	expect(await lastEntry(id)).toMatchObject({ reason: "admin-adjustment", delta: 500 });

	const again = await set.follow(`#edit-${id}`);
	await changeBalance(site, id, -300);
	const stale = await again.submit(form, { points: 1700 });
	expect([stale.status, plain(alert(stale))]).toEqual([409, expect.stringMatching(/1500.*1200/)]);
	expect(stale.fields(form), "what was typed, and the current points").toMatchObject({
		...{ points: "1700", shown: "1200" },
	});
	expect(await entriesOf(site, id), "registered, set, changed").toHaveLength(3);
	const changed = await stale.submit(form);
	expect(numberIn(changed, "row-points")).toBe(1700);

	const statement = await changed.follow(`${row(name)} a[href='/user-points/${id}']`);
	expect(numberIn(statement, "user-points")).toBe(1700);
	expect(statement.text("[data-testid=entry]:eq(2)")).toMatch(/Admin points adjustment.*admin/);
});

it("an admin gives points with a reason, to one viewer or to a list", async () => {
	const [one, other] = [await newUser(), await newUser()];
	const visitor = await visit(site, { as: "admin" });
	const form = `${row(one.name)} form:has([name=amount])`;
	const edit = await visitor.open(`/user-points?q=${one.name}&edit=${one.id}`);
	const given = await edit.submit(form, { amount: "+250", note: "Raffle" }, { button: "[value=give]" });
	expect(given.text("[data-testid=adjusted]")).toMatch(/\+250.*Raffle/);
	const again = await given.follow(`#edit-${one.id}`);
	const short = await again.submit(form, { amount: "5000", note: "Oops" }, { button: "[value=take]" });
	expect([short.status, plain(alert(short)), short.fields(form)]).toEqual([
		...[409, expect.stringContaining("1250")],
		expect.objectContaining({ amount: "5000", note: "Oops" }),
	]);

	const list = await visitor.open("/user-points/give");
	const names = `@${one.name.toUpperCase()}, nobody-${one.name}\n${other.name};${one.name}`;
	const fields = { names, amount: "1100", note: "Quiz" };
	const taken = await list.submit("form:has([name=names])", fields, { button: "[value=take]" });
	expect(taken.text("[data-testid=given]")).toMatch(/1 viewer: −1/);
	expect(taken.fields("form:has([name=names])"), "the others, for another try").toMatchObject({
		...{
			names: expect.stringMatching(new RegExp(`^nobody-${one.name}\\s+${other.name}$`)),
			amount: "1100",
			note: "Quiz",
		},
	});
	expect([await lastEntry(one.id), await lastEntry(other.id)]).toMatchObject([
		...[{ delta: -1100, balance_after: 150 }, { reason: "registration" }],
	]);
	const viewer = await visit(site, { as: one.name });
	for (const path of ["/points", "/notifications"]) {
		const { html } = await viewer.open(path);
		expect(["Raffle", "Quiz"].filter((reason) => !html.includes(reason))).toEqual([]);
	}
	expect((await viewer.open("/points/export")).html).toContain('"note":"Quiz"');
});

it("the table of users is sorted by its headers", async () => {
	await Promise.all([newUser(), newUser()]);
	let page = await admin.open("/user-points");
	const order = () => page.$("thead th[aria-sort]").attr("aria-sort");
	const cells = (selector: string) => page.$(selector).toArray();
	const points = () => cells("[data-testid=row-points]").map((cell) => Number(plain(page.$(cell).text())));
	const names = () => cells("[data-testid=user-row]").map((one) => page.$(one).attr("data-user") ?? "");
	expect(order()).toBe("descending");
	expect(points()).toEqual(points().sort((a, b) => b - a));
	page = await page.follow("thead th:eq(1) a");
	expect(page.path).toBe("/user-points?sort=points");
	expect(points()).toEqual(points().sort((a, b) => a - b));
	page = await page.follow("thead th:eq(0) a");
	expect([page.path, order(), names()]).toEqual(["/user-points?sort=name", "ascending", names().sort()]);
});

it("points are merged from the provider once, and the merge can be undone", async () => {
	const { name, id } = await newUser();
	provider.answers.set(name, 450);
	const visitor = await visit(site, { as: "admin" });
	const table = await visitor.open(`/user-points?q=${name}`);
	const question = await table.follow(`${row(name)} a[href$='/merge']`);
	const shown = (page: ServedPage) =>
		["site-points", "provider-points", "after-merge"].map((testId) => numberIn(page, testId));
	expect(shown(question)).toEqual([1000, 450, 1450]);
	expect(question.text(DIALOG)).toContain(
		"Do you want to add these points and update the balance on the site?",
	);
	provider.answers.set(name, 460);
	const refused = await question.submit(`${DIALOG} form`);
	expect([refused.status, shown(refused), alert(refused).length > 0]).toEqual([409, [1000, 460, 1460], true]);
	expect(await entriesOf(site, id)).toHaveLength(1);
	const merged = await refused.submit(`${DIALOG} form`);
	expect([merged.path, numberIn(merged, "user-points")]).toEqual([`/user-points/${id}`, 1460]);
	expect((await refused.submit(`${DIALOG} form`)).path, "a repeat").toBe(merged.path);
	expect(await entriesOf(site, id)).toHaveLength(2);
	expect(await lastEntry(id)).toMatchObject({ reason: "merge:StreamElements", delta: 460 });

	const again = await merged.follow("#open-merge");
	expect([numberIn(again, "merged-before"), again.$(`${DIALOG} button[type=submit]`).length]).toEqual([
		460, 0,
	]);
	const back = await again.follow(`${DIALOG} form a.button`);
	await changeBalance(site, id, -1200);
	const kept = await back.submit("[data-testid=merge] form");
	expect([kept.status, alert(kept).length > 0, numberIn(kept, "user-points")]).toEqual([409, true, 260]);
	expect(await entriesOf(site, id)).toHaveLength(3);
	await changeBalance(site, id, 500);
	const undone = await kept.submit("[data-testid=merge] form");
	expect([numberIn(undone, "user-points"), undone.$("[data-testid=merge] button").length]).toEqual([300, 0]);
	expect(await lastEntry(id)).toMatchObject({ reason: "merge-undone:StreamElements", delta: -460 });
});

it("a provider that has failed is asked again", async () => {
	const { name, id } = await newUser();
	provider.answers.set(name, { status: 503 });
	const path = `/user-points/${id}/merge`;
	const failed = await admin.open(path);
	expect(alert(failed)).toContain("503");
	expect(failed.$(`${DIALOG} a[href="${path}"]`)).toHaveLength(1);
	provider.answers.set(name, 450);
	// The provider has asked for a pause of a second.
	await expect.poll(async () => numberIn(await admin.open(path), "provider-points")).toBe(450);
});

describe("an import", () => {
	const UPLOAD = "form:has([name=file])";
	const START = "form:has([value=import])";
	const lines = (page: ServedPage) => page.text("[data-testid=import-line]");

	it("shows its preview, and the points of strangers wait for them", async () => {
		const [one, other] = [await newUser(), await newUser()];
		const stranger = newPlayer();
		const page = await (await visit(site, { as: "admin" })).open("/user-points/import");
		const empty = await page.submit(UPLOAD);
		expect([empty.status, alert(empty).length > 0]).toEqual([409, true]);
		const text = `username,points\n${one.name},1250,\n${stranger},900\n,\n${other.name},2.5\n`;
		const shown = await empty.submit(UPLOAD, { text });
		expect(plain(lines(shown))).toMatch(/1000.*1250/);
		expect(plain(shown.text("[data-testid=import-summary]"))).toMatch(/250.*900.*1l/);
		const faults = await shown.follow("[data-testid=group-faults]");
		expect(lines(faults)).toContain("2.5");
		expect(await entriesOf(site, one.id), "nothing is written").toHaveLength(1);
		const choice = { unknown: "wait" };
		const done = await faults.submit(START, choice);
		expect((await lastEntry(one.id))?.balance_after).toBe(1250);
		expect((await faults.submit(START, choice)).path, "a repeat").toBe(done.path);
		expect(await entriesOf(site, one.id)).toHaveLength(2);
		const report = await done.follow("a[download]");
		expect(report.headers.get("content-type")).toMatch(/^text\/csv/);
		expect(report.html.split("\r\n")).toHaveLength(5);
		const id = await registerUser(site, stranger);
		expect(await entriesOf(site, id)).toHaveLength(2);
	});

	it("of a file leaves a balance out that has changed since the preview, and an export can be imported", async () => {
		const [one, other] = [await newUser(), await newUser()];
		const file = new File(
			[`\uFEFFid;points\r\n${one.id};1250\r\n${other.id};1000\r\n${other.id};7`],
			"p.csv",
		);
		const shown = await (await admin.open("/user-points/import")).submit(UPLOAD, { file });
		await changeBalance(site, one.id, -10);
		const done = await shown.submit(START);
		expect([await lastEntry(one.id), await lastEntry(other.id)]).toMatchObject([
			...[{ balance_after: 990 }, { reason: "registration" }],
		]);
		expect(done.$("[data-testid=import-line][data-fault]")).toHaveLength(2);

		const exported = await admin.open("/user-points/export");
		expect(exported.headers.get("content-type")).toMatch(/^text\/csv/);
		expect(exported.html).toContain(`${one.id},${one.name},${one.name}@example.com,990\r\n`);
	});
});

it("a viewer's own page has the balance, every entry and the data", async () => {
	const { name, id } = await newUser();
	await changeBalance(site, id, ...Array.from({ length: 30 }, (_, n) => (n % 2 ? -40 : 65)));
	const viewer = await visit(site, { as: name });
	const first = await (await viewer.open("/")).follow("#account-menu a[href='/points']");
	const entries = (page: ServedPage) => page.$("[data-testid=entry]").length;
	expect([numberIn(first, "own-points"), entries(first)]).toEqual([1375, 25]);
	expect(first.$("[data-testid=balance-chart] svg path")).toHaveLength(2);
	expect(first.text("[data-testid=entry]:eq(0)")).toMatch(/Plinko: bet.*You.*−40/);
	const second = await first.follow("a[rel=next]");
	expect([entries(second), second.text("[data-testid=entry]:last")]).toEqual([
		6,
		expect.stringContaining("Welcome points"),
	]);
	const week = await second.follow("a[href*='period=week']");
	expect(week.$("a[href*='period=week'][aria-current]")).toHaveLength(1);
	expect(entries(week), "another period keeps the page number").toBe(6);
	expect(entries(await week.follow("a[rel=prev]"))).toBe(25);

	const data = await first.follow("a[href='/points/export']");
	expect(data.headers.get("content-type")).toMatch(/^application\/json/);
	const { profile, points, ledger } = JSON.parse(data.html);
	expect([profile, points, ledger.length]).toEqual([
		expect.objectContaining({ id, username: name }),
		...[1375, 31],
	]);
});
