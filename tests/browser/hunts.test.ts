import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newPage, overflowOf } from "../support/browser/browser";
import { holdRequests, journey, openPage, signIn } from "../support/browser/journey";
import { scriptsRun } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { openHunts } from "../support/data/hunt-rows";
import { visit } from "../support/http/visitor";
import { builtScriptsWith } from "../support/site/built-routes";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let browser: Browser;
let hunts: ReturnType<typeof openHunts>;

beforeAll(async () => {
	browser = await workerBrowser();
	hunts = openHunts(site);
});
afterAll(() => {
	hunts.finishAll();
	hunts.close();
});

const form = (intent: string) => `[data-testid=form-${intent}]`;
const plain = (text: string) => text.replaceAll(/\s/g, " ");

/** Opens a hunt whose two slots paid 150.50 euros. */
function addHunt(): string {
	hunts.finishAll();
	const huntId = hunts.add({ title: "H".repeat(80) });
	hunts.addSlot(huntId, "Wolf Gold", 100, 3000);
	hunts.addSlot(huntId, `"><img src=x onerror=alert(1)>`, 200, 12_050);
	return huntId;
}

/** Finishes the open hunt as an admin. @returns the admin's page of it. */
const finish = async () =>
	(await (await visit(site, { as: "admin" })).open("/bonus-hunt/manage?ask=finish")).submit(form("finish"));

async function guess(page: Page, amount: string) {
	await signIn(page, site, newPlayer(), "/bonus-hunt");
	await page.locator("#guess-amount").fill(amount);
	await page.locator("#guess-amount").press("Enter");
	await page.getByTestId("own-guess").waitFor();
}

/** Lets a test keep React from rendering in the background: its scheduler is woken by messages. */
function makeRenderingHoldable() {
	const { postMessage } = MessagePort.prototype;
	let held: (() => void)[] | undefined;
	addEventListener("hold-rendering", () => {
		held = [];
	});
	addEventListener("release-rendering", () => {
		const wakes = held ?? [];
		held = undefined;
		for (const wake of wakes) wake();
	});
	MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
		const wake = () => Reflect.apply(postMessage, this, message);
		if (held) held.push(wake);
		else wake();
	};
}

it("an admin types slot after slot with the name and Enter only, also while one is being stored", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			hunts.finishAll();
			hunts.addSlot(hunts.add({ status: "finished" }), "Earlier slot");
			const huntId = hunts.add();
			await page.addInitScript(makeRenderingHoldable);
			await signIn(page, site, "admin", "/bonus-hunt/manage");
			await expect.poll(() => page.locator('#known-slots option[value="Earlier slot"]').count()).toBe(1);
			await page.locator("#add-bet").fill("2.00");
			await page.locator("#add-name").fill("Slot 0");
			await page.keyboard.press("Enter");
			for (let count = 1; count < 5; count++) {
				// The next name is typed before the answer, and the focus is where it belongs.
				await page.keyboard.type(`Slot ${count}`);
				await expect.poll(() => page.getByTestId("slot-row").count()).toBe(count);
				await expect.poll(() => page.locator("#add-name").inputValue()).toBe(`Slot ${count}`);
				await expect.poll(() => page.locator(`${form("add-slot")} [aria-disabled=true]`).count()).toBe(0);
				await page.keyboard.press("Enter");
			}
			await expect.poll(() => page.getByTestId("slot-row").count()).toBe(5);
			expect(hunts.slots(huntId)).toMatchObject(
				[0, 1, 2, 3, 4].map((count) => ({ name: `Slot ${count}`, bet: 200 })),
			);

			// The start and the end of a submission are rendered at once, as on a slow computer.
			const locationKey = () => page.evaluate(() => history.state.key as string);
			const before = await locationKey();
			await page.locator("#add-name").fill("Slot 5");
			await page.evaluate(() => dispatchEvent(new Event("hold-rendering")));
			await page.keyboard.press("Enter");
			await expect.poll(locationKey).not.toBe(before);
			await page.evaluate(() => dispatchEvent(new Event("release-rendering")));
			await expect.poll(() => page.getByTestId("slot-row").count()).toBe(6);
			await expect.poll(() => page.locator("#add-name").inputValue()).toBe("");
			await page.keyboard.type("Slot 6");
			await page.keyboard.press("Enter");
			await expect.poll(() => page.getByTestId("slot-row").count()).toBe(7);

			// A refused name stays, and what is typed next does not replace it.
			await page.locator("#add-bet").fill("x");
			await page.locator("#add-name").fill("Slot 7");
			await page.locator("#add-name").press("Enter");
			await page.locator("#add-bet[aria-invalid=true]").waitFor();
			expect(await page.locator("#add-name").inputValue()).toBe("Slot 7");
			const answer = await holdRequests(page, "**/manage.data*", "POST");
			await page.locator("#add-name").press("Enter");
			await page.keyboard.type("Slot 8");
			answer();
			await page.locator("#add-name-error").getByText("“Slot 7” wasn't added.").waitFor();
			for (const opened of [1, 2]) {
				await page.locator("#next-payout").fill("30");
				await page.locator("#next-payout").press("Enter");
				await page.getByTestId("hunt-opened").getByText(`${opened} of 7`).waitFor();
				await page.locator("#next-payout:focus").waitFor();
			}
		},
		[/status of 400/],
	));

