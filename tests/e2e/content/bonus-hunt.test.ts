import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, type PageOptions } from "../../support/browser/browser";
import { journey, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { endless, png, respondWith, SLOT, STATISTICS, startHuntSource } from "../../support/hunt-source";
import { openRows } from "../../support/site/rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let source: Awaited<ReturnType<typeof startHuntSource>>;
let site: Site;
let browser: Browser;
let startedAt: number;

const SCRIPT = "<script>document.title='x'</script>";
const MARKUP = '"><img src=x onerror=alert(1)>';
const WORD = "W".repeat(10_000);

/** Slots as an external source may send them: complete, with only a name, and hostile. */
const SLOTS = [
	{ ...SLOT, slotName: "Big Bass Bonanza Splash Xtreme" },
	{ ...SLOT, slotName: "Wolf Gold", idForBonusHunt: 2, payout: 0, multiplier: 0, preNote: null },
	{ slotName: "Nothing but a name" },
	{ ...SLOT, slotName: SCRIPT, providerName: MARKUP, preNote: WORD, idForBonusHunt: 4, payout: null },
	{ ...SLOT, slotName: "شعار‮ 🎰", slotImage: null, idForBonusHunt: 5, multiplier: 2.5 },
];

beforeAll(async () => {
	startedAt = performance.now();
	source = await startHuntSource();
	source.play("/slots", respondWith(200, JSON.stringify(SLOTS)));
	[site, browser] = await Promise.all([startSite({ env: source.settings }), workerBrowser()]);
});
afterAll(async () => {
	await site?.close();
	await source?.close();
});

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim();
/** How long visitors may share a page. */
const SHARED_MS = 1000;
let changedAt = 0;
const open = async (page: Page, path = "/bonus-hunt") => {
	await sleep(Math.max(0, changedAt + SHARED_MS - performance.now()));
	await page.goto(site.origin + path);
	await scriptsRun(page);
};
const tile = async (page: Page, name: string) =>
	plain(await page.locator(`[data-tile="${name}"] dd`).innerText());
const cards = (page: Page) => page.locator(".hunt-cards").first().getByTestId("hunt-slot");
const amount = async (page: Page, card: number, name: string) =>
	plain(await cards(page).nth(card).locator(`[data-amount="${name}"] dd`).innerText());
const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** The response of a proxy while the site is down. */
const badGateway = (route: Route) =>
	route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });
const api = (path: string, init?: RequestInit) => fetch(`${site.origin}/api/${path}`, init);

const VARIANTS: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 360 },
	{ lang: "pt", scripts: false, width: 1280 },
	{ lang: "en", scripts: true, width: 1280, theme: "light" },
	{ lang: "en", scripts: false, width: 360 },
];

describe.each(VARIANTS)("the bonus hunt page: $lang, scripts $scripts, $width px", (variant) => {
	const localized = (pt: string, en: string) => (variant.lang === "pt" ? pt : en);

	it("shows six statistics and every slot, formats numbers for the language, and shows hostile values as text", () =>
		journey(browser, site, variant, async (page) => {
			await open(page);
			expect(await page.locator("[data-tile]").count()).toBe(6);
			expect(await tile(page, "countTotalBonus")).toBe("12");
			expect(await tile(page, "countOpenedBonus")).toBe("5");
			expect(await tile(page, "totalWinAmount")).toBe(localized("12 345,60 €", "€12,345.60"));
			expect(await tile(page, "averageMultiplier")).toBe(localized("87,50x", "87.50x"));
			expect(await tile(page, "breakEvenInitial")).toBe(localized("101,24x", "101.24x"));
			expect(await tile(page, "breakEvenCurrent"), "a missing value").toBe("–");
			await page.getByText(localized("5 de 12 abertos", "5 of 12 opened")).waitFor();

			expect(await cards(page).count()).toBe(SLOTS.length);
			const first = plain(await cards(page).first().innerText());
			for (const text of ["#1", "Pragmatic Play", "Super bonus"]) expect(first).toContain(text);
			expect(await amount(page, 0, "bet")).toBe(localized("1,20 €", "€1.20"));
			expect(await amount(page, 0, "win")).toBe(localized("1 234,50 €", "€1,234.50"));
			expect(await amount(page, 0, "multi")).toBe(localized("1 028,75x", "1,028.75x"));
			expect([await amount(page, 1, "win"), await amount(page, 1, "multi")]).toEqual(
				variant.lang === "pt" ? ["0,00 €", "0,00x"] : ["€0.00", "0.00x"],
			);
			for (const name of ["bet", "win", "multi"]) expect(await amount(page, 2, name)).toBe("–");

			const hostile = cards(page).nth(3);
			expect(await hostile.getByRole("heading").innerText()).toBe(SCRIPT);
			expect(await hostile.innerText()).toContain(MARKUP);
			expect(await page.title()).not.toBe("x");

			expect(await axe(page)).toEqual([]);
			expect(await overflow(page)).toBe(0);
		}));
});

