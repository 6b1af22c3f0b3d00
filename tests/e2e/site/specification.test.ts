import { openDatabase } from "db/open";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { CATALOGUE } from "~/games/games.server";
import { formatDate } from "~/i18n/format";
import { REVISIONS } from "~/pages/legal.server";
import { addressesIn, elementOf, elementsOf, wordsOf } from "../../support/browser/html";
import { journey, signIn } from "../../support/browser/journey";
import { choose, dropButton, newPlayer, scriptsRun } from "../../support/browser/plinko-page";
import { registerUser } from "../../support/browser/points-page";
import { openShelf } from "../../support/data/store-content";
import { addOrder } from "../../support/data/store-rows";
import { shareSite } from "../../support/site/shared-site";
import { signInWithCookies } from "../../support/site/sign-in";
import { decodeData, postForm } from "../../support/site/single-fetch";
import type { Site } from "../../support/site/site";

// What the specification says about the pages, as mapped by docs/specification.md. Plain requests suffice for most
// rows.

let site: Site;
let browser: Browser;
const cookies = { visitor: "age-verified=true; language=en", viewer: "", admin: "" };
type Role = keyof typeof cookies;

shareSite(
	(shared) => {
		({ site, browser } = shared);
	},
	{ seed: true },
);
beforeAll(async () => {
	cookies.viewer = await signInWithCookies(site, newPlayer(), "en");
	cookies.admin = await signInWithCookies(site, "admin", "en");
});

async function read(path: string, role: Role = "visitor"): Promise<string> {
	const headers = { cookie: cookies[role], accept: "text/html" };
	const response = await fetch(site.origin + path, { headers, redirect: "manual" });
	expect(response.status, path).toBe(200);
	return (await response.text()).replaceAll("<!-- -->", "");
}

describe("the page shell", () => {
	const headerOf = async (role: Role) => elementOf(await read("/fairness", role), "header", "language");

	it("has points and sign-out or sign-in in its header, and the choice of language and theme", async () => {
		const visitor = await headerOf("visitor");
		const viewer = await headerOf("viewer");
		expect(addressesIn(visitor)).toContain("/login?returnTo=%2Ffairness");
		expect(visitor).not.toContain('data-testid="balance"');
		expect(wordsOf(viewer)).toContain("1,000");
		expect(viewer).toContain('action="/logout"');
		for (const header of [visitor, viewer]) {
			expect(header).toMatch(/<button[^>]* name="language" value="pt"[^>]*>PT</);
			expect(header).toMatch(/<button[^>]* name="theme" value="light"/);
		}
	});

	it("has the specified entries in its menu, with more entries for admins", async () => {
		const entries = [
			"/",
			"/promotions",
			"/bonus-hunt",
			"/mini-games",
			"/slots",
			"/store",
			"/bio",
			"/social",
			"/help",
		];
		const forAdmins = ["/analytics", "/orders", "/user-points"];
		const menuOf = async (role: Role) =>
			addressesIn(elementOf(await read("/fairness", role), "nav", "site-navigation"));
		for (const role of ["visitor", "viewer"] as const) {
			const menu = await menuOf(role);
			expect(menu.filter((entry) => entries.includes(entry))).toEqual(entries);
			expect(menu.filter((entry) => forAdmins.includes(entry))).toEqual([]);
		}
		const menu = await menuOf("admin");
		expect(menu.filter((entry) => [...entries, ...forAdmins].includes(entry))).toEqual([
			...entries,
			...forAdmins,
		]);
	});

	it("has the legal texts, a copyright line and a link to help in its footer", async () => {
		const footer = elementOf(await read("/fairness"), "footer");
		expect(addressesIn(footer)).toEqual(["/terms", "/privacy", "/cookies", "/help"]);
		expect(wordsOf(footer)).toMatch(/© \d{4} .*Play responsibly/);
	});

	it("has a menu of 300 px beside the page from 1024 px on, and a drawer with a backdrop below", () =>
		journey(browser, site, { lang: "en", width: 1024 }, async (page) => {
			await page.goto(`${site.origin}/fairness`);
			await scriptsRun(page);
			const nav = page.locator("#site-navigation");
			expect((await nav.boundingBox())?.width).toBe(300);
			await page.setViewportSize({ width: 1023, height: 900 });
			await expect.poll(() => nav.isVisible()).toBe(false);
			await page.getByRole("button", { name: "Menu", exact: true }).click();
			await expect.poll(async () => (await nav.boundingBox())?.x).toBe(0);
			expect((await nav.boundingBox())?.width).toBe(300);
			await page.mouse.click(900, 500);
			await expect.poll(() => nav.isVisible()).toBe(false);
			await page.mouse.wheel(0, 400);
			await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
			expect((await page.locator("header").first().boundingBox())?.y, "the header stays visible").toBe(0);
		}));

	it("asks for the age with two buttons, one of which leaves to a search engine", async () => {
		const headers = { cookie: "language=pt", accept: "text/html" };
		const gate = await (await fetch(`${site.origin}/store`, { headers })).text();
		expect(wordsOf(elementOf(gate, "h1"))).toBe("Aviso Legal");
		expect(wordsOf(gate)).toMatch(/18 anos ou mais.*O jogo tem riscos/);
		expect(elementsOf(gate, "button").map(wordsOf)).toContain("Tenho +18 — Entrar");
		expect(gate).toMatch(/<a href="https:\/\/www\.google\.com\/"[^>]*>Tenho menos de 18 — Sair</);
		expect(gate).not.toContain("Em stock:");
	});
});

