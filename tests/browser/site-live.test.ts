/** What changes on an open page by itself: notices, counts, figures and messages that end. */
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, rendered } from "../support/browser/browser";
import { journey, openPage, signIn } from "../support/browser/journey";
import { choose, dropButton, scriptsRun } from "../support/browser/plinko-page";
import { BUDGET, scriptsOf, weigh } from "../support/browser/script-weight";
import { workerBrowser } from "../support/browser/worker-browser";
import { addOrders } from "../support/data/viewer-orders";
import { type Visitor, visit } from "../support/http/visitor";
import { startPushService } from "../support/push-service";
import { newPlayer } from "../support/site/new-player";
import { openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

let service: Awaited<ReturnType<typeof startPushService>>;
let site: Site;
let rows: Rows;
let browser: Browser;
let admin: Visitor;

beforeAll(async () => {
	service = await startPushService();
	const env = { TEST_ORIGIN: service.origin, RATE_LIMIT_SCALE: "100" };
	[site, browser] = await Promise.all([startSite({ env }), workerBrowser()]);
	rows = openRows(site);
	admin = await visit(site, { as: "admin" });
});
afterAll(async () => {
	rows?.close();
	await site?.close();
	await service?.close();
});

/** A new viewer with orders. */
async function newOrders(count: number) {
	const name = newPlayer();
	await signInWithCookies(site, name);
	return { name, ids: await addOrders(site, name, count) };
}
async function approve(id = "", note = "") {
	expect((await admin.post("/orders", { intent: "approve", order: id, note })).status).toBe(200);
}

// The first test, because the first page of a site with more content loads more scripts.
it("the scripts of the first page, of Plinko and of live Crash stay within their budgets", async () => {
	const [home = [], plinko = []] = await scriptsOf(browser, site.origin, ["/", "/mini-games/plinko"]);
	const [, liveCrash = []] = await scriptsOf(browser, site.origin, ["/", "/mini-games/live-crash"]);
	expect(home.length).toBeGreaterThan(3);
	expect(weigh(home)).toBeLessThanOrEqual(BUDGET.home);
	expect(plinko.some(({ holdsMatter }) => holdsMatter)).toBe(true);
	expect(weigh(plinko)).toBeLessThanOrEqual(BUDGET.plinkoMore);
	expect(liveCrash.length).toBeGreaterThan(3);
	expect(weigh(liveCrash)).toBeLessThanOrEqual(BUDGET.liveCrashMore);
});

it("a decision is shown at once on any page, its link marks it as read, and the admins' count of orders changes", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const { name, ids } = await newOrders(2);
		await signIn(page, site, "admin", "/help");
		const waiting = () => page.getByTestId("waitingOrders").first().locator("[aria-hidden]").innerText();
		await expect.poll(waiting).toBe("2");
		await approve(ids[0]);
		await expect.poll(waiting).toBe("1");

		await page.context().clearCookies({ name: /session/ });
		await signIn(page, site, name, "/notifications");
		await page.locator("button[value=readAll]").click();
		const unread = page.getByTestId("unread");
		await expect.poll(() => unread.count()).toBe(0);
		await openPage(page, site, "/help");
		await approve(ids[1]);
		await unread.waitFor();
		await page.getByRole("status").getByText(`Your order was approved: Mug ${name}.`).click();
		await page.waitForURL("**/notifications");
		await page.getByTestId("notice").first().locator("a").click();
		await page.waitForURL("**/points/orders**");
		await expect.poll(() => unread.count()).toBe(0);
	}));

it("a browser that subscribes gets the decision as a push message until it signs out", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const { name, ids } = await newOrders(2);
		await page.addInitScript(fakeSubscription, service.subscribe(name));
		await signIn(page, site, name, "/notifications");
		await page.getByRole("button", { name: "Turn on" }).click();
		await page.getByTestId("push-device").waitFor();
		await page.getByText("On for this device.").waitFor();
		expect(await axe(page)).toEqual([]);
		await approve(ids[0], "The code is 1234");
		await expect.poll(() => service.received.length).toBe(1);
		expect(service.received[0]?.message).toMatchObject({
			body: `Your order was approved: Mug ${name}.`,
			path: `/points/orders#order-${ids[0]}`,
		});
		await page.evaluate(() => document.querySelector<HTMLFormElement>("form[action='/logout']")?.submit());
		await expect.poll(() => rows.all("select id from push_subscriptions")).toEqual([]);
		await approve(ids[1]);
		// What is to be sent is stored with the decision, and deleted once it was sent.
		await expect.poll(() => rows.all("select id from jobs where kind = 'push-order'")).toEqual([]);
		expect(service.received).toHaveLength(1);
	}));