describe("the carousel", () => {
	const variant = { lang: "en", scripts: true, width: 1280 } as const;
	const animationDurations = (page: Page, name: string) =>
		page.evaluate(
			(name) =>
				document
					.getAnimations()
					.filter((animation) => Reflect.get(animation, "animationName") === name)
					.map((animation) => animation.effect?.getComputedTiming().duration),
			name,
		);

	it("loops two copies of the list in max(15, slots x 4) x 1.5 s, and hides one copy from screen readers", () =>
		journey(browser, site, variant, async (page) => {
			await open(page);
			// The copy is created shortly after hydration.
			await expect.poll(() => animationDurations(page, "hunt-loop")).toEqual([30_000, 30_000]);
			await expect.poll(() => page.locator(".hunt-cards").count()).toBe(2);
			const copy = page.locator(".hunt-cards").nth(1);
			expect(await copy.getAttribute("aria-hidden")).toBe("true");
			expect(await copy.innerText()).toBe(await page.locator(".hunt-cards").first().innerText());
			// Two names overflow (the one with more than 22 characters and the script), in both lists.
			expect(await animationDurations(page, "hunt-name")).toHaveLength(4);
		}));

	it("pauses on request, can then be scrolled, and remembers the choice", () =>
		journey(browser, site, variant, async (page) => {
			await open(page);
			await page.getByRole("button", { name: "Pause" }).click();
			await page.getByRole("button", { name: "Resume" }).waitFor();
			await expect.poll(() => animationDurations(page, "hunt-loop")).toEqual([]);
			expect(await animationDurations(page, "hunt-name")).toEqual([]);
			expect(await page.locator(".hunt-cards").count()).toBe(1);
			await page.getByRole("group", { name: "The hunt's slots" }).focus();
			await page.keyboard.press("ArrowRight");
			await expect
				.poll(() => page.locator(".hunt-carousel").evaluate(({ scrollLeft }) => scrollLeft))
				.toBeGreaterThan(0);
			expect(await axe(page)).toEqual([]);

			await page.reload();
			await page.getByRole("button", { name: "Resume" }).click();
			await expect.poll(() => animationDurations(page, "hunt-loop")).toHaveLength(2);
		}));

	it("does not move under reduced motion", () =>
		journey(browser, site, { ...variant, reducedMotion: true }, async (page) => {
			await open(page);
			expect(await animationDurations(page, "hunt-loop")).toEqual([]);
			expect(await page.locator(".hunt-cards:visible").count()).toBe(1);
			expect(await page.getByTestId("pause").isVisible()).toBe(false);
			expect(await overflow(page)).toBe(0);
		}));

	it("hides an image that does not load", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await page.route("**/api/image-proxy?*", (route) => route.fulfill({ status: 502 }));
				await open(page);
				await expect.poll(() => page.locator(".hunt-card img:visible").count()).toBe(0);
			},
			[/status of 502/],
		));
});