describe("a loading page", () => {
	it("shows its loading message while the previous page is displayed", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await page.goto(`${site.origin}/fairness`);
			await scriptsRun(page);
			for (const [path, text] of [
				["/social", "Loading social links..."],
				["/bonus-hunt", "Loading…"],
			] as const) {
				let answer = () => {};
				const released = new Promise<void>((resolve) => {
					answer = resolve;
				});
				await page.route(`**${path}.data**`, async (route) => {
					await released;
					await route.continue();
				});
				await page.locator(`#site-navigation a[href="${path}"]`).click();
				await page.getByText(text, { exact: true }).waitFor({ state: "attached" });
				answer();
				await page.waitForURL(`**${path}`);
				await page.getByText(text, { exact: true }).waitFor({ state: "detached" });
			}
		}));
});

describe("the channel's pages", () => {
	it("begin with an image, the name, a tagline, four networks and the store", async () => {
		const main = elementOf(await read("/"), "main");
		const networks = ["twitch.tv", "instagram.com", "discord.com", "telegram.org"];
		const links = addressesIn(main).map((address) => new URL(address, site.origin));
		expect(main).toMatch(/<img [^>]*src=/);
		expect(wordsOf(elementOf(main, "h1"))).toBe("Plateia");
		expect(links.map(({ hostname }) => hostname.replace("www.", ""))).toEqual(
			expect.arrayContaining(networks),
		);
		expect(links.map(({ pathname }) => pathname)).toContain("/store");
	});

	it("describe the channel in both languages, beside its image", async () => {
		const headers = { cookie: "age-verified=true; language=pt", accept: "text/html" };
		const pt = elementOf(await (await fetch(`${site.origin}/bio`, { headers })).text(), "article");
		const en = elementOf(await read("/bio"), "article");
		for (const article of [pt, en]) expect(article).toMatch(/<img [^>]*src=/);
		expect(wordsOf(elementOf(en, "h1"))).toBe("About me");
		expect(wordsOf(pt).length).toBeGreaterThan(200);
		expect(wordsOf(pt)).not.toBe(wordsOf(en));
	});

	it("list a charity for problem gambling first", async () => {
		const main = elementOf(await read("/help"), "main");
		const [first = ""] = elementsOf(main, "section");
		expect(wordsOf(first)).toMatch(/^Gambling Therapy .* Learn more/);
		expect(addressesIn(first)[0]).toContain("https://www.gamblingtherapy.org/");
	});

	it.each(["/terms", "/privacy", "/cookies"])("show the date of %s in both languages", async (path) => {
		const headers = { cookie: "language=pt", accept: "text/html" };
		const pt = wordsOf(await (await fetch(site.origin + path, { headers })).text());
		const en = wordsOf(await read(path));
		const date = REVISIONS[path.slice(1) as keyof typeof REVISIONS];
		expect(en).toContain(formatDate(date, "en"));
		expect(pt).toContain(formatDate(date, "pt"));
		for (const text of [pt, en]) expect(text.length).toBeGreaterThan(2000);
	});
});

/** The number of columns of the elements. */
const columnsOf = (page: Page, selector: string) =>
	page
		.locator(selector)
		.evaluateAll((cards) => new Set(cards.map((card) => Math.round(card.getBoundingClientRect().left))).size);