it("messages of the games last three seconds, and the operations page is read again every ten seconds", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const openedAt = Date.now();
			await page.clock.install({ time: openedAt });
			await openPage(page, site, "/mini-games/plinko");
			await choose(page, 10, 2);
			await dropButton(page).click();
			await expect.poll(() => dropButton(page).innerText()).toContain("Dropping 2 balls");

			await openPage(page, site, "/mini-games/crash");
			await page.getByRole("button", { name: "Higher target" }).click();
			expect(await page.locator("#crash-form input[name=auto]").isChecked()).toBe(true);
			expect(await page.locator("#target").inputValue()).toBe("2.10");
			const enabled = page
				.locator("#crash-form")
				.locator("input:not([type=hidden]):enabled, button.button-icon:enabled");
			const editable = () =>
				enabled.evaluateAll((all) => all.filter((one) => !one.hasAttribute("readonly")).length);
			expect(await editable()).toBeGreaterThan(4);
			const placed = page.getByText("Bet placed!", { exact: true });
			// From here on the page's clock stands still, so that a slow test does not miss a message.
			await page.clock.pauseAt(openedAt + 120_000);
			await page.locator("[data-testid=main-action][value=place]:not([aria-disabled])").click();
			await placed.waitFor();
			expect(await editable()).toBe(0);
			await page.clock.runFor(2999);
			expect(await placed.isVisible()).toBe(true);
			await expect
				.poll(async () => {
					await page.clock.runFor(1000);
					return placed.count();
				})
				.toBe(0);

			await page.clock.resume();
			await signIn(page, site, "admin", "/operations");
			const isRefresh = (request: Request) => new URL(request.url()).pathname === "/operations.data";
			// The next refresh is due in exactly ten seconds.
			const refreshed = page.waitForRequest(isRefresh);
			await page.clock.pauseAt(openedAt + 240_000);
			await refreshed;
			// The next wait begins with the end of this one.
			const isLoading = () => page.evaluate(() => Reflect.get(window, "__remixRouter").state.revalidation);
			await expect.poll(isLoading).toBe("idle");
			await rendered(page);
			let refreshes = 0;
			page.on("request", (request) => {
				if (isRefresh(request)) refreshes += 1;
			});
			const game = page.locator("[data-metric=liveCrash]");
			expect(await game.innerText()).toBe("Off");
			await admin.post("/mini-games", { intent: "start" });
			await page.clock.runFor(9999);
			expect([refreshes, await game.innerText()]).toEqual([0, "Off"]);
			await page.clock.runFor(1);
			await expect.poll(() => game.innerText()).not.toBe("Off");
			expect(refreshes).toBe(1);

			await page.clock.resume();
			await openPage(page, site, "/mini-games");
			await page.context().setOffline(true);
			await page.clock.pauseAt(openedAt + 360_000);
			await page.locator("button[name=intent][value=stop]").click();
			const message = page.getByTestId("control-message");
			await expect.poll(() => message.innerText()).toBe("Failed to stop game");
			expect(await message.getAttribute("class")).toContain("text-bad");
			await page.clock.runFor(2999);
			expect(await message.innerText()).toBe("Failed to stop game");
			await page.clock.runFor(1);
			await expect.poll(() => message.innerText()).toBe("");
		},
		[/ERR_INTERNET_DISCONNECTED/],
	));

it("a raffle's page and the list follow its tickets and its end", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		const list = await (await admin.open("/raffles/new")).submit("[role=dialog] form", {
			...{ title: "Keys", closesAt: "2099-01-01T21:00", prizes: "500", price: 50, minAccountHours: "" },
		});
		const path = list.$("[data-testid=raffle] a").attr("href") ?? "";
		const tabs = await Promise.all(
			[path, "/raffles"].map(async (address) => {
				const tab = await page.context().newPage();
				await tab.goto(site.origin + address);
				await tab.getByTestId("raffle-counts").getByText("0 tickets, 0 viewers").waitFor();
				await scriptsRun(tab);
				return tab;
			}),
		);
		const viewer = await (await visit(site, { as: newPlayer() })).open(path);
		await viewer.submit("form:has([name=count])", { count: 2 });
		for (const tab of tabs) await tab.getByTestId("raffle-counts").getByText("2 tickets, 1 viewer").waitFor();
		await admin.post(path, { intent: "cancel", reason: "Over" });
		await tabs[0]?.getByTestId("cancelled").waitFor();
	}));

/** Runs in the page: a browser that subscribes at the test's push service, because real ones are not reachable. */
function fakeSubscription(fields: { endpoint: string; p256dh: string; auth: string }) {
	const { endpoint, p256dh, auth } = fields;
	const subscription = {
		...{ endpoint, options: {} },
		toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
		unsubscribe: async () => true,
	};
	let current: typeof subscription | null = null;
	Object.assign(PushManager.prototype, {
		getSubscription: async () => current,
		subscribe: async () => {
			current = subscription;
			return subscription;
		},
	});
	Object.defineProperty(Notification, "permission", { get: () => "granted" });
	Object.assign(Notification, { requestPermission: async () => "granted" });
}
