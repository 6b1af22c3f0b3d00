import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { journey, openPage, signIn } from "../support/browser/journey";
import {
	choose,
	dropButton,
	number,
	REFUSED,
	scriptsRun,
	settled,
	shownSlots,
} from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { readPlayer } from "../support/data/players";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const PLINKO = "/mini-games/plinko";

const play = async (
	steps: (page: Page, name: string) => Promise<void>,
	options: { reducedMotion?: boolean; width?: number } = {},
	noise: readonly RegExp[] = [],
) =>
	journey(
		await workerBrowser(),
		site,
		{ lang: "en", ...options },
		async (page) => {
			const name = newPlayer();
			await signIn(page, site, name, PLINKO);
			await steps(page, name);
		},
		noise,
	);

/** What the page has shown at one time. */
interface Shown {
	header: number;
	game: number;
	balls: number;
	/** Links to the checks of rounds. */
	checks: number;
	falls: boolean;
	hasEnded: boolean;
}

/** Records inside the page each change of the points and of the landed balls. */
const record = (page: Page) =>
	page.evaluate(() => {
		const all: Shown[] = [];
		Reflect.set(window, "shown", all);
		const text = (testId: string) => document.querySelector(`[data-testid=${testId}]`)?.textContent ?? "";
		const points = (testId: string) => Number(text(testId).replace(/\D/g, ""));
		const note = () => {
			const now = {
				header: points("balance"),
				game: points("game-balance"),
				balls: document.querySelectorAll("[data-testid=ball]").length,
				checks: document.querySelectorAll("a[href*='/fairness?round=']").length,
				falls: document.querySelector("[data-testid=finish]") !== null,
				hasEnded: text("round-summary") !== "",
			};
			if (JSON.stringify(now) !== JSON.stringify(all.at(-1))) all.push(now);
		};
		note();
		const everything = { subtree: true, childList: true, characterData: true };
		new MutationObserver(note).observe(document.body, everything);
	});

const distinct = (values: number[]) => values.filter((value, at) => value !== values[at - 1]);

