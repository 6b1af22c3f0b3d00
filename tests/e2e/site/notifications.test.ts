import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe } from "../../support/browser/browser";
import { journey, PAIRS, signIn } from "../../support/browser/journey";
import { newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { overflowOf, registerUser } from "../../support/browser/points-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { addItem, addOrder } from "../../support/data/store-rows";
import { startPushService } from "../../support/push-service";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let service: Awaited<ReturnType<typeof startPushService>>;
let site: Site;
let browser: Browser;
let adminCookie: string;

beforeAll(async () => {
	service = await startPushService();
	const env = { TEST_ORIGIN: service.origin, RATE_LIMIT_SCALE: "100" };
	[site, browser] = await Promise.all([startSite({ env }), workerBrowser()]);
	adminCookie = await signInWithCookies(site, "admin");
});
afterAll(async () => {
	await site?.close();
	await service?.close();
});

/** Orders of a new viewer. */
async function newOrders(count: number) {
	const name = newPlayer();
	const userId = await registerUser(site, name);
	const db = openDatabase(site.databaseUrl);
	try {
		const itemId = await addItem(db, `Mug ${name}`, { price: 10, stock: 100 });
		const ids: string[] = [];
		for (let index = 0; index < count; index += 1) ids.push(await addOrder(db, userId, itemId));
		return { name, ids };
	} finally {
		await db.destroy();
	}
}

/** An admin's decision, sent without a browser. */
async function decide(id: string, intent: "approve" | "cancel", note = "") {
	const response = await fetch(`${site.origin}/orders`, {
		method: "POST",
		headers: { cookie: adminCookie, "sec-fetch-site": "same-origin" },
		body: new URLSearchParams({ intent, order: id, note }),
		redirect: "manual",
	});
	await response.body?.cancel();
	expect(response.status).toBeLessThan(400);
}

const bell = (page: Page) => page.locator("header a[href='/notifications']");
const unread = (page: Page) => page.getByTestId("unread");
const notices = (page: Page) => page.getByTestId("notice");

describe.each(PAIRS)("decisions on orders: $lang, scripts $scripts, $width px", (variant) => {
	it("are counted in the header and listed with their note until they are read", () =>
		journey(browser, site, variant, async (page) => {
			const { name, ids } = await newOrders(3);
			await decide(ids[0] ?? "", "approve", "Vai hoje");
			await decide(ids[1] ?? "", "cancel");
			await signIn(page, site, name);
			expect(await unread(page).innerText()).toBe("2");
			await bell(page).click();
			await page.waitForURL("**/notifications");
			await notices(page).first().waitFor();
			await scriptsRun(page);
			expect(await notices(page).count()).toBe(2);
			const [cancelled, approved] = await notices(page).allInnerTexts();
			expect(approved).toContain("Vai hoje");
			expect(approved).toContain(variant.lang === "pt" ? "foi aprovado" : "was approved");
			expect(cancelled).toContain(variant.lang === "pt" ? "10 pontos" : "10 points");
			expect(await axe(page)).toEqual([]);
			expect(await overflowOf(page)).toBe(0);

			await notices(page).first().locator("button[value=read]").click();
			await expect.poll(() => page.locator("button[value=read]").count()).toBe(1);
			await expect.poll(() => unread(page).innerText()).toBe("1");
			await page.locator("button[value=readAll]").click();
			await expect.poll(() => page.locator("button[value=read]").count()).toBe(0);
			await expect.poll(() => unread(page).count()).toBe(0);

			await notices(page).last().locator("a").click();
			await page.waitForURL(`**/points/orders#order-${ids[0]}`);
			await page.locator(`#order-${ids[0]}`).waitFor();
		}));
});

describe("with scripts", () => {
	const variant = { lang: "en", scripts: true, width: 1280 } as const;

	it("a decision is shown at once on any page, and following its link marks it as read", () =>
		journey(browser, site, variant, async (page) => {
			const { name, ids } = await newOrders(1);
			await signIn(page, site, name, "/help");
			await scriptsRun(page);
			expect(await unread(page).count()).toBe(0);
			await decide(ids[0] ?? "", "approve");
			await unread(page).waitFor();
			await page.locator("header [role=status] a").click();
			await page.waitForURL("**/notifications");
			await notices(page).first().locator("a").click();
			await page.waitForURL("**/points/orders**");
			await expect.poll(() => unread(page).count()).toBe(0);
		}));

	it("an admin sees the number of waiting orders change", () =>
		journey(browser, site, variant, async (page) => {
			const { ids } = await newOrders(2);
			await signIn(page, site, "admin", "/help");
			await scriptsRun(page);
			const shown = () => page.getByTestId("waitingOrders").first().locator("[aria-hidden]").innerText();
			const before = Number(await shown());
			expect(before).toBeGreaterThanOrEqual(2);
			await decide(ids[0] ?? "", "approve");
			await expect.poll(shown).toBe(String(before - 1));
		}));

	it("a browser that subscribes gets the decision as a push message until it signs out", () =>
		journey(browser, site, variant, async (page) => {
			const { name, ids } = await newOrders(2);
			await page.addInitScript(fakeSubscription, service.subscribe(name));
			await signIn(page, site, name, "/notifications");
			await scriptsRun(page);
			await page.getByRole("button", { name: "Turn on" }).click();
			await page.getByTestId("push-device").waitFor();
			await page.getByText("On for this device.").waitFor();
			expect(await axe(page)).toEqual([]);
			await decide(ids[0] ?? "", "approve", "The code is 1234");
			await expect.poll(() => service.received.length).toBe(1);
			expect(service.received[0]?.message).toMatchObject({
				body: `Your order was approved: Mug ${name}.`,
				path: `/points/orders#order-${ids[0]}`,
			});
			await page.evaluate(() => document.querySelector<HTMLFormElement>("form[action='/logout']")?.submit());
			await expect.poll(() => subscriptions()).toBe(0);
			await decide(ids[1] ?? "", "approve");
			expect(service.received).toHaveLength(1);
		}));
});

it("the service worker is a script that caches do not keep", async () => {
	const response = await fetch(`${site.origin}/sw.js`);
	expect(response.headers.get("content-type")).toContain("text/javascript");
	expect(response.headers.get("cache-control")).toBe("no-cache");
	expect(await response.text()).toContain('addEventListener("push"');
});

it("only admins may subscribe to the counts for admins", async () => {
	const viewer = await signInWithCookies(site, newPlayer());
	const open = async (cookie: string) => {
		const response = await fetch(`${site.origin}/live?topics=admin-counts`, { headers: { cookie } });
		await response.body?.cancel();
		return response.status;
	};
	expect([await open(""), await open(viewer), await open(adminCookie)]).toEqual([204, 204, 200]);
});

async function subscriptions(): Promise<number> {
	const db = openDatabase(site.databaseUrl);
	try {
		return (await db.selectFrom("push_subscriptions").select("id").execute()).length;
	} finally {
		await db.destroy();
	}
}

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
