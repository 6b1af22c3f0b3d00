import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedPage, UNSHARED, visit } from "../support/http/visitor";
import { endless, png, respondWith, SLOT, STATISTICS, startHuntSource } from "../support/hunt-source";
import { type Site, startSite } from "../support/site/site";

let source: Awaited<ReturnType<typeof startHuntSource>>;
let site: Site;

const SCRIPT = "<script>document.title='x'</script>";
const MARKUP = '"><img src=x onerror=alert(1)>';
/** Slots as an external source may send them: complete, with zeros, with only a name, and hostile. */
const SLOTS = [
	{ ...SLOT, slotName: "Big Bass Bonanza Splash Xtreme" },
	{ ...SLOT, slotName: "Wolf Gold", idForBonusHunt: 2, payout: 0, multiplier: 0, preNote: null },
	{ slotName: "Nothing but a name" },
	{ ...SLOT, slotName: SCRIPT, providerName: MARKUP, idForBonusHunt: 4, payout: null },
];

beforeAll(async () => {
	source = await startHuntSource();
	source.play("/slots", respondWith(200, JSON.stringify(SLOTS)));
	site = await startSite({ env: source.settings });
});
afterAll(async () => {
	await site?.close();
	await source?.close();
});

const open = async () => (await visit(site)).open("/bonus-hunt", UNSHARED);
const plain = (text: string) => text.replaceAll(/\s+/g, " ");
const cards = ({ $ }: ServedPage) => $(".hunt-cards").first().find("[data-testid=hunt-slot]");
const api = (path: string, init?: RequestInit) => fetch(`${site.origin}/api/${path}`, init);
const image = (name: string) => api(`image-proxy?name=${encodeURIComponent(name)}`);

it("the page of an outside hunt has six statistics and every slot, and hostile values as text", async () => {
	const page = await open();
	const tiles = page.$("[data-tile]").toArray();
	const values = tiles.map((tile) => [tile.attribs["data-tile"], plain(page.$(tile).find("dd").text())]);
	expect(Object.fromEntries(values)).toEqual({
		...{ countTotalBonus: "12", countOpenedBonus: "5", breakEvenCurrent: "–" },
		...{ totalWinAmount: "€12,345.60", averageMultiplier: "87.50x", breakEvenInitial: "101.24x" },
	});
	expect(page.text()).toContain("5 of 12 opened");
	const amounts = cards(page)
		.toArray()
		.slice(0, 3)
		.map((card) =>
			["bet", "win", "multi"].map((name) => plain(page.$(card).find(`[data-amount="${name}"] dd`).text())),
		);
	expect(amounts).toEqual([
		["€1.20", "€1,234.50", "1,028.75x"],
		["€1.20", "€0.00", "0.00x"],
		["–", "–", "–"],
	]);
	for (const text of ["#1", "Pragmatic Play", "Super bonus"]) {
		expect(cards(page).first().text()).toContain(text);
	}
	const hostile = cards(page).eq(3);
	expect([cards(page).length, hostile.find("h3").text()]).toEqual([SLOTS.length, SCRIPT]);
	expect(hostile.text()).toContain(MARKUP);
	expect(hostile.find("script, [onerror]")).toHaveLength(0);
});

it("the API returns the statistics and slots of the configured streamer only", async () => {
	for (const query of ["?user=navalhas", "?user=NAVALHAS", ""]) {
		const statistics = await api(`bonus-hunt-stats${query}`);
		expect(statistics.headers.get("content-type")).toMatch(/^application\/json/);
		expect(statistics.headers.get("age"), "fresh data has no age").toBeNull();
		expect(await statistics.json()).toEqual(STATISTICS);
		const slots = await (await api(`bonus-hunt-slots${query}`)).json();
		const none = Object.fromEntries(Object.keys(SLOT).map((name) => [name, null]));
		expect(slots).toEqual(SLOTS.map((slot) => ({ ...none, ...slot })));
	}
	for (const part of ["stats", "slots"]) {
		const other = await api(`bonus-hunt-${part}?user=somebody`);
		expect([other.status, await other.json()]).toEqual([404, { error: "No such streamer" }]);
	}
	const etag = (await api("bonus-hunt-slots")).headers.get("etag") ?? "";
	const again = await api("bonus-hunt-slots", { headers: { "if-none-match": etag } });
	expect([again.status, await again.text()]).toEqual([304, ""]);
});