it("a guess that comes too late is refused, and the page closes without the help of the live update", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const huntId = addHunt();
			await page.route("**/live?*", (route) => route.fulfill({ status: 204 }));
			await signIn(page, site, newPlayer(), "/bonus-hunt");
			hunts.run(`update hunts set guessing = 'closed', revision = revision + 1 where id = '${huntId}'`);
			await page.locator("#guess-amount").fill("50");
			await page.locator("#guess-amount").press("Enter");
			await page.locator("#guess-amount").waitFor({ state: "detached" });
		},
		[/status of 409/],
	));

it("the end of a hunt appears in the open pages, and is celebrated with the winner once", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const confetti: string[] = [];
		// Only canvas-confetti draws outside the page.
		const [library = "none"] = builtScriptsWith("OffscreenCanvas");
		const other = await newPage(browser, site.origin, { lang: "en", width: 360 });
		for (const viewer of [page, other]) {
			viewer.on("request", (request) => {
				if (request.url().endsWith(library)) confetti.push(viewer === page ? "winner" : "other");
			});
		}
		addHunt();
		await guess(page, "150.50");
		await openPage(other, site, "/bonus-hunt");
		const past = await finish();
		for (const viewer of [page, other]) await viewer.getByTestId("hunt-end").waitFor();
		expect(await overflowOf(other)).toBe(0);
		await expect.poll(() => confetti).toEqual(["winner"]);
		await past.submit("#prize-points", { points: 250 });
		await page.getByTestId("hunt-prize").getByText("250").waitFor();
		await page.reload();
		await scriptsRun(page);
		await page.getByTestId("hunt-end").waitFor();
		const remembered = () => Object.keys(localStorage).filter((key) => /^hunt-won-/.test(key)).length;
		expect(await page.evaluate(remembered)).toBe(1);
		expect(confetti).toEqual(["winner"]);
		await other.context().close();
	}));

it("the broadcast overlay is bare, transparent, in the language of its address, and follows the hunt to its end", () =>
	journey(browser, site, { lang: "pt", ageVerified: false }, async (page) => {
		hunts.finishAll();
		const huntId = hunts.add();
		hunts.addSlot(huntId, "Wolf Gold");
		const bonusId = hunts.addSlot(huntId, "Fruit Party", 200);
		const fontSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
		await page.setViewportSize({ width: 1920, height: 1080 });
		const sizes: Record<string, string> = { "&theme=light&scale=2": "57.6px", "": "28.8px" };
		for (const [query, size] of Object.entries(sizes)) {
			await page.goto(`${site.origin}/bonus-hunt/overlay?language=en${query}`);
			await expect.poll(fontSize).toBe(size);
			expect(await page.locator("main.light").count()).toBe(query ? 1 : 0);
		}
		const next = page.getByTestId("overlay-next");
		await next.getByText("Wolf Gold").waitFor();
		const won = page.locator('[data-tile="totalWinAmount"] dd');
		await won.getByText("€0.00").waitFor();
		expect(await page.locator("header, nav, footer").count()).toBe(0);
		const background = () => getComputedStyle(document.documentElement).backgroundColor;
		expect(await page.evaluate(background)).toBe("rgba(0, 0, 0, 0)");
		expect(await overflowOf(page)).toBe(0);
		const admin = await visit(site, { as: "admin" });
		const chosen = await admin.open(`/bonus-hunt/manage?open=${bonusId}`);
		expect(chosen.text("[data-testid=next-name]")).toContain("Fruit Party");
		await chosen.submit(form("open-slot"), { payout: 77 });
		await won.getByText("€77.00").waitFor();
		await finish();
		const end = page.getByTestId("overlay-end");
		await expect.poll(async () => plain(await end.innerText())).toContain("-€23.00");
	}));
