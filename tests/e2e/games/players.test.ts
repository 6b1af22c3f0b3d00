import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { overflowOf } from "../../support/browser/points-page";
import { addWinners, publish } from "../../support/data/player-rows";
import { atNoon } from "../../support/site/noon";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

const HOSTILE = [
	`"><img src=x onerror=alert(1)><script>alert(2)</script>`,
	"\u202e\u05e9\u05dc\u05d5\u05dd \u{1f389}\u{1f1f5}\u{1f1f9}",
	"x".repeat(10_000),
];

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { ...atNoon(), RATE_LIMIT_SCALE: "100" } },
);

let runs = 0;
/** The player with the largest win of all, before today. Earlier days are read only once. */
const OLD = "old-champion";
beforeAll(() => addWinners(site, { name: OLD, amount: 500_000_000_000_000, daysAgo: 40 }));

const open = (page: Page, path: string) => page.goto(site.origin + path);
const names = (page: Page) => page.getByTestId("leader").locator("bdi").allInnerTexts();
/** The browser's console message for a page that does not exist. */
const NOT_FOUND = /status of 404/;

describe.each(PAIRS)("the lobby's leaderboard: $lang, scripts $scripts, $width px", (variant) => {
	it("ranks players by win and by multiplier over several periods, and links to public pages", () =>
		journey(browser, site, variant, async (page) => {
			// The winners of each run rank above the winners of the earlier runs.
			const [big, sharp] = [`big-${newPlayer()}`, `sharp-${newPlayer()}`];
			runs += 1;
			const height = 100 * 10 ** runs;
			await addWinners(
				site,
				{ name: big, amount: height, stake: height },
				{ name: sharp, amount: 3000 * height },
			);
			await publish(site, sharp);
			await open(page, "/mini-games");
			await scriptsRun(page);
			// The leaderboard may be three seconds old.
			const leaders = async (most: number) => {
				await page.reload();
				return (await names(page)).slice(0, most);
			};
			await expect.poll(() => leaders(1)).toEqual([sharp]);
			const choose = async (search: string) => {
				await page.locator(`#leaders a[href*="${search}#"]`).click();
				await page.waitForURL(`**/mini-games?${search}#leaders`);
				await page.locator(`#leaders a[href*="${search}#"][aria-current]`).first().waitFor();
			};
			await choose("by=multiplier&span=today");
			await expect.poll(() => leaders(1)).toEqual([sharp]);
			expect(await names(page)).not.toContain(OLD);
			await choose("by=multiplier&span=all");
			await expect.poll(() => leaders(2)).toEqual([OLD, sharp]);
			await choose("by=win&span=all");
			await expect.poll(() => leaders(2)).toEqual([OLD, sharp]);
			expect((await names(page)).length).toBeLessThanOrEqual(10);
			expect(await axe(page)).toEqual([]);
			expect(await overflowOf(page)).toBe(0);
			expect(await page.locator("#leaders a", { hasText: OLD }).count(), "a private player has no link").toBe(
				0,
			);
			await page.locator("#leaders a", { hasText: sharp }).click();
			await page.waitForURL(`**/players/${sharp}`);
			await page.getByRole("heading", { level: 1, name: sharp }).waitFor();
			expect(await page.getByTestId("player-wins").locator("li").count()).toBe(1);
			expect(await axe(page)).toEqual([]);
			expect(await overflowOf(page)).toBe(0);
		}));
});

describe.each(PAIRS)("a player's page: $lang, scripts $scripts, $width px", (variant) => {
	it("is private until it is published, shows the selected sections, and is removed immediately when unpublished", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = newPlayer();
				const seen = async () => {
					const answer = await fetch(`${site.origin}/players/${name}`, {
						headers: { cookie: `age-verified=true; language=${variant.lang}` },
					});
					return { status: answer.status, text: (await answer.text()).replaceAll(name, "NAME") };
				};
				await signIn(page, site, name, "/points/page");
				await scriptsRun(page);
				const state = page.getByTestId("page-state");
				expect(await state.locator("a").count()).toBe(0);
				const hidden = await seen();
				expect(hidden.status).toBe(404);

				for (const choice of ["isPublic", "showsPoints", "showsSince"]) {
					await page.locator(`input[name=${choice}]`).check();
				}
				await page.locator("main form button[type=submit]").click();
				await state.locator(`a[href="/players/${name}"]`).waitFor();
				await page
					.getByRole("status")
					.filter({ hasText: /guardada|saved/ })
					.waitFor();
				expect(await axe(page)).toEqual([]);
				expect(await overflowOf(page)).toBe(0);
				const shown = await seen();
				expect(shown.status).toBe(200);
				expect(shown.text).toContain('data-testid="player-points"');
				expect(shown.text).toContain('data-testid="player-since"');
				expect(shown.text).not.toContain('data-testid="player-wins"');

				await page.reload();
				expect(await page.locator("input[name=showsPoints]").isChecked()).toBe(true);
				expect(await page.locator("input[name=showsWins]").isChecked()).toBe(false);
				await scriptsRun(page);
				await page.locator("input[name=isPublic]").uncheck();
				await page.locator("main form button[type=submit]").click();
				await expect.poll(() => state.locator("a").count()).toBe(0);
				expect((await seen()).status).toBe(404);
				await open(page, `/players/${name}`);
				await page.getByTestId("no-player").waitFor();
			},
			[NOT_FOUND],
		));
});

it("a private page equals the page of an unknown player, except for the name, ids and timestamps", async () => {
	const [hidden, unknown] = [newPlayer(), newPlayer()];
	await addWinners(site, { name: hidden, amount: 10 });
	const read = async (name: string, path: string) => {
		const answer = await fetch(site.origin + path, { headers: { cookie: "age-verified=true" } });
		const body = (await answer.text())
			.replaceAll(name, "NAME")
			.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "")
			.replaceAll(/\d{13}\.?\d*/g, "");
		return { status: answer.status, body };
	};
	for (const end of ["", ".data"]) {
		expect(await read(hidden, `/players/${hidden}${end}`)).toEqual(
			await read(unknown, `/players/${unknown}${end}`),
		);
	}
});

it("a hostile player name is shown as text without overflow, in the lobby and on the player's page", () =>
	journey(browser, site, { lang: "en", width: 360 }, async (page) => {
		const height = 2_000_000_000_000_000;
		await addWinners(
			site,
			...HOSTILE.map((name, place) => ({ name, amount: height + place, stake: height })),
		);
		for (const name of HOSTILE) await publish(site, name);
		await open(page, "/mini-games");
		await expect
			.poll(async () => {
				await page.reload();
				return (await names(page)).slice(0, 3);
			})
			.toEqual(HOSTILE.toReversed());
		expect(await overflowOf(page)).toBe(0);
		expect(await axe(page)).toEqual([]);
		for (const name of HOSTILE.slice(0, 2)) {
			await open(page, `/players/${encodeURIComponent(name)}`);
			expect(await page.locator("main h1").innerText()).toBe(name);
			expect(await overflowOf(page)).toBe(0);
			expect(await axe(page)).toEqual([]);
		}
	}));