describe("the image proxy", () => {
	it("serves a slot's image with an image content type and restrictive headers", async () => {
		const response = await image("gates.png");
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "image/webp",
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
			"cache-control": "public, max-age=3600",
		});
		expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 8, 12)).toBe("WEBP");
	});

	it("requests no other resource", async () => {
		const fetched = () => source.asked.filter((path) => !/^\/(stats|slots)/.test(path)).length;
		const before = fetched();
		for (const [name, status] of [
			["", 400],
			["../slots", 400],
			["javascript:alert(1)//", 400],
			["data:image/png;base64,/x", 400],
			["of-no-slot.png", 404],
			["https://example.com/x.png", 404],
			["http://169.254.169.254/latest/meta-data/", 404],
			[`${source.origin}/images/gates.png`, 404],
		] as const) {
			expect([name, (await image(name)).status]).toEqual([name, status]);
		}
		expect(fetched()).toBe(before);
	});
});

describe("a source that is hostile from the start", () => {
	const names = ["endless.png", "page.png", "away.png", "none.png", "moved.png"];
	beforeAll(async () => {
		source.play("/images/endless.png", endless(Buffer.alloc(65_536, 255)));
		source.play("/images/page.png", respondWith(200, SCRIPT, { "content-type": "image/png" }));
		source.play("/images/away.png", respondWith(302, "", { location: `${site.origin}/healthz` }));
		source.play("/images/moved.png", respondWith(302, "", { location: "/images/other.png" }));
		source.play("/images/other.png", respondWith(200, await png()));
		source.play(
			"/slots",
			respondWith(200, JSON.stringify(names.map((slotImage) => ({ ...SLOT, slotImage })))),
		);
		source.play("/stats", respondWith(200, "<!doctype html>", { "content-type": "application/json" }));
		await site.restart();
	});

	it("has its images refused, and the site keeps working", async () => {
		const statuses = await Promise.all(names.map(async (name) => (await image(name)).status));
		expect(statuses).toEqual([502, 502, 502, 404, 200]);
		expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
	});

	it("is reported separately for statistics and slots", async () => {
		const page = await open();
		expect(page.text("[data-testid=statistics-failed]")).toBe("Failed to load statistics");
		expect(cards(page)).toHaveLength(names.length);
		const answer = await api("bonus-hunt-stats");
		expect([answer.status, await answer.json()]).toEqual([502, { error: "Failed to load statistics" }]);
	});
});

describe("without an outside source and a hunt", () => {
	beforeAll(() => site.restart({ BONUS_HUNT_STATS_URL: "", BONUS_HUNT_SLOTS_URL: "" }));

	it("the page is empty, and links to past hunts and admins to the next one", async () => {
		const page = await open();
		expect(page.text("[data-testid=next-hunt]")).toContain("No slots available");
		const links = (at: ServedPage) =>
			["past", "manage"].map((name) => at.$(`a[href="/bonus-hunt/${name}"]`).length);
		expect([page.$("[data-testid=tiles]").length, links(page)]).toEqual([0, [1, 0]]);
		expect(page.html, "reloads itself without scripts").toMatch(/http-equiv="refresh" content="30"/i);
		const admin = await visit(site, { as: "admin" });
		expect(links(await admin.open("/bonus-hunt"))).toEqual([1, 1]);
		expect(await (await api("bonus-hunt-slots")).json()).toEqual([]);
		expect(Object.values(await (await api("bonus-hunt-stats")).json())).toEqual(Array(6).fill(null));
	});
});