describe("an open bonus hunt page", () => {
	const variant = { lang: "pt", scripts: true, width: 1280 } as const;
	const setHidden = (page: Page, hidden: boolean) =>
		page.evaluate((hidden) => {
			Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
			document.dispatchEvent(new Event("visibilitychange"));
		}, hidden);

	it("polls every 30 s with the streamer's name; a hidden page does not poll", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const requests: string[] = [];
				let statistics: object | undefined = { ...STATISTICS, totalWinAmount: 777 };
				let age: string | undefined;
				const openedAt = Date.now();
				await page.clock.install({ time: openedAt });
				await page.route("**/api/bonus-hunt-*", (route) => {
					const url = new URL(route.request().url());
					requests.push(url.pathname + url.search);
					if (!statistics) return route.fulfill({ status: 502, json: { error: "" } });
					const json = url.pathname.endsWith("stats") ? statistics : [{ ...SLOT, slotName: "Newer" }];
					return route.fulfill({ json, headers: age ? { age } : {} });
				});
				await open(page);
				// The page's clock stands still, so that a slow test does not reach the 30 s.
				await page.clock.pauseAt(openedAt + 29_900);
				expect(requests).toEqual([]);
				await page.clock.resume();
				await page.clock.fastForward(30_000);
				await expect.poll(() => tile(page, "totalWinAmount")).toBe("777,00 €");
				expect(requests.sort()).toEqual([
					"/api/bonus-hunt-slots?user=navalhas",
					"/api/bonus-hunt-stats?user=navalhas",
				]);
				await cards(page).first().getByText("Newer").waitFor();

				await setHidden(page, true);
				await page.clock.fastForward(300_000);
				expect(requests).toHaveLength(2);
				age = "130";
				await setHidden(page, false);
				await page.clock.runFor(100);
				const old = "A fonte não responde. Estes números são de há 2 minutos.";
				await expect.poll(() => page.getByTestId("hunt-age").innerText()).toBe(old);
				expect(requests, "one poll replaces all missed polls").toHaveLength(4);
				expect(await axe(page)).toEqual([]);

				age = undefined;
				statistics = undefined;
				await page.clock.fastForward(31_000);
				await expect.poll(() => requests).toHaveLength(6);
				await expect.poll(() => page.getByTestId("hunt-age").innerText()).toMatch(/^A fonte não responde\./);
				expect(await tile(page, "totalWinAmount"), "keeps the last valid values").toBe("777,00 €");
				await cards(page).first().getByText("Newer").waitFor();

				await page.unroute("**/api/bonus-hunt-*");
				await page.route("**/api/bonus-hunt-*", badGateway);
				await page.clock.fastForward(31_000);
				await expect
					.poll(() => page.getByTestId("hunt-age").innerText())
					.toMatch(/^Não há ligação ao site\./);
				await page.unroute("**/api/bonus-hunt-*");
				await page.clock.fastForward(31_000);
				await expect.poll(() => tile(page, "totalWinAmount")).toBe("12 345,60 €");
				expect(await page.getByTestId("hunt-age").count()).toBe(0);
			},
			[/status of 502/],
		));
});

