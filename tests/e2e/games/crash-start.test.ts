import type { Browser, Page } from "playwright-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PageOptions } from "../../support/browser/browser";
import { bet, hasEnded, lastResult, offers, phase } from "../../support/browser/crash-page";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, number, REFUSED, scriptsRun } from "../../support/browser/plinko-page";
import { openStream } from "../../support/site/event-stream";
import { shareSite } from "../../support/site/shared-site";
import { postForm } from "../../support/site/single-fetch";
import type { Site } from "../../support/site/site";

// They wait for rounds.
vi.setConfig({ testTimeout: 180_000 });

const ADDRESS = "/mini-games/crash";
const TOKEN = "a-token-of-this-test";
const MAX_PER_ADDRESS = 50;
const VISITOR = { cookie: "age-verified=true" };

let site: Site;
let browser: Browser;

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ env: { CRASH_PAUSE_SCALE: "0.25", METRICS_TOKEN: TOKEN } },
);
// Each test begins without a game.
beforeEach(() => site.restart());

async function games(): Promise<number> {
	const response = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
	const counts = [...(await response.text()).matchAll(/^plateia_crash_tables\{.*game="solo".*\} (\d+)$/gm)];
	expect(counts.length).toBeGreaterThan(0);
	return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const start = (cookie: string) => postForm(site.origin + ADDRESS, { cookie }, { intent: "start" });
const startButton = (page: Page) => page.getByTestId("start");

it("no page and no stream starts a game", async () => {
	for (let load = 0; load < 30; load++) {
		const path = load % 2 ? ADDRESS : `${ADDRESS}.data`;
		const response = await fetch(site.origin + path, { headers: VISITOR });
		expect(response.status).toBe(200);
		const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
		expect(cookie).toMatch(/^crash-demo=/);
		if (load % 10 > 0) continue;
		const stream = await openStream(site.origin, "/live?topics=solo-crash", { cookie: cookie ?? "" });
		stream.close();
	}
	expect(await games()).toBe(0);
});

it("one address starts so many games and no more, and is told so in its language", async () => {
	for (let game = 0; game < MAX_PER_ADDRESS; game++) {
		expect((await start(VISITOR.cookie)).status).toBe(200);
	}
	for (const [language, words] of [
		["pt", "demasiados jogos"],
		["en", "Too many games"],
	]) {
		const { status, data } = await start(`${VISITOR.cookie}; language=${language}`);
		expect(status).toBe(503);
		expect(data).toMatchObject({
			ok: false,
			code: "tooManyGames",
			message: expect.stringContaining(words ?? ""),
		});
	}
	expect(await games()).toBe(MAX_PER_ADDRESS);
});

describe.each(PAIRS)("solo Crash is started: $lang, scripts $scripts, $width px", (way: PageOptions) => {
	it("by the page with scripts, by its button without, and then played", () =>
		journey(
			browser,
			site,
			way,
			async (page) => {
				await page.goto(site.origin + ADDRESS);
				if (!way.scripts) {
					expect([await phase(page), await games()]).toEqual(["idle", 0]);
					await startButton(page).click();
				}
				await offers(page, "place");
				await expect.poll(() => phase(page)).not.toBe("idle");
				expect([await startButton(page).count(), await games()]).toEqual([0, 1]);
				await bet(page, { target: "1.10" });
				await hasEnded(page);
				const won = (await lastResult(page).getAttribute("data-status")) === "cashed_out";
				await expect.poll(() => number(page, "game-balance")).toBe(won ? 1001 : 990);
			},
			[REFUSED],
		));
});

describe("with scripts", () => {
	it("two tabs of a player that open at once have one game", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, newPlayer(), "/");
			const other = await page.context().newPage();
			await Promise.all([page, other].map((tab) => tab.goto(site.origin + ADDRESS)));
			for (const tab of [page, other]) await expect.poll(() => phase(tab)).not.toBe("idle");
			expect(await games()).toBe(1);
		}));

	it("a page that finds its game gone after a restart of the server starts another", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				await page.goto(site.origin + ADDRESS);
				await scriptsRun(page);
				await expect.poll(() => phase(page)).not.toBe("idle");
				await site.restart();
				await expect.poll(games, { timeout: 30_000 }).toBe(1);
				await expect.poll(() => phase(page), { timeout: 30_000 }).toBe("waiting");
			},
			[/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/],
		));

	it("a start that does not reach the site can be tried again by the button", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				const isStart = /mini-games\/crash\.data/;
				await page.route(isStart, (route) =>
					route.request().method() === "POST" ? route.abort() : route.continue(),
				);
				await page.goto(site.origin + ADDRESS);
				await page.getByText("The site could not be reached").waitFor();
				await page.unroute(isStart);
				expect([await phase(page), await games()]).toEqual(["idle", 0]);
				await startButton(page).click();
				await expect.poll(() => phase(page)).toBe("waiting");
				expect(await games()).toBe(1);
			},
			[/ERR_FAILED/],
		));

	it("a game that the site refuses to start says why", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				await page.goto(`${site.origin}/help`);
				// By the browser, whose address may not be the one that this process has. Each is another visitor.
				const statuses = await page.evaluate(
					async ({ address, count }) => {
						const body = new URLSearchParams({ intent: "start" });
						const asked = { method: "POST", body, credentials: "omit" } as const;
						const starts = Array.from({ length: count }, () => fetch(`${address}.data`, asked));
						return (await Promise.all(starts)).map(({ status }) => status);
					},
					{ address: ADDRESS, count: MAX_PER_ADDRESS },
				);
				expect(new Set(statuses)).toEqual(new Set([200]));
				await page.goto(site.origin + ADDRESS);
				await page.getByText("Too many games").waitFor();
				expect(await phase(page)).toBe("idle");
			},
			[/status of 503/],
		));
});