describe("the store", () => {
	it("has 1, 2 or 3 columns depending on the width", () =>
		journey(browser, site, { lang: "en", width: 360, scripts: false }, async (page) => {
			await page.goto(`${site.origin}/store`);
			for (const [width, columns] of [
				[360, 1],
				[768, 2],
				[1440, 3],
			] as const) {
				await page.setViewportSize({ width, height: 900 });
				await expect.poll(() => columnsOf(page, "[data-testid=item]"), { message: `${width}` }).toBe(columns);
			}
		}));

	it("lists active items, the most expensive first, with all fields of a card", async () => {
		const shelf = openShelf(site);
		const id = shelf.add({ name: "Paper boat", price: 123_456, stock: 7 });
		const rows = shelf.all("select id from store_items where status = 'active' order by price desc, name");
		shelf.close();
		// A page that visitors share may be a second old.
		await expect.poll(() => read("/store")).toContain(`data-item="${id}"`);
		const cards = elementsOf(await read("/store"), "article");
		expect(cards.map((card) => card.match(/data-item="([^"]*)"/)?.[1])).toHaveLength(rows.length);
		expect(cards[0]).toContain(`data-item="${id}"`);
		expect(wordsOf(cards[0] ?? "")).toMatch(/123,456 points Paper boat For tea Stock: 7 Redeem/);
	});
});

it("counts the promotions that a visitor opens by title", async () => {
	const countOf = async (title: string) => {
		// The page shows the counts so far.
		await read("/analytics", "admin");
		const shelf = openShelf(site);
		const sum = "select sum(count) as count from event_counts where event = 'promotion_view' and label = ?";
		const [row] = shelf.all(sum, title);
		shelf.close();
		return Number(row?.count ?? 0);
	};
	const titlesIn = (html: string) =>
		elementsOf(html, "article").map((card) => wordsOf(elementOf(card, "h2")));
	const [title = "", ...others] = titlesIn(await read("/promotions"));
	expect(others.length).toBeGreaterThan(1);
	const before = await countOf(title);
	await read("/promotions");
	expect(await countOf(title)).toBe(before + 1);
});

describe("the orders", () => {
	it("are in a table with the specified columns and the first 8 characters of their ids, the newest first", async () => {
		const userId = await registerUser(site, newPlayer());
		const shelf = openShelf(site);
		const item = shelf.add({ name: "Paper hat", price: 5 });
		shelf.close();
		const db = openDatabase(site.databaseUrl);
		const older = await addOrder(db, userId, item, { at: new Date(Date.now() - 60_000) });
		const newer = await addOrder(db, userId, item, { at: new Date() });
		await db.destroy();
		const html = await read("/orders?q=Paper%20hat", "admin");
		expect(elementsOf(elementOf(html, "thead"), "th").map(wordsOf).slice(1)).toEqual([
			...["Order ID", "User", "Item", "Quantity", "Points", "Status", "Created", "Actions"],
		]);
		const rows = elementsOf(elementOf(html, "tbody"), "tr");
		expect(rows.map((row) => row.match(/data-order="([^"]*)"/)?.[1])).toEqual([newer, older]);
		expect(wordsOf(rows[0] ?? "").split(" ")).toContain(newer.slice(0, 8));
		expect(wordsOf(rows[0] ?? "")).not.toContain(newer);
		const filter = elementOf(html, "select", "All Orders");
		expect(elementsOf(filter, "option").map(wordsOf)).toEqual([
			"All Orders",
			"Created",
			"Approved",
			"Cancelled",
		]);
	});
});

describe("the lobby", () => {
	it("is the same page at /tournament, with a message that there is no tournament", async () => {
		const [games, tournament] = await Promise.all([read("/mini-games"), read("/tournament")]);
		const contentOf = (html: string) => wordsOf(elementOf(html, "main"));
		expect(contentOf(tournament)).toBe(contentOf(games));
		expect(contentOf(tournament)).toContain(
			"There is currently no tournament in progress. Follow us to stay updated.",
		);
	});

	it("has a card with a badge for each game, and opens only playable games", async () => {
		const cards = elementsOf(await read("/mini-games"), "article");
		const paths = cards.map((card) => addressesIn(card)[0]);
		expect(paths.slice(0, 3)).toEqual(["/mini-games/plinko", "/mini-games/crash", "/mini-games/live-crash"]);
		expect(paths).toEqual(CATALOGUE.map(({ path }) => path));
		const badges = ["SINGLEPLAYER", "SINGLEPLAYER", "LIVE"];
		for (const [place, path] of paths.entries()) {
			expect(wordsOf(cards[place] ?? "")).toContain(path ? (badges[place] ?? "SINGLEPLAYER") : "Coming Soon");
		}
		expect(wordsOf(cards[0] ?? "")).toMatch(/Minimum bet 10 Maximum win 1,000/);
	});

	it("shows the points to viewers, and the control of live Crash to admins", async () => {
		const [visitor, viewer, admin] = await Promise.all(
			(["visitor", "viewer", "admin"] as const).map(async (role) =>
				elementOf(await read("/mini-games", role), "main"),
			),
		);
		expect(wordsOf(visitor ?? "")).not.toContain("Your points");
		expect(wordsOf(viewer ?? "")).toContain("Your points: 1,000");
		expect(viewer).not.toContain("Crash Multiplayer Control");
		expect(admin).toContain("Crash Multiplayer Control");
		expect(admin, "the control while the game runs").toMatch(
			/<button[^>]*name="intent" disabled="" value="start"|<button[^>]*value="start"[^>]* disabled=""/,
		);
		expect(admin).not.toMatch(
			/<button[^>]*value="stop"[^>]* disabled=""|<button[^>]* disabled=""[^>]*value="stop"/,
		);
	});
});

describe("Plinko's dialog", () => {
	it("has the specified bets, balls, risk, maximum win, results, totals and demo banner", async () => {
		const html = await read("/mini-games/plinko");
		const text = wordsOf(html);
		for (const said of [
			...["Navalhas Plinko", "Demo balance 1,000", "Demo mode", "Login to play with real points!"],
			...[
				"Maximum win: 1,000",
				"No results yet. Drop some balls!",
				"Total bets 0",
				"Total winnings 0",
				"Balls dropped 0",
			],
		])
			expect(text).toContain(said);
		const valuesOf = (name: string) =>
			(html.match(/<(?:input|button)[^>]*>/g) ?? [])
				.filter((tag) => tag.includes(`name="${name}"`))
				.map((tag) => tag.match(/value="([^"]*)"/)?.[1]);
		expect(valuesOf("stake")).toEqual(["10", "20", "50", "100"]);
		expect(valuesOf("setBalls").slice(2)).toEqual(["1", "5", "10", "25", "50"]);
		expect(text).toContain("Risk: High");
		expect(html).toMatch(/<input[^>]*id="balls"[^>]*min="1" max="50"/);
		const board = await read("/mini-games/plinko", "viewer");
		expect(wordsOf(board)).not.toContain("Demo mode");
		expect(board).toContain("14 rows of pegs over 15 slots");
	});

	it("explains play, controls, fairness, probabilities and conditions", async () => {
		const text = wordsOf(await read("/mini-games/plinko/info"));
		for (const said of [
			...["How to play", "Objective", "Fairness", "Probability and RTP", "Conditions"],
			...["The outcome is decided before the ball moves.", "an RTP of 97.5%", "it's exactly 99.55%"],
			"A game malfunction voids all plays and payouts of that round.",
		])
			expect(text).toContain(said);
	});

	it("shows the number of dropping balls on its button", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			await page.goto(`${site.origin}/mini-games/plinko`);
			await scriptsRun(page);
			await choose(page, 10, 2);
			await dropButton(page).click();
			await expect.poll(() => dropButton(page).innerText()).toBe("Dropping 2 balls");
		}));
});