describe("the bonus hunt API", () => {
	it("returns the source's statistics and slots, for the configured streamer only", async () => {
		for (const query of ["?user=navalhas", "?user=NAVALHAS", ""]) {
			const statistics = await api(`bonus-hunt-stats${query}`);
			expect(statistics.headers.get("content-type")).toMatch(/^application\/json/);
			expect(statistics.headers.get("age"), "fresh data has no age").toBeNull();
			expect(await statistics.json()).toEqual(STATISTICS);
			const slots = await (await api(`bonus-hunt-slots${query}`)).json();
			expect(slots).toHaveLength(SLOTS.length);
			expect(slots[0]).toEqual(SLOTS[0]);
			expect(slots[2]).toEqual({
				...Object.fromEntries(Object.keys(SLOT).map((name) => [name, null])),
				...SLOTS[2],
			});
		}
		for (const part of ["stats", "slots"]) {
			const other = await api(`bonus-hunt-${part}?user=somebody`);
			expect([other.status, await other.json()]).toEqual([404, { error: "No such streamer" }]);
		}
	});

	it("answers 304 when the browser's copy is current", async () => {
		const etag = (await api("bonus-hunt-slots")).headers.get("etag") ?? "";
		const again = await api("bonus-hunt-slots", { headers: { "if-none-match": etag } });
		expect([again.status, await again.text()]).toEqual([304, ""]);
	});

	it("requests the source once for many concurrent pages and API calls", async () => {
		const paths = ["/bonus-hunt", "/api/bonus-hunt-stats", "/api/bonus-hunt-slots"];
		const crowd = Array.from({ length: 150 }, (_, at) => fetch(site.origin + paths[at % 3]));
		for (const response of await Promise.all(crowd)) {
			expect(response.status).toBe(200);
			await response.arrayBuffer();
		}
		const questions = source.asked.filter((path) => path.startsWith("/stats"));
		const intervals = (performance.now() - startedAt) / 30_000;
		expect(questions.length).toBeLessThanOrEqual(Math.ceil(intervals));
	});
});

describe("a failing bonus hunt source", () => {
	it("leaves its last valid response on the page, with its age", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			source.play("/stats", respondWith(200, "<!doctype html>", { "content-type": "application/json" }));
			const old = page.getByText("The source isn't responding. These figures are less than a minute old.");
			await expect
				.poll(
					async () => {
						await open(page);
						return old.count();
					},
					{ timeout: 45_000, interval: 1000 },
				)
				.toBe(1);
			expect(await tile(page, "countTotalBonus")).toBe("12");
			expect(Number((await api("bonus-hunt-stats")).headers.get("age"))).toBeGreaterThan(0);
		}));

	it.each([
		{ lang: "pt", scripts: true, width: 360 },
		{ lang: "en", scripts: false, width: 1280 },
	] as const)(
		"is reported separately for statistics and slots if it fails from the start: $lang, scripts $scripts",
		(variant) =>
			journey(browser, site, variant, async (page) => {
				if (variant.scripts) await site.restart();
				await open(page);
				const failed =
					variant.lang === "pt" ? "Não foi possível carregar as estatísticas" : "Failed to load statistics";
				expect(await page.getByTestId("statistics-failed").innerText()).toBe(failed);
				expect(await cards(page).count()).toBe(SLOTS.length);
				expect(await axe(page)).toEqual([]);
				const answer = await api("bonus-hunt-stats");
				expect([answer.status, await answer.json()]).toEqual([502, { error: "Failed to load statistics" }]);
			}),
	);
});

