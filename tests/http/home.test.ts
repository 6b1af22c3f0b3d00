import { afterAll, beforeAll, expect, it } from "vitest";
import { openShelf } from "../support/data/store-content";
import { UNSHARED, type Visitor, visit } from "../support/http/visitor";
import { type Site, startSite } from "../support/site/site";

const CHECKLIST = "[data-testid=home-checklist]";
const STREAM = "[data-testid=stream]";
const PLAYER = "https://player.twitch.tv";

let site: Site;
let admin: Visitor;

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "50" } });
	admin = await visit(site, { as: "admin" });
});
afterAll(() => site?.close());

it("an admin of a new site is led to what is left to set up, until the list is hidden", async () => {
	for (const other of [await visit(site), await visit(site, { as: "ana" })]) {
		expect((await other.open("/", UNSHARED)).html).not.toContain("checklist");
	}
	const boss = await visit(site, { as: "admin", lang: "pt" });
	const { $ } = await boss.open("/");
	const paths = $(`${CHECKLIST} ol a`)
		.toArray()
		.map(({ attribs }) => attribs.href ?? "");
	expect(paths).toHaveLength(11);
	for (const path of paths) {
		const { status, path: reached } = await boss.open(path);
		expect([status, reached]).toEqual([200, path]);
	}
	const links = await boss.open("/social/links");
	const saved = await links.submit("input[name=twitch]", { twitch: "https://www.twitch.tv/plateia" });
	expect(saved.path).toBe("/social");
	const rules = await boss.open("/settings/rules");
	expect(rules.text()).toContain("100% ou mais em qualquer alvo até 4,00x");
	// The default is a choice too.
	await rules.submit("[data-testid=form-games]");
	const home = await boss.open("/");
	expect(home.text(CHECKLIST)).toContain("2 de 11 feitos");
	expect(home.text(`${CHECKLIST} [data-done=true]`)).toMatch(
		/Escolher o retorno do Crash a solo.*Redes sociais/s,
	);
	expect((await home.submit(`${CHECKLIST} form`)).path).toBe("/");
	expect((await boss.open("/")).$(CHECKLIST)).toHaveLength(0);
	expect((await boss.open("/changes")).text("[data-testid=change]:first")).toContain(
		"Lista dos primeiros passos escondida",
	);
});

it("a visitor sees the next stream, then that it is live, and may frame Twitch's player only with a channel", async () => {
	const save = async (TWITCH_CHANNEL: string, NEXT_STREAM: string) =>
		(await admin.open("/settings")).submit("main form[enctype]", { TWITCH_CHANNEL, NEXT_STREAM });
	const switchTo = async (intent: "start" | "end") =>
		(await admin.open("/")).submit("[data-testid=stream-switch]", {}, { button: `[value=${intent}]` });
	const visitor = await visit(site);
	const open = () => visitor.open("/", UNSHARED);

	await save("https://www.twitch.tv/Navalhas", "2099-07-01T21:30");
	const before = await open();
	const time = before.$(`${STREAM} time`);
	expect([time.attr("datetime"), time.text()]).toEqual([
		"2099-07-01T20:30:00.000Z",
		expect.stringContaining("21:30"),
	]);
	expect(before.$("[data-testid=countdown]").hasClass("needs-scripts")).toBe(true);
	expect(before.headers.get("content-security-policy")).toContain(PLAYER);

	await switchTo("start");
	const during = await open();
	expect(during.text(`${STREAM} [role=status]`)).toBe("Live");
	const portuguese = await (await visit(site, { lang: "pt" })).open("/", UNSHARED);
	expect(portuguese.text(`${STREAM} [role=status]`)).toBe("Em direto");
	expect(during.$(`${STREAM} a[href="https://www.twitch.tv/navalhas"]`)).toHaveLength(1);
	expect(during.$("iframe")).toHaveLength(0);
	expect(during.$(`${STREAM} button`).hasClass("needs-scripts")).toBe(true);

	await switchTo("end");
	await save("", "");
	const after = await open();
	expect(after.$(STREAM)).toHaveLength(0);
	expect(after.headers.get("content-security-policy")).not.toContain(PLAYER);
});

it("empty sections invite an admin and are left out for others", async () => {
	const [theirs, mine] = [await (await visit(site)).open("/", UNSHARED), await admin.open("/")];
	for (const [section, path] of [
		["stream", "/settings"],
		["home-hunt", "/bonus-hunt/manage"],
		["home-offers", "/store/new"],
	]) {
		expect(theirs.$(`[data-testid=${section}]`), section).toHaveLength(0);
		expect(mine.$(`[data-testid=${section}] a[href="${path}"]`), section).toHaveLength(1);
	}
});

it("a viewer sees what 1000 points can buy, and how many are missing for the nearest item beyond", async () => {
	const shelf = openShelf(site);
	const prices = { Sticker: 100, Emote: 400, Cup: 800, Song: 1000, Shirt: 1500 };
	for (const [name, price] of Object.entries(prices)) shelf.add({ name, price });
	shelf.add({ name: "Sold out", price: 1200, stock: 0 });
	shelf.close();
	const home = await (await visit(site, { as: "home_shopper" })).open("/");
	const names = home
		.$("[data-testid=offer] h3")
		.toArray()
		.map((heading) => home.$(heading).text());
	expect(names).toEqual(["Song", "Cup", "Emote", "Shirt"]);
	expect(home.text("[data-testid=offer]:last")).toContain("500 points to go");
	expect((await home.follow("Song")).path).toMatch(/^\/store\/[^/]+\/redeem$/);
});
