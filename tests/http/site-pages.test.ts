/** What the specification says about the pages of a site with the example content, as docs/specification.md maps it. */
import { openDatabase } from "db/open";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GAMES, isOpen } from "~/games/games.server";
import { en } from "~/i18n/en";
import { LANGUAGES, type Language } from "~/i18n/languages";
import { pt } from "~/i18n/pt";
import { addRecords, TABLE, VISITOR_PAGES } from "../support/data/access-table";
import { openShelf, type Shelf } from "../support/data/store-content";
import { addOrder } from "../support/data/store-rows";
import { type PageElement, type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { postForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let shelf: Shelf;
let visitor: Visitor;
let viewer: Visitor;
let admin: Visitor;
const OPEN_GAMES = GAMES.filter((game) => isOpen(game, {}));
const player = newPlayer();

beforeAll(async () => {
	site = await startSite({ seed: true, env: { RATE_LIMIT_SCALE: "1000" } });
	shelf = openShelf(site);
	visitor = await visit(site);
	viewer = await visit(site, { as: player });
	admin = await visit(site, { as: "admin" });
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

const attributesOf = ({ $ }: ServedPage, selector: string) =>
	$(selector)
		.toArray()
		.map((element) => $(element).attr() ?? {});
const textsOf = ({ $ }: ServedPage, selector: string) =>
	$(selector)
		.toArray()
		.map((element) => $(element).text().replace(/\s+/g, " ").trim());

describe("the channel's pages", () => {
	it("begin with an image, the name, a tagline, four networks and the store", async () => {
		const page = await visitor.open("/");
		const links = attributesOf(page, "main a").map(({ href = "" }) => new URL(href, site.origin));
		expect(page.$("main img[src]").length).toBeGreaterThan(0);
		expect(page.text("main h1")).toBe("Plateia");
		expect(page.text("main a[href^='/login']")).toBe("Sign in and get 1,000 points");
		expect(links.map(({ hostname }) => hostname.replace("www.", ""))).toEqual(
			expect.arrayContaining(["twitch.tv", "instagram.com", "discord.com", "telegram.org"]),
		);
		expect(links.map(({ pathname }) => pathname)).toContain("/store");
	});

	it("describe the channel in both languages, beside its image", async () => {
		const pt = await (await visit(site, { lang: "pt" })).open("/bio");
		const en = await visitor.open("/bio");
		for (const page of [pt, en]) expect(page.$("article img[src]")).toHaveLength(1);
		expect(en.text("article h1")).toBe("About me");
		expect(pt.text("article").length).toBeGreaterThan(200);
		expect(pt.text("article")).not.toBe(en.text("article"));
	});

	it("show the channel's text in the available language, and markup as plain text", async () => {
		const settings = await admin.open("/settings");
		const saved = await settings.submit("form:has(#save-channel)", {
			...{
				CHANNEL_NAME: "Navalhas <b>",
				CHANNEL_ABOUT: 'Olá <script>alert(1)</script>\n\n"><img onerror=x> 🎰',
			},
			...{ CHANNEL_ABOUT_EN: "", CONTACT_EMAIL: "ola@navalhas.example" },
		});
		expect([saved.status, saved.errors()]).toEqual([200, {}]);
		const bio = await admin.open("/bio");
		expect(bio.$("[data-testid=about]").attr("lang")).toBe("pt");
		expect(textsOf(bio, "[data-testid=about] p")).toEqual([
			"Olá <script>alert(1)</script>",
			'"><img onerror=x> 🎰',
		]);
		const terms = await admin.open("/terms");
		expect(terms.text()).toContain("These are the rules of Navalhas <b>");
		expect(terms.$("a[href='mailto:ola@navalhas.example']").length).toBeGreaterThan(0);
	});
});

describe("the store", () => {
	it("lists active items, the most expensive first, with all fields of a card", async () => {
		const id = shelf.add({ name: "Paper boat", price: 123_456, stock: 7 });
		const active = shelf.all("select id from store_items where status = 'active'");
		// An admin's page is not shared, and therefore current.
		const page = await viewer.open("/store");
		const cards = attributesOf(page, "[data-item]").map((card) => card["data-item"]);
		expect(cards).toHaveLength(active.length);
		expect(cards[0]).toBe(id);
		expect(page.text("[data-item]:first")).toMatch(/123,456 points.*Paper boat.*For tea.*Stock: 7/);
		expect(page.text("[data-item]:first")).toContain("Redeem");
	});
});

it("counts the promotions that a visitor opens by title", async () => {
	const countOf = async (title: string) => {
		// The page stores the counts so far.
		await admin.open("/analytics");
		const sum = "select sum(count) as count from event_counts where event = 'promotion_view' and label = ?";
		return Number(shelf.all(sum, title)[0]?.count ?? 0);
	};
	const [title = "", ...others] = textsOf(await visitor.open("/promotions"), "article h2");
	expect(others.length).toBeGreaterThan(1);
	const before = await countOf(title);
	await visitor.open("/promotions");
	expect(await countOf(title)).toBe(before + 1);
});

it("the orders are in a table with the specified columns and the first 8 characters of their ids, the newest first", async () => {
	const { id: userId } = shelf.all("select id from users where twitch_username = ?", player)[0] ?? {};
	const item = shelf.add({ name: "Paper hat", price: 5 });
	const db = openDatabase(site.databaseUrl);
	const older = await addOrder(db, String(userId), item, { at: new Date(Date.now() - 60_000) });
	const newer = await addOrder(db, String(userId), item, { at: new Date() });
	await db.destroy();
	const page = await admin.open("/orders?q=Paper%20hat");
	expect(textsOf(page, "thead th").slice(1)).toEqual([
		...["Order ID", "User", "Item", "Quantity", "Points", "Status", "Created", "Actions"],
	]);
	expect(attributesOf(page, "tbody tr").map((row) => row["data-order"])).toEqual([newer, older]);
	expect(page.text("tbody tr:first")).toContain(newer.slice(0, 8));
	expect(page.text("tbody tr:first")).not.toContain(newer);
	expect(textsOf(page, "select[name=status] option")).toEqual([
		...["All Orders", "Pending", "Approved", "Cancelled"],
	]);
});

describe("the lobby", () => {
	it("has a card with a badge for each game, and opens only playable games", async () => {
		const { $, text } = await visitor.open("/mini-games");
		const cards = $("article").toArray();
		const paths = cards.map((card) => $(card).find("a").attr("href"));
		expect(paths.slice(0, 3)).toEqual(["/mini-games/plinko", "/mini-games/crash", "/mini-games/live-crash"]);
		expect(paths).toEqual([...OPEN_GAMES.map(({ card }) => card.path), undefined, undefined]);
		const badges = ["SINGLEPLAYER", "SINGLEPLAYER", "LIVE"];
		for (const [place, path] of paths.entries()) {
			const badge = path ? (badges[place] ?? "SINGLEPLAYER") : "Coming Soon";
			expect($(cards[place]).text()).toContain(badge);
		}
		expect(text("article:first")).toMatch(/Minimum bet.*10.*Maximum win.*1,000/);
	});

	it("shows the points to viewers, and the control of live Crash to admins", async () => {
		expect((await visitor.open("/mini-games")).text("main")).not.toContain("Your points");
		const page = await (await visit(site, { as: newPlayer() })).open("/mini-games");
		expect(page.text("main")).toContain("Your points: 1,000");
		expect(page.text("main")).not.toContain("Crash Multiplayer Control");
		const control = await admin.open("/mini-games");
		expect(control.text("main")).toContain("Crash Multiplayer Control");
		// While the game runs.
		expect(control.$("button[value=start]").is("[disabled]")).toBe(true);
		expect(control.$("button[value=stop]").is("[disabled]")).toBe(false);
	});
});

describe("Plinko's dialog", () => {
	it("has the specified bets, balls, risk, maximum win, results, totals and demo banner", async () => {
		const page = await visitor.open("/mini-games/plinko");
		for (const said of [
			...["Navalhas Plinko", "Demo balance", "Demo mode", "Login to play with real points!", "Risk: High"],
			...["Maximum win: 1,000", "No results yet. Drop some balls!"],
		])
			expect(page.text()).toContain(said);
		expect(page.text()).toMatch(/Total bets ?0.*Total winnings ?0.*Balls dropped ?0/);
		const valuesOf = (name: string) => attributesOf(page, `[name=${name}]`).map(({ value }) => value);
		expect(valuesOf("stake")).toEqual(["10", "20", "50", "100"]);
		expect(valuesOf("setBalls").slice(2)).toEqual(["1", "5", "10", "25", "50"]);
		expect(attributesOf(page, "#balls")[0]).toMatchObject({ min: "1", max: "50" });
		const own = await viewer.open("/mini-games/plinko");
		expect(own.text()).not.toContain("Demo mode");
		expect(own.html).toContain("14 rows of pegs over 15 slots");
	});

	it("explains play, controls, fairness, probabilities and conditions", async () => {
		const page = await visitor.open("/mini-games/plinko/info");
		for (const said of [
			...["How to play", "Objective", "Fairness", "Probability and RTP", "Conditions"],
			...["The outcome is decided before the ball moves.", "an RTP of 97.5%", "it's exactly 99.55%"],
			"A game malfunction voids all plays and payouts of that round.",
		])
			expect(page.text()).toContain(said);
	});
});

describe("the dialogs of Crash", () => {
	const STAKE = { min: "10", step: "10", value: "10" };

	it("open with a bet of 10, an automatic cash-out at 2.00 that is off, and a betting phase of 20 s", async () => {
		const page = await visitor.open("/mini-games/crash");
		expect(attributesOf(page, "#stake")).toMatchObject([STAKE]);
		expect(attributesOf(page, "#target")).toMatchObject([{ inputmode: "decimal", value: "2.00" }]);
		expect(page.$("input[type=checkbox][name=auto]").is("[checked]")).toBe(false);
		expect(page.text()).toMatch(/Demo balance ?1,000/);
		const { data } = await postForm(
			`${site.origin}/mini-games/crash`,
			{ cookie: viewer.cookie() },
			{ intent: "start" },
		);
		expect(data).toMatchObject({ state: { round: { phase: "waiting", lasts: 20_000 } } });
		expect((await visitor.open("/mini-games/crash/info")).text()).toContain(
			"The game states an RTP of 99.0%",
		);
	});

	it("ask a visitor of the live game to sign in, and offer a viewer bets from 10 on", async () => {
		const page = await visitor.open("/mini-games/live-crash");
		for (const said of ["Sign in to play with everyone.", "Active Players"])
			expect(page.text()).toContain(said);
		expect(page.$("#stake")).toHaveLength(0);
		// Between two rounds, and until the chain has its salt, there is no form.
		const stakes = async () => attributesOf(await viewer.open("/mini-games/live-crash"), "#stake");
		await expect.poll(stakes, { timeout: 60_000 }).toMatchObject([STAKE]);
	});
});

describe("the page behind a modal dialog", () => {
	/** Dialogs and the links that open them; those of records are read from the pages. */
	const DIALOGS: readonly (readonly [page: string, opener: string])[] = [
		...OPEN_GAMES.map(({ card }) => [card.path, "#open-info"] as const),
		...["#add-record", "a[href$='/edit']", "a[href$='/disable']"].map(
			(opener) => ["/store", opener] as const,
		),
		...["#add-record", "a[href$='/play']", "a[href$='/edit']"].map((opener) => ["/slots", opener] as const),
		...["a[href$='/edit']", "a[href$='/delete']"].map((opener) => ["/promotions", opener] as const),
		...["#edit-links", "#add-record"].map((opener) => ["/social", opener] as const),
		...["a[href*='order=']:not([href*='decide='])", "a[href*='decide=cancel']"].map(
			(opener) => ["/orders", opener] as const,
		),
	];
	/** Notices are in front of dialogs and can be closed; a menu that is not open cannot be reached. */
	const reachedOutside = ({ $ }: ServedPage) =>
		$("a[href], button, input:not([type=hidden]), select, textarea, [tabindex='0']")
			.not("[tabindex='-1']")
			.filter(
				(_, one) => $(one).closest("[inert], [role=dialog], dialog, [role=status], [popover]").length === 0,
			)
			.toArray()
			.map((one) => $.html(one).slice(0, 120));

	it("has no control that can have the focus, in the page or the shell", async () => {
		for (const [path, opener] of DIALOGS) {
			const page = await admin.open(path);
			const behind = reachedOutside(page);
			if (!path.startsWith("/mini-games")) expect(behind, path).not.toEqual([]);
			const href = page.$(`main ${opener}`).first().attr("href") ?? page.$(opener).first().attr("href");
			const dialog = await admin.open(href ?? `no link ${opener} on ${path}`);
			expect(dialog.$("[role=dialog], dialog").length, `${path} ${opener}`).toBeGreaterThan(0);
			expect(reachedOutside(dialog), `${path} ${opener}`).toEqual([]);
		}
	});

	it("keeps the header usable behind a full-screen dialog", async () => {
		for (const path of ["/mini-games", "/mini-games/plinko", "/orders?order=none"]) {
			expect((await admin.open(path)).$("[inert] > header.fixed"), path).toHaveLength(0);
		}
	});
});

it("matter-js is loaded on Plinko's page only", async () => {
	const read = async (script: string) => {
		const text = await (await fetch(site.origin + script)).text();
		return {
			// At once or later.
			imports: [...text.matchAll(/(?:from|import)\s*\(?["'`]\.\/([\w.-]+\.js)/g)].map(
				([, name]) => `/assets/${name}`,
			),
			// Property names, which minifiers keep, whose combination occurs in matter-js only.
			isHeavy: text.includes("frictionAir") && text.includes("positionImpulse"),
		};
	};
	const scripts = new Map<string, Awaited<ReturnType<typeof read>>>();
	const heavy = new Set<string>();
	for (const path of VISITOR_PAGES) {
		const { html } = await visitor.open(path);
		const found = new Set(
			[...html.matchAll(/\/assets\/(?!manifest-)[\w.-]+\.js/g)].map(([script]) => script),
		);
		for (const script of found) {
			const known = scripts.get(script) ?? (await read(script));
			scripts.set(script, known);
			if (known.isHeavy) heavy.add(path);
			for (const imported of known.imports) found.add(imported);
		}
	}
	expect([...heavy]).toEqual(["/mini-games/plinko", "/mini-games/plinko/info"]);
});

const textsIn = (tree: object): string[] =>
	Object.values(tree).flatMap((value) => (typeof value === "string" ? value : textsIn(value)));
const TEXTS: Record<Language, readonly string[]> = { en: textsIn(en), pt: textsIn(pt) };
/** The messages that only the other language has. Those with values are left out. */
const foreignTo = (language: Language) => {
	const own = new Set(TEXTS[language]);
	const others = LANGUAGES.filter((other) => other !== language).flatMap((other) => TEXTS[other]);
	return new Set(others.filter((text) => !own.has(text) && !text.includes("{{") && text.length > 2));
};
const FOREIGN = { en: foreignTo("en"), pt: foreignTo("pt") };
const ATTRIBUTES = ["aria-label", "alt", "title", "placeholder"];

/** Also names of records, which have the language of their author. */
const NEVER_READ = ["script", "style", "noscript", "bdi"];

/** The texts and labels of a page, except parts that are marked as of another language. */
const shownOn = ({ $ }: ServedPage): string[] => {
	const within = (element: PageElement): string[] =>
		NEVER_READ.includes(element.name) || element.attribs.lang !== undefined
			? []
			: [
					...ATTRIBUTES.map((name) => element.attribs[name] ?? ""),
					...element.childNodes.flatMap((node) => (node.type === "text" ? node.data.trim() : [])),
					...$(element).children().toArray().flatMap(within),
				];
	return $("body").children().toArray().flatMap(within);
};

const foreignOn = (page: ServedPage, path: string, language: Language) =>
	shownOn(page)
		.filter((text) => FOREIGN[language].has(text))
		.map((text) => `${path}: ${text}`);

/** What says which form of a page is sent. */
const KEPT = /^(intent|form|order|direction|userId|huntId|idempotencyKey)$/;
/** Nothing can be wrong with them, or they end the session. */
const NEVER_REFUSED = ["/logout", "/preferences", "/promotions", "/social", "/events/social_click/twitch"];

/** Pages that show their form at another address, or while a hunt is open, and answers for programs. */
const WITHOUT_FORM = ["/api/v1/points", "/overlay/none/alerts", "/user-points", "/bonus-hunt"];

describe.each(LANGUAGES)("a reader of %s", (lang) => {
	beforeAll(() => {
		if (shelf.all("select id from store_items where id = 'cup'").length === 0) addRecords(site);
	});

	it("gets no page with a text of the other language", async () => {
		const found: string[] = [];
		let pages = 0;
		for (const [role, as] of [[0], [2, "admin"]] as const) {
			const reader = await visit(site, { lang, ...(as && { as }) });
			for (const { path, get } of Object.values(TABLE)) {
				if (get[role] !== 200) continue;
				const page = await reader.open(path);
				if (!page.headers.get("content-type")?.startsWith("text/html") || path === "/offline") continue;
				pages += 1;
				found.push(...foreignOn(page, path, lang));
			}
		}
		expect(found).toEqual([]);
		expect(pages).toBeGreaterThan(60);
	});

	it("is told in this language what is wrong with a form", async () => {
		const person = await visit(site, { as: "admin", lang });
		const refused: string[] = [];
		for (const { path, post } of Object.values(TABLE)) {
			if (!post || NEVER_REFUSED.includes(path)) continue;
			const fields = Object.entries(post.fields()).map(([name, value]) => [
				name,
				KEPT.test(name) ? value : "?",
			]);
			const page = await person.post(path, Object.fromEntries(fields));
			if (page.status < 400) continue;
			refused.push(path);
			expect(foreignOn(page, path, lang)).toEqual([]);
			const reasons = page.text("[role=alert], .field-error, [role=status], [data-testid$=message]");
			if (!WITHOUT_FORM.includes(path)) expect(reasons, path).not.toBe("");
		}
		expect(refused.length, refused.join()).toBeGreaterThan(25);
	});
});

it("a database error is shown on a page, and the log has its cause under the page's request id", async () => {
	const logged = (...parts: RegExp[]) =>
		site
			.logs()
			.split("\n")
			.some((line) => parts.every((part) => part.test(line)));
	const tables = ["orders", "player_seeds"];
	for (const table of tables) shelf.run(`alter table ${table} rename to ${table}_away`);
	const causeIn = (table: string) =>
		new RegExp(`no such table: ${table}|relation .*${table}.* does not exist`);
	try {
		const page = await admin.open("/orders");
		expect(page.status).toBe(500);
		expect(page.text()).toContain("Something went wrong on our side");
		const [, reference = "none"] = /Reference: (\S{36})/.exec(page.text()) ?? [];
		await expect.poll(() => logged(new RegExp(reference), causeIn("orders"))).toBe(true);
		const rotated = await admin.post("/fairness", { intent: "rotate" });
		expect(rotated.status).toBe(500);
		expect(rotated.text()).toContain("Something went wrong on our side");
		await expect.poll(() => logged(/\/fairness/, causeIn("player_seeds"))).toBe(true);
	} finally {
		for (const table of tables) shelf.run(`alter table ${table}_away rename to ${table}`);
	}
	expect((await admin.open("/orders")).status).toBe(200);
});