describe("the image proxy", () => {
	const image = (name: string) => api(`image-proxy?name=${encodeURIComponent(name)}`);

	it("serves a slot's image with an image content type and restrictive headers", async () => {
		const response = await image("gates.png");
		const headers = Object.fromEntries(response.headers);
		expect(headers).toMatchObject({
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

	it("handles a hostile image server, and the site keeps working", async () => {
		source.play("/images/endless.png", endless(Buffer.alloc(65_536, 255)));
		source.play(
			"/images/page.png",
			respondWith(200, "<script>alert(1)</script>", { "content-type": "image/png" }),
		);
		source.play("/images/away.png", respondWith(302, "", { location: `${site.origin}/healthz` }));
		source.play("/images/moved.png", respondWith(302, "", { location: "/images/other.png" }));
		source.play("/images/other.png", respondWith(200, await png()));
		const names = ["endless.png", "page.png", "away.png", "none.png", "moved.png"];
		const slots = names.map((slotImage) => ({ ...SLOT, slotImage }));
		source.play("/slots", respondWith(200, JSON.stringify(slots)));
		await site.restart();
		const statuses = await Promise.all(names.map(async (name) => (await image(name)).status));
		expect(statuses).toEqual([502, 502, 502, 404, 200]);
		expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
		source.play("/slots", respondWith(200, JSON.stringify(SLOTS)));
	});
});

describe.each([
	{ lang: "pt", scripts: true, width: 360 },
	{ lang: "en", scripts: false, width: 1280 },
] as const)("the bonus hunt page without an active local hunt: $lang, scripts $scripts", (variant) => {
	it("shows the empty state, links to past hunts and links admins to the next one", () =>
		journey(browser, site, variant, async (page) => {
			if (variant.scripts) await site.restart({ BONUS_HUNT_STATS_URL: "", BONUS_HUNT_SLOTS_URL: "" });
			await open(page);
			const localized = variant.lang === "pt" ? "Sem slots disponíveis" : "No slots available";
			expect(await page.getByTestId("next-hunt").innerText()).toContain(localized);
			expect(await page.getByTestId("tiles").count()).toBe(0);
			expect(await page.locator('a[href="/bonus-hunt/past"]').count()).toBe(1);
			expect(await page.locator('a[href="/bonus-hunt/manage"]').count()).toBe(0);
			expect(await axe(page)).toEqual([]);
			expect(await (await api("bonus-hunt-slots")).json()).toEqual([]);
			expect(Object.values(await (await api("bonus-hunt-stats")).json())).toEqual(Array(6).fill(null));
			const html = await (await fetch(`${site.origin}/bonus-hunt`)).text();
			expect(html, "reloads itself without scripts").toMatch(/http-equiv="refresh" content="30"/i);
			await signIn(page, site, "admin", "/bonus-hunt");
			await page.locator('a[href="/bonus-hunt/manage"]').waitFor();
		}));
});

/** Runs SQL directly on the database, so that the site publishes no event. */
function runSql(sql: string) {
	const rows = openRows(site);
	try {
		rows.script(sql);
	} finally {
		rows.close();
	}
	changedAt = performance.now();
}

describe("a local hunt", () => {
	const variant = { lang: "en", scripts: true, width: 1280 } as const;
	const own = `${"H".repeat(80)} <b>`;
	const OPEN_HUNT = `
		insert into hunts (id, title, start_cost, status, guessing, revision, created_at)
		values ('h', '${own}', 10000, 'open', 'open', 1, '2026-01-01T00:00:00.000Z') on conflict do nothing;
		insert into hunt_slots (id, hunt_id, position, name, provider, image, bet, pre_note, revision, created_at)
		values ('s', 'h', 1, '${"W".repeat(80)}', '', '', 200, '', 1, '2026-01-01T00:00:00.000Z')
		on conflict do nothing;
		update hunt_slots set payout = null, opened_at = null;
		update hunts set revision = revision + 1;
	`;
	/** Opens the slot through the site, which publishes the change. */
	async function openSlotAsAdmin() {
		const cookie = await signInWithCookies(site, "admin");
		const response = await fetch(`${site.origin}/bonus-hunt/manage`, {
			method: "POST",
			redirect: "manual",
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams({ intent: "open-slot", bonusId: "s", payout: "123.45" }),
		});
		expect(response.status).toBe(302);
	}
	const OPENED_SLOT = `
		update hunt_slots set payout = 12345, opened_at = '2026-01-01T00:00:00.000Z';
		update hunts set revision = revision + 1;
	`;

	it("is polled every 30 s without a stream, and is reloaded only after a change", () =>
		journey(browser, site, variant, async (page) => {
			runSql(OPEN_HUNT);
			const reads: string[] = [];
			// A request in progress would time out when the clock is moved.
			page.on("requestfinished", (request) => reads.push(new URL(request.url()).pathname));
			await page.clock.install();
			await page.route("**/live?*", (route) => route.fulfill({ status: 204 }));
			await open(page);
			await page.getByText(own).waitFor();
			await page.getByRole("heading", { name: "Guess the balance" }).waitFor();
			expect(await tile(page, "breakEvenInitial")).toBe("50.00x");
			expect(await overflow(page)).toBe(0);
			reads.length = 0;
			await page.clock.fastForward(31_000);
			await expect.poll(() => reads.filter((path) => path.startsWith("/api/"))).toHaveLength(2);
			await page.clock.fastForward(1000);
			expect(reads).not.toContain("/bonus-hunt.data");

			runSql(OPENED_SLOT);
			await page.clock.fastForward(31_000);
			await expect.poll(() => tile(page, "totalWinAmount")).toBe("€123.45");
			expect(reads).toContain("/bonus-hunt.data");
			expect(await amount(page, 0, "multi")).toBe("61.73x");
			expect(await overflow(page)).toBe(0);
		}));

	it("is not polled while its stream is open", () =>
		journey(browser, site, variant, async (page) => {
			runSql(OPEN_HUNT);
			const reads: string[] = [];
			page.on("request", (request) => reads.push(new URL(request.url()).pathname));
			await page.clock.install();
			const stream = page.waitForResponse(/\/live\?/);
			await open(page);
			await stream;
			// Shorter than the silence after which a stream counts as lost.
			await page.clock.fastForward(31_000);
			await page.clock.runFor(100);
			expect(reads.filter((path) => path.startsWith("/api/bonus-hunt-"))).toEqual([]);
		}));

	it.each(["/bonus-hunt", "/bonus-hunt/overlay"])(
		"%s keeps its content while a proxy answers with errors",
		(path) =>
			journey(
				browser,
				site,
				variant,
				async (page) => {
					runSql(OPEN_HUNT);
					await page.clock.install();
					const stream = page.waitForResponse(/\/live\?/);
					await open(page, path);
					await stream;
					await expect.poll(() => tile(page, "totalWinAmount")).toBe("€0.00");
					let refused = 0;
					await page.route(/\.data\b/, (route) => {
						refused += 1;
						return badGateway(route);
					});
					await openSlotAsAdmin();
					await expect
						.poll(async () => {
							if (refused === 0) await page.clock.fastForward(500);
							return refused;
						})
						.toBeGreaterThanOrEqual(1);
					const before = refused;
					await expect
						.poll(async () => {
							if (refused === before) await page.clock.fastForward(1000);
							return refused;
						})
						.toBeGreaterThan(before);
					expect(await tile(page, "totalWinAmount")).toBe("€0.00");
					await page.unroute(/\.data\b/);
					// Each further attempt waits twice as long.
					await expect
						.poll(async () => {
							await page.clock.fastForward(1000);
							return tile(page, "totalWinAmount");
						})
						.toBe("€123.45");
				},
				// The router logs a response that it cannot decode.
				[/status of 502/, /SyntaxError/],
			),
	);

	it("leaves the broadcast overlay empty when it cannot be rendered, and reappears when it can", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				runSql(OPEN_HUNT);
				await page.clock.install();
				runSql("alter table hunts rename to hidden_hunts");
				await page.goto(`${site.origin}/bonus-hunt/overlay`);
				await page.getByTestId("no-overlay").waitFor({ state: "attached" });
				expect(await page.locator("body").innerText()).toBe("");
				const background = await page.evaluate(
					() => getComputedStyle(document.documentElement).backgroundColor,
				);
				expect(background).toBe("rgba(0, 0, 0, 0)");
				await page.clock.fastForward(6000);
				await page.getByTestId("no-overlay").waitFor({ state: "attached" });
				runSql("alter table hidden_hunts rename to hunts");
				await page.clock.fastForward(6000);
				await expect.poll(() => tile(page, "totalWinAmount")).toBe("€0.00");
			},
			[/status of 500/, /error/i],
		));
});
