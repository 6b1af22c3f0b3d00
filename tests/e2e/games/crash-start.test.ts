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

// The tests wait for rounds.
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
	{ env: { CRASH_PAUSE_SCALE: "0.15", METRICS_TOKEN: TOKEN } },
);
// Each test begins without a running game.
beforeEach(() => site.restart());

async function countGames(): Promise<number> {
	const response = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
	const counts = [...(await response.text()).matchAll(/^plateia_crash_games\{.*game="solo".*\} (\d+)$/gm)];
	expect(counts.length).toBeGreaterThan(0);
	return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const start = (cookie: string) => postForm(site.origin + ADDRESS, { cookie }, { intent: "start" });
const startButton = (page: Page) => page.getByTestId("start");

it("opening pages or streams starts no game", async () => {
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
	expect(await countGames()).toBe(0);
});

it("limits the games per address and shows the limit in the page's language", async () => {
	for (let game = 0; game < MAX_PER_ADDRESS; game++) {
		expect((await start(VISITOR.cookie)).status).toBe(200);
	}
	for (const [language, text] of [
		["pt", "demasiados jogos"],
		["en", "Too many games"],
	]) {
		const { status, data } = await start(`${VISITOR.cookie}; language=${language}`);
		expect(status).toBe(503);
		expect(data).toMatchObject({
			ok: false,
			code: "tooManyGames",
			message: expect.stringContaining(text ?? ""),
		});
	}
	expect(await countGames()).toBe(MAX_PER_ADDRESS);
});

describe.each(PAIRS)(
	"the start of solo Crash: $lang, scripts $scripts, $width px",
	(variant: PageOptions) => {
		it("is automatic with scripts and takes a button without, and the game can be played", () =>
			journey(
				browser,
				site,
				variant,
				async (page) => {
					await page.goto(site.origin + ADDRESS);
					if (!variant.scripts) {
						expect([await phase(page), await countGames()]).toEqual(["idle", 0]);
						await startButton(page).click();
					}
					await offers(page, "place");
					await expect.poll(() => phase(page)).not.toBe("idle");
					expect([await startButton(page).count(), await countGames()]).toEqual([0, 1]);
					await bet(page, { target: "1.10" });
					await hasEnded(page);
					const won = (await lastResult(page).getAttribute("data-status")) === "cashed_out";
					await expect.poll(() => number(page, "game-balance")).toBe(won ? 1001 : 990);
				},
				[REFUSED],
			));
	},
);

describe("the start of solo Crash with scripts", () => {
	it("creates one game for two tabs of a player that open at the same time", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await signIn(page, site, newPlayer(), "/");
			const other = await page.context().newPage();
			await Promise.all([page, other].map((tab) => tab.goto(site.origin + ADDRESS)));
			for (const tab of [page, other]) await expect.poll(() => phase(tab)).not.toBe("idle");
			expect(await countGames()).toBe(1);
		}));

	it("is repeated by a page whose game is gone after a restart of the server", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				await page.goto(site.origin + ADDRESS);
				await scriptsRun(page);
				await expect.poll(() => phase(page)).not.toBe("idle");
				await site.restart();
				await expect.poll(countGames, { timeout: 30_000 }).toBe(1);
				await expect.poll(() => phase(page), { timeout: 30_000 }).toBe("waiting");
			},
			[/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/],
		));

	it("can be retried with the button after a connection failure", () =>
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
				await page.getByText("Can't reach the site").waitFor();
				await page.unroute(isStart);
				expect([await phase(page), await countGames()]).toEqual(["idle", 0]);
				await startButton(page).click();
				await expect.poll(() => phase(page)).toBe("waiting");
				expect(await countGames()).toBe(1);
			},
			[/ERR_FAILED/],
		));

	it("shows the reason when the site refuses it", () =>
		journey(
			browser,
			site,
			{ lang: "en" },
			async (page) => {
				await page.goto(`${site.origin}/help`);
				// Sent from the browser, because its address may differ from this process's address. Each request is a new
				// visitor.
				const statuses = await page.evaluate(
					async ({ address, count }) => {
						const body = new URLSearchParams({ intent: "start" });
						const init = { method: "POST", body, credentials: "omit" } as const;
						const starts = Array.from({ length: count }, () => fetch(`${address}.data`, init));
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