describe("the dialogs of Crash", () => {
	const dataOf = async (path: string, route: string, role: Role) => {
		const response = await fetch(`${site.origin}${path}.data`, { headers: { cookie: cookies[role] } });
		const all = (await decodeData(await response.arrayBuffer())) as Record<string, { data: unknown }>;
		return all[route]?.data as {
			stake: number;
			target: null;
		};
	};
	const startGame = async (role: Role) => {
		const { data } = await postForm(
			`${site.origin}/mini-games/crash`,
			{ cookie: cookies[role] },
			{ intent: "start" },
		);
		return (data as { state: { round: { phase: string; lasts: number } } }).state;
	};

	it("open with a bet of 10, an automatic cash-out at 2.00 that is off, and a betting phase of 20 s", async () => {
		const html = await read("/mini-games/crash");
		expect(html).toMatch(/<input[^>]*id="stake"[^>]*min="10"[^>]*step="10"[^>]*value="10"/);
		expect(html).toMatch(/<input[^>]*id="target"[^>]*min="1.01"[^>]*value="2.00"/);
		expect(html).toMatch(/<input type="checkbox"[^>]*name="auto"/);
		expect(html).not.toMatch(/<input[^>]*name="auto"[^>]* checked/);
		expect(wordsOf(html)).toContain("Demo balance 1,000");
		const { round } = await startGame("viewer");
		expect([round.phase, round.lasts]).toEqual(["waiting", 20_000]);
		const { stake, target } = await dataOf("/mini-games/crash", "routes/mini-games.crash", "viewer");
		expect([stake, target]).toEqual([10, null]);
		expect(wordsOf(await read("/mini-games/crash/info"))).toContain("The game states an RTP of 99.0%");
	});

	it("ask a visitor of the live game to sign in, and offer a viewer bets from 10 on", async () => {
		const visitor = await read("/mini-games/live-crash");
		expect(wordsOf(visitor)).toContain("Sign in to play with everyone.");
		expect(wordsOf(visitor)).toContain("Active Players");
		expect(visitor).not.toContain('id="stake"');
		const viewer = await read("/mini-games/live-crash", "viewer");
		expect(viewer).toMatch(/<input[^>]*id="stake"[^>]*min="10"[^>]*step="10"[^>]*value="10"/);
	});

	it("show for three seconds that a bet is placed, and lock its settings", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			const openedAt = Date.now();
			await page.clock.install({ time: openedAt });
			await page.goto(`${site.origin}/mini-games/crash`);
			await scriptsRun(page);
			await page.locator("#crash-form input[name=auto]").check();
			const open = page
				.locator("#crash-form")
				.locator("input:not([type=hidden]):enabled, button.button-icon:enabled");
			const editable = () =>
				open.evaluateAll((all) => all.filter((one) => !one.hasAttribute("readonly")).length);
			expect(await editable()).toBeGreaterThan(4);
			const message = page.getByText("Bet placed!", { exact: true });
			// The page's clock stands still, so that a slow test does not miss the message.
			await page.clock.pauseAt(openedAt + 40_000);
			await page.locator("[data-testid=main-action][value=place]:not([aria-disabled])").click();
			await message.waitFor();
			expect(await editable()).toBe(0);
			await page.clock.runFor(2999);
			expect(await message.isVisible()).toBe(true);
			await expect
				.poll(async () => {
					await page.clock.runFor(1000);
					return message.count();
				})
				.toBe(0);
		}));
});