describe("a round of Plinko", () => {
	it("shows the points without the payout until its balls have landed in the drawn slots", () =>
		play(async (page, name) => {
			await choose(page, 10, 10);
			await record(page);
			await dropButton(page).click();
			await settled(page);
			const { points, rounds } = readPlayer(site, name);
			expect(rounds).toHaveLength(1);
			expect(points).toBe(900 + (rounds[0]?.payout ?? Number.NaN));
			await expect.poll(() => number(page, "balance")).toBe(points);
			await expect.poll(() => number(page, "game-balance")).toBe(points);
			const shown = await page.evaluate(() => Reflect.get(window, "shown") as Shown[]);
			const dropping = shown.filter(({ hasEnded }) => !hasEnded);
			expect(distinct(dropping.map(({ header }) => header))).toEqual([1000, 900]);
			expect(distinct(dropping.map(({ game }) => game))).toEqual([1000, 900]);
			const balls = distinct(shown.map(({ balls }) => balls));
			expect(balls).toEqual(balls.toSorted((one, other) => one - other));
			expect(balls.length, "the balls land one after the other").toBeGreaterThan(3);
			expect(await shownSlots(page)).toEqual(rounds[0]?.outcome);
		}));

	it("may be dropped while others fall, and is played automatically until a stop that the player has chosen", () =>
		play(async (page, name) => {
			// They fall for so long that a busy browser drops the others in time.
			await choose(page, 10, 45);
			await dropButton(page).click();
			await expect.poll(() => dropButton(page).innerText()).toContain("Drop · 450");
			await dropButton(page).click();
			await expect.poll(() => dropButton(page).innerText()).toContain("Dropping 90 balls");
			await expect.poll(() => number(page, "game-balance")).toBe(100);
			await page.getByTestId("finish").click();
			await settled(page);
			const dropped = readPlayer(site, name);
			expect(dropped.rounds).toHaveLength(2);
			await expect.poll(() => number(page, "game-balance")).toBe(dropped.points);
			await expect.poll(() => page.getByRole("link", { name: "Check this round" }).count()).toBe(2);

			await page.emulateMedia({ reducedMotion: "reduce" });
			await choose(page, 10, 1);
			await page.getByRole("button", { name: "×2: bet 20" }).press("Enter");
			await expect.poll(() => dropButton(page).innerText()).toBe("Drop · 20");
			await page.getByRole("button", { name: "½: bet 10" }).press("Enter");
			await page.getByRole("button", { name: "Automatic play" }).click();
			const start = page.getByTestId("auto-start");
			const status = page.getByTestId("auto-status");
			await start.click();
			await page.getByText("at least the cost of one round: 10").waitFor();
			await page.locator("#auto-maxLoss:focus").waitFor();
			await page.locator("#auto-maxLoss").fill("20");
			await page.locator("#auto-rounds").fill("2");
			await page.keyboard.press("Enter");
			await expect.poll(() => status.innerText()).toContain("2 of 2 rounds");
			expect(readPlayer(site, name).rounds).toHaveLength(4);

			await page.locator("#auto-rounds").fill("100");
			await page.locator("#auto-maxLoss").fill("1000");
			await start.click();
			await expect.poll(() => readPlayer(site, name).rounds.length).toBeGreaterThan(4);
			await start.press("Space");
			await expect.poll(() => status.innerText()).toMatch(/^\d+ of 100 rounds.*You stopped it\.$/s);
			const stoppedAt = readPlayer(site, name).rounds.length;
			await start.click();
			await page.evaluate(() => {
				Object.defineProperty(document, "hidden", { value: true });
				document.dispatchEvent(new Event("visibilitychange"));
			});
			await expect.poll(() => status.innerText()).toContain("out of view");
			await page.getByRole("button", { name: "Automatic play" }).click();
			expect(await status.isVisible(), "also while the panel is closed").toBe(true);
			const played = Number((await status.innerText()).split(" ")[0]);
			expect(readPlayer(site, name).rounds.length).toBeLessThanOrEqual(stoppedAt + 2 + played);
		}));

	it("ends at once when the player finishes it, reloads the page or closes the dialog", () =>
		play(
			async (page, name) => {
				await choose(page, 10, 25);
				await dropButton(page).click();
				await expect.poll(() => page.getByTestId("ball").count()).toBeGreaterThan(1);
				await page.reload();
				await scriptsRun(page);
				const first = readPlayer(site, name);
				expect(await shownSlots(page)).toEqual(first.rounds[0]?.outcome);
				expect(await number(page, "balance")).toBe(first.points);

				await choose(page, 10, 10);
				await record(page);
				await dropButton(page).click();
				await page.getByTestId("finish").waitFor();
				// Until the first ball of the next round has landed.
				const shown = await page.evaluate(() => Reflect.get(window, "shown") as Shown[]);
				expect(shown.find(({ falls }) => falls)).toMatchObject({ balls: 25, checks: 1 });
				await expect.poll(() => number(page, "balance")).toBe(first.points - 100);
				await page.getByRole("link", { name: "Close" }).click();
				await page.waitForURL("**/mini-games");
				const { points } = readPlayer(site, name);
				await expect.poll(() => number(page, "balance")).toBe(points);

				await page.locator("#open-plinko").click();
				await page.waitForURL(`**${PLINKO}`);
				await choose(page, 10, 30);
				await dropButton(page).click();
				await page.getByTestId("finish").press("Enter");
				await settled(page);
				await page.locator("#plinko-drop:focus").waitFor();
				await expect.poll(() => page.getByTestId("finish").count()).toBe(0);
				const last = readPlayer(site, name);
				const { outcome = [], payout = 0 } = last.rounds[2] ?? {};
				expect([...(await shownSlots(page))].sort()).toEqual([...outcome].sort());
				await expect.poll(() => number(page, "game-balance")).toBe(last.points);
				const net = payout - 300;
				const signed = `${net > 0 ? "+" : net < 0 ? "−" : ""}${Math.abs(net).toLocaleString("en-GB")}`;
				await expect
					.poll(() => page.getByTestId("round-summary").innerText())
					.toBe(`You received ${payout.toLocaleString("en-GB")} · ${signed}`);
				expect(await page.getByTestId("round-net").innerText()).toBe(signed);
			},
			{ width: 360 },
		));

	it("is played once although the connection was lost, and not with points that the page did not show", () =>
		play(
			async (page, name) => {
				await choose(page, 50, 2);
				await page.context().setOffline(true);
				await dropButton(page).click();
				await page.getByText("Can't reach the site").waitFor();
				await expect.poll(() => number(page, "balance")).toBe(1000);
				await page.context().setOffline(false);
				// The page cannot be read again after the answer.
				await page.route("**/*.data*", (route) =>
					route.request().method() === "GET" ? route.abort() : route.continue(),
				);
				await dropButton(page).click();
				await settled(page);
				await page.unroute("**/*.data*");
				const { points, rounds } = readPlayer(site, name);
				expect(rounds).toMatchObject([{ input: { stake: 50, balls: 2 } }]);
				await expect.poll(() => number(page, "balance")).toBe(points);

				// A visitor, whose stream does not tell the page of the sign-in.
				await page.context().clearCookies({ name: "session" });
				await openPage(page, site, PLINKO);
				const second = newPlayer();
				const other = await page.context().newPage();
				await signIn(other, site, second);
				await dropButton(page).click();
				await page.getByText("The signed-in account has changed").waitFor();
				expect(readPlayer(site, second).rounds).toEqual([]);
				await expect.poll(() => number(page, "balance")).toBe(1000);
				await expect.poll(() => number(page, "game-balance")).toBe(1000);
				await dropButton(page).click();
				await expect.poll(() => readPlayer(site, second).rounds.length).toBe(1);
			},
			{},
			[REFUSED, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
		));
});

describe("the form of Plinko", () => {
	it("is used by the keyboard, keeps the focus, refuses what cannot be played and keeps bet and sound", () =>
		play(
			async (page, name) => {
				const isFocused = () => page.evaluate(() => document.activeElement?.textContent);
				await page.goto(`${site.origin}/mini-games`);
				await page.locator("#open-plinko").click();
				await page.waitForURL(`**${PLINKO}`);
				// The dialog handles keys once it has the focus.
				await page.locator("#dialog-title:focus").waitFor();
				for (const key of ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowRight", "Space"]) {
					await page.keyboard.press(key);
				}
				await settled(page);
				expect(readPlayer(site, name).rounds).toMatchObject([{ input: { stake: 20, balls: 2 } }]);
				await page.keyboard.press("Escape");
				await page.waitForURL("**/mini-games");
				await page.locator("#open-plinko:focus").waitFor();

				await openPage(page, site, PLINKO);
				for (const count of [2, 3]) {
					const key = await page.locator("#plinko-form [name=idempotencyKey]").inputValue();
					await dropButton(page).focus();
					await page.keyboard.press("Enter");
					await page
						.locator(`#plinko-form [name=idempotencyKey]:not([value="${key}"])`)
						.waitFor({ state: "attached" });
					await expect.poll(() => dropButton(page).getAttribute("aria-disabled")).toBe(null);
					expect(readPlayer(site, name).rounds).toHaveLength(count);
					await expect.poll(isFocused).toContain("Drop");
				}
				const { points, rounds } = readPlayer(site, name);
				await expect.poll(() => number(page, "balance")).toBe(points);
				await expect.poll(() => shownSlots(page)).toEqual(rounds.at(-1)?.outcome);

				await choose(page, 10, 4);
				await page.locator("#balls").fill("");
				await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
				expect(await dropButton(page).innerText()).toBe("Drop");
				await page.locator("#balls").blur();
				await expect.poll(() => page.getByRole("alert").innerText()).toBe("Choose from 1 to 50 balls.");
				await page.getByRole("button", { name: "5 balls", exact: true }).click();
				await expect.poll(() => dropButton(page).innerText()).toBe("Drop · 50");
				const most = Math.floor(points / 100);
				await choose(page, 100, most);
				await expect.poll(() => page.getByRole("button", { name: "One more ball" }).isDisabled()).toBe(true);
				await page.locator("#balls").fill(String(most + 1));
				await expect.poll(() => dropButton(page).isDisabled()).toBe(true);
				await expect.poll(() => page.getByRole("alert").innerText()).toBe("Insufficient points");

				await choose(page, 20, 7);
				await page.getByRole("button", { name: "Sound: off" }).click();
				await page.getByLabel("Sound", { exact: true }).check();
				await page.getByLabel("Volume").fill("25");
				await page.getByRole("button", { name: "Sound: on" }).waitFor();
				await page.locator("button[name=language][value=pt]").click();
				await page.locator("html[lang=pt]").waitFor();
				expect(await page.locator("#balls").inputValue()).toBe("7");
				expect(await page.locator("input[name=stake]:checked").inputValue()).toBe("20");
				await page.goto(`${site.origin}/mini-games/crash`);
				await page.getByRole("button", { name: "Som: ligado" }).click();
				expect(await page.getByLabel("Volume").inputValue()).toBe("25");
			},
			{ reducedMotion: true },
		));
});
