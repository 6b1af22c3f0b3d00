import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPage, overflowOf } from "../support/browser/browser";
import { journey, openPage } from "../support/browser/journey";
import { scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { openHunts } from "../support/data/hunt-rows";
import { visit } from "../support/http/visitor";
import { respondWith, SLOT, startHuntSource } from "../support/hunt-source";
import { type Site, startSite } from "../support/site/site";
import { workerSite } from "../support/site/worker-site";

const EN = { lang: "en" } as const;
let browser: Browser;
beforeAll(async () => {
	browser = await workerBrowser();
});

const tile = async (page: Page, name: string) =>
	(await page.locator(`[data-tile="${name}"] dd`).innerText()).replaceAll(/\s+/g, " ").trim();
/** The response of a proxy while the site is down. */
const badGateway = (route: Route) =>
	route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" });

describe("a hunt of an outside source", () => {
	const NAMES = ["Big Bass Bonanza Splash Xtreme", "Wolf Gold", "W".repeat(10_000), "شعار‮ 🎰", "E"];
	let source: Awaited<ReturnType<typeof startHuntSource>>;
	let site: Site;

	beforeAll(async () => {
		source = await startHuntSource();
		const slots = NAMES.map((slotName, at) => ({ ...SLOT, slotName, idForBonusHunt: at }));
		source.play("/slots", respondWith(200, JSON.stringify(slots)));
		site = await startSite({ env: source.settings });
	});
	afterAll(async () => {
		await site?.close();
		await source?.close();
	});

	const open = (page: Page) => openPage(page, site, "/bonus-hunt");
	const durations = (page: Page, name: string) =>
		page.evaluate(
			(name) =>
				document
					.getAnimations()
					.filter((animation) => Reflect.get(animation, "animationName") === name)
					.map((animation) => animation.effect?.getComputedTiming().duration),
			name,
		);

	it("loops two copies of its slots in max(15, slots x 4) x 1.5 s, until the visitor pauses it", () =>
		journey(
			browser,
			site,
			EN,
			async (page) => {
				await open(page);
				// The copy is created shortly after hydration.
				await expect.poll(() => durations(page, "hunt-loop")).toEqual([30_000, 30_000]);
				const lists = page.locator(".hunt-cards");
				await expect.poll(() => lists.count()).toBe(2);
				expect(await lists.nth(1).getAttribute("aria-hidden")).toBe("true");
				expect(await lists.nth(1).innerText()).toBe(await lists.first().innerText());
				// Two names overflow, in both lists.
				await expect.poll(() => durations(page, "hunt-name")).toHaveLength(4);
				expect(await overflowOf(page)).toBe(0);

				await page.getByRole("button", { name: "Pause" }).click();
				await page.getByRole("button", { name: "Resume" }).waitFor();
				await expect.poll(() => durations(page, "hunt-loop")).toEqual([]);
				await expect.poll(() => durations(page, "hunt-name")).toEqual([]);
				await expect.poll(() => lists.count()).toBe(1);
				await page.getByRole("group", { name: "The hunt's slots" }).focus();
				await page.keyboard.press("ArrowRight");
				const scrolled = () => page.locator(".hunt-carousel").evaluate(({ scrollLeft }) => scrollLeft);
				await expect.poll(scrolled).toBeGreaterThan(0);
				await page.route("**/api/image-proxy?*", (route) => route.fulfill({ status: 502 }));
				await page.reload();
				await expect.poll(() => page.locator(".hunt-card img:visible").count()).toBe(0);
				await page.getByRole("button", { name: "Resume" }).click();
				await expect.poll(() => durations(page, "hunt-loop")).toHaveLength(2);

				const still = await newPage(browser, site.origin, { ...EN, width: 360, reducedMotion: true });
				await open(still);
				expect(await durations(still, "hunt-loop")).toEqual([]);
				expect(await still.locator(".hunt-cards:visible").count()).toBe(1);
				expect(await still.getByTestId("pause").isVisible()).toBe(false);
				expect(await overflowOf(still)).toBe(0);
				await still.context().close();
			},
			[/status of 502/],
		));

	it("is loaded every 30 s, but not by a hidden page, and says when the site cannot be reached", () =>
		journey(
			browser,
			site,
			{ lang: "pt" },
			async (page) => {
				const setHidden = (hidden: boolean) =>
					page.evaluate((hidden) => {
						Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
						document.dispatchEvent(new Event("visibilitychange"));
					}, hidden);
				const age = () => page.getByTestId("hunt-age").innerText();
				const DATA = "**/bonus-hunt.data*";
				let loads = 0;
				const openedAt = Date.now();
				await page.clock.install({ time: openedAt });
				await page.route(DATA, async (route) => {
					loads += 1;
					const response = await route.fetch();
					await route.fulfill({ response, body: (await response.text()).replace("12345.6", "777") });
				});
				await open(page);
				// The page's clock stands still, so that a slow test does not reach the 30 s.
				await page.clock.pauseAt(openedAt + 29_900);
				expect(loads).toBe(0);
				await page.clock.resume();
				await page.clock.fastForward(30_000);
				await expect.poll(() => tile(page, "totalWinAmount")).toBe("777,00 €");
				expect(loads).toBe(1);

				await setHidden(true);
				await page.clock.fastForward(300_000);
				expect(loads).toBe(1);
				await setHidden(false);
				await page.clock.runFor(100);
				await expect.poll(() => loads, { message: "one load replaces all missed ones" }).toBe(2);

				// The load may still be under way.
				await page.unrouteAll({ behavior: "wait" });
				await page.route(DATA, badGateway);
				await page.clock.fastForward(31_000);
				await expect.poll(age).toMatch(/^Não há ligação ao site\./);
				expect(await tile(page, "totalWinAmount"), "keeps the last valid values").toBe("777,00 €");
				await page.unroute(DATA);
				await page.clock.fastForward(31_000);
				await expect.poll(() => tile(page, "totalWinAmount")).toBe("12 345,60 €");
				await expect.poll(() => page.getByTestId("hunt-age").count()).toBe(0);
			},
			// The router logs a response that it cannot decode.
			[/status of 502/, /SyntaxError/],
		));
});

describe("a hunt of the site", () => {
	const site = workerSite();
	let hunts: ReturnType<typeof openHunts>;
	beforeAll(() => {
		hunts = openHunts(site);
	});
	afterAll(() => {
		hunts.finishAll();
		hunts.close();
	});

	/** Opens a hunt with one slot. @returns the slot's id. */
	function addHunt(): string {
		hunts.finishAll();
		return hunts.addSlot(hunts.add(), "Wolf Gold", 200);
	}
	/** Opens the slot in the database, so that the site publishes no event. */
	const openSlot = (id: string) =>
		hunts.run(`update hunt_slots set payout = 12345, opened_at = created_at where id = '${id}';
			update hunts set revision = revision + 1 where status = 'open'`);
	const won = (page: Page) => tile(page, "totalWinAmount");

	it("is not loaded again while its stream is open and nothing changes; without a stream, every 30 s", () =>
		journey(browser, site, EN, async (page) => {
			const slotId = addHunt();
			let loads = 0;
			page.on("request", (request) => {
				if (new URL(request.url()).pathname === "/bonus-hunt.data") loads += 1;
			});
			await page.clock.install();
			const stream = page.waitForResponse(/\/live\?/);
			await page.goto(`${site.origin}/bonus-hunt`);
			await stream;
			await scriptsRun(page);
			// Shorter than the silence after which a stream counts as lost.
			await page.clock.fastForward(31_000);
			await page.clock.runFor(100);
			expect(loads).toBe(0);

			await page.route("**/live?*", (route) => route.fulfill({ status: 204 }));
			await page.reload();
			await scriptsRun(page);
			openSlot(slotId);
			await page.clock.fastForward(31_000);
			await expect.poll(() => won(page)).toBe("€123.45");
		}));

	it("stays on its page and overlay while a proxy answers with errors", () =>
		journey(
			browser,
			site,
			EN,
			async (page) => {
				const admin = await visit(site, { as: "admin" });
				await page.clock.install();
				for (const path of ["/bonus-hunt", "/bonus-hunt/overlay"]) {
					addHunt();
					const stream = page.waitForResponse(/\/live\?/);
					// Visitors share pages for a second.
					await expect
						.poll(async () => {
							await page.goto(site.origin + path);
							return won(page);
						})
						.toBe("€0.00");
					await stream;
					await scriptsRun(page);
					let refused = 0;
					await page.route(/\.data\b/, (route) => {
						refused += 1;
						return badGateway(route);
					});
					const manage = await admin.open("/bonus-hunt/manage");
					await manage.submit("[data-testid=form-open-slot]", { payout: "123.45" });
					// Each further attempt waits twice as long.
					for (const attempts of [1, 2]) {
						await expect
							.poll(async () => {
								if (refused < attempts) await page.clock.fastForward(1000);
								return refused;
							})
							.toBeGreaterThanOrEqual(attempts);
					}
					expect(await won(page), path).toBe("€0.00");
					await page.unroute(/\.data\b/);
					await expect
						.poll(async () => {
							await page.clock.fastForward(1000);
							return won(page);
						})
						.toBe("€123.45");
				}
			},
			// The router logs a response that it cannot decode.
			[/status of 502/, /SyntaxError/],
		));

	it("leaves the overlay empty and transparent when it cannot be rendered, until it can", () =>
		journey(
			browser,
			site,
			EN,
			async (page) => {
				addHunt();
				await page.clock.install();
				hunts.run("alter table hunts rename to hidden_hunts");
				try {
					await page.goto(`${site.origin}/bonus-hunt/overlay`);
					const empty = page.getByTestId("no-overlay");
					await empty.waitFor({ state: "attached" });
					expect(await page.locator("body").innerText()).toBe("");
					const background = () => getComputedStyle(document.documentElement).backgroundColor;
					expect(await page.evaluate(background)).toBe("rgba(0, 0, 0, 0)");
					await page.clock.fastForward(6000);
					await empty.waitFor({ state: "attached" });
				} finally {
					hunts.run("alter table hidden_hunts rename to hunts");
				}
				await page.clock.fastForward(6000);
				await expect.poll(() => won(page)).toBe("€0.00");
			},
			[/status of 500/, /error/i],
		));
});