it("an admin whose stop request fails sees a red message for three seconds", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			const openedAt = Date.now();
			await page.clock.install({ time: openedAt });
			await signIn(page, site, "admin", "/mini-games");
			await scriptsRun(page);
			await page.context().setOffline(true);
			// The page's clock stands still, so that a slow test does not miss the message.
			await page.clock.pauseAt(openedAt + 40_000);
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

it("a database error is shown on a page, and the log has its cause under the page's request id", async () => {
	const shelf = openShelf(site);
	const [slot] = shelf.all("select id, revision from slots limit 1");
	const headers = { cookie: cookies.admin, accept: "text/html", "sec-fetch-site": "same-origin" };
	const failAt = async (path: string, init: RequestInit = {}) => {
		const response = await fetch(site.origin + path, { ...init, headers, redirect: "manual" });
		expect(response.status, path).toBe(500);
		const text = wordsOf((await response.text()).replaceAll("<!-- -->", ""));
		expect(text).toContain("Something went wrong on our side");
		return text;
	};
	const logged = (...parts: string[]) =>
		site
			.logs()
			.split("\n")
			.some((line) => parts.every((part) => line.includes(part)));
	shelf.run(`alter table orders rename to orders_away;
		create trigger kept before delete on slots begin select raise(abort, 'on fire'); end`);
	try {
		const [, reference = "none"] = (await failAt("/orders")).match(/Reference: (\S+)/) ?? [];
		await expect.poll(() => logged(reference, "no such table: orders")).toBe(true);
		await failAt(`/slots/${slot?.id}/delete`, {
			method: "POST",
			body: new URLSearchParams({ revision: String(slot?.revision) }),
		});
		await expect.poll(() => logged(`/slots/${slot?.id}/delete`, "on fire")).toBe(true);
	} finally {
		shelf.run("alter table orders_away rename to orders; drop trigger kept");
		shelf.close();
	}
});
