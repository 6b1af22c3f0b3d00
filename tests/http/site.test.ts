/** The shell around every page, and the pages with fixed texts. */
import { load } from "cheerio";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { formatDate } from "~/i18n/format";
import { REVISIONS } from "~/pages/legal.server";
import { addOrders } from "../support/data/viewer-orders";
import { type ServedPage, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { sendRaw } from "../support/site/raw-http";
import { CookieJar, fetchWithJar } from "../support/site/sign-in";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const ENTRIES = [
	...["/", "/promotions", "/bonus-hunt", "/mini-games", "/slots", "/store", "/bio", "/social", "/help"],
];
const FOR_ADMINS = ["/analytics", "/orders", "/user-points"];

/** The targets of the links in an element. */
const linksIn = ({ $ }: ServedPage, selector: string) =>
	$(`${selector} a`)
		.map((_, link) => $(link).attr("href"))
		.get();
const signOut = (page: ServedPage) => page.submit("form[action='/logout']");

describe("the page shell", () => {
	it("has points and sign-out or sign-in in its header, and the choice of language and theme", async () => {
		const name = newPlayer();
		const visitor = await (await visit(site)).open("/fairness");
		const viewer = await (await visit(site, { as: name })).open("/fairness");
		expect(linksIn(visitor, "header")).toContain("/login?returnTo=%2Ffairness");
		expect(visitor.$("[data-testid=balance]")).toHaveLength(0);
		expect(viewer.text("header [data-testid=balance]")).toContain("1,000");
		expect(viewer.text("header [data-testid=username]")).toBe(name);
		expect(viewer.$("header form[action='/logout']")).toHaveLength(1);
		expect(linksIn(viewer, "#account-menu")).toEqual(
			expect.arrayContaining(["/points", "/points/orders", "/points/care", "/points/page"]),
		);
		for (const page of [visitor, viewer]) {
			expect(page.text("header button[name=language][value=pt]")).toBe("PT");
			expect(page.$("header button[name=theme][value=light]")).toHaveLength(1);
		}
	});

	it("has the specified entries in its menu, with more entries for admins", async () => {
		const menuOf = async (as?: string) => {
			const page = await (await visit(site, { as })).open("/store");
			expect(page.$("#site-navigation [aria-current=page]").attr("href")).toBe("/store");
			return linksIn(page, "#site-navigation").filter((link) => [...ENTRIES, ...FOR_ADMINS].includes(link));
		};
		for (const name of [undefined, newPlayer()]) expect(await menuOf(name)).toEqual(ENTRIES);
		expect(await menuOf("admin")).toEqual([...ENTRIES, ...FOR_ADMINS]);
	});

	it("has the legal texts, a copyright line and a link to help in its footer", async () => {
		const page = await (await visit(site)).open("/fairness");
		expect(linksIn(page, "footer")).toEqual(["/terms", "/privacy", "/cookies", "/help"]);
		expect(page.text("footer")).toMatch(/© \d{4} .*Play responsibly/);
	});

	it("asks for the age with two buttons, one of which leaves to a search engine, and stays at the URL", async () => {
		for (const [lang, title, warning, enter, leave, heading] of [
			["pt", "Aviso Legal", /18 anos ou mais.*O jogo tem riscos/, "Tenho +18 — Entrar", "Sair", "Jogo justo"],
			["en", "Legal notice", /18/, "18", "Leave", "Fair play"],
		] as const) {
			const gate = await (await visit(site, { lang, ageVerified: false })).open("/fairness");
			expect(gate.text("h1")).toBe(title);
			expect(gate.text()).toMatch(warning);
			expect(gate.text("button[name=ageVerified]")).toContain(enter);
			expect(gate.text("a[href='https://www.google.com/']")).toContain(leave);
			expect(gate.$("#round")).toHaveLength(0);
			const page = await gate.submit("form:has([name=ageVerified])", {}, { button: "[name=ageVerified]" });
			expect([page.path, page.text("h1")]).toEqual(["/fairness", heading]);
		}
	});

	it("leads from another name of its host to its own address, also from a form", async () => {
		const host = "www.plateia.lan";
		const head = `Host: ${host}\r\nConnection: close\r\nAccept: text/html\r\nCookie: language=en`;
		const page = await sendRaw(site.origin, `GET /store HTTP/1.1\r\n${head}\r\n\r\n`);
		expect(page.text).toContain(`\r\nLocation: ${site.origin}/store\r\n`);

		const viewer = await visit(site, { as: newPlayer() });
		const refusal = "this isn't the site's own address";
		const submit = async (path: string, body: string, cookie = "") => {
			const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
			const form = `${head}; ${cookie}\r\nOrigin: http://${host}\r\n${type}\r\n\r\n${body}`;
			const { text, statuses } = await sendRaw(site.origin, `POST ${path} HTTP/1.1\r\n${form}`);
			expect(statuses).toEqual([403]);
			const $ = load(Buffer.from(text, "latin1").toString());
			expect($("main").text()).toContain(refusal);
			expect($("main").text()).toContain(site.origin);
			return $;
		};
		// The age gate would hide the refusal.
		const $ = await submit("/preferences", "ageVerified=true&returnTo=%2F");
		expect([$("[role=dialog]").length, $(`a[href="${site.origin}/"]`).length]).toEqual([0, 1]);
		// Scripts request the data after the refusal. A redirect, which has status 202, would hide it too.
		expect((await fetch(`${site.origin}/preferences.data`)).status).toBe(200);
		const claim = await submit("/claim", "code=TYPED-CODE", viewer.cookie());
		expect(claim("main input[name=code]").attr("value")).toBe("TYPED-CODE");
	});

	it("renders language and theme on the server, and keeps the choice", async () => {
		const visitor = await visit(site);
		const page = await visitor.open("/");
		expect(page.html).toContain(`<html lang="en" class="dark"`);
		const light = await page.submit("form:has([name=theme])", {}, { button: "[name=theme]" });
		const button = "[name=language][value=pt]";
		const translated = await light.submit(`form:has(${button})`, {}, { button });
		expect(translated.path).toBe("/");
		const again = await visitor.open("/");
		expect(again.html).toContain(`<html lang="pt" class="light"`);
		expect(again.text("main")).toContain("A casa da comunidade do canal");
	});
});

describe("a notice", () => {
	it("follows a sign-in, a sign-out and the end of a session elsewhere", async () => {
		const viewer = await visit(site);
		const name = newPlayer();
		const signedIn = await viewer.open(`/login?login_hint=${name}&returnTo=%2Fmini-games`);
		expect(signedIn.path).toBe("/mini-games");
		const welcome = "[aria-labelledby=welcome]";
		expect(signedIn.text(welcome)).toContain("You got 1,000 points");
		expect(linksIn(signedIn, welcome)).toEqual(expect.arrayContaining(["/mini-games", "/store"]));
		expect((await viewer.open("/mini-games")).$(welcome)).toHaveLength(0);
		const signedOut = await signOut(signedIn);
		expect(signedOut.path).toBe("/");
		expect(signedOut.text()).toContain("You're signed out.");
		expect(signedOut.$("[data-testid=balance]")).toHaveLength(0);

		const known = await viewer.open(`/login?login_hint=${name}`);
		expect(known.text("[role=status]")).toContain("You're signed in.");
		expect(known.$(welcome)).toHaveLength(0);
		const session = /(?<=session=)[^;]+/.exec(viewer.cookie())?.[0] ?? "";
		const other = await visit(site);
		other.setCookie("session", session);
		await signOut(await other.open("/"));
		const ended = await viewer.open("/mini-games");
		expect(ended.text()).toContain("Your session has ended.");
		expect(ended.$("[data-testid=balance]")).toHaveLength(0);
	});

	it("explains why an unknown URL and an admins' page lead to the start page", async () => {
		const viewer = await visit(site, { as: newPlayer() });
		const unknown = await viewer.open("/no/such/page?x=1");
		expect(unknown.path).toBe("/");
		expect(unknown.text()).toContain("That page doesn't exist");
		const settings = await viewer.open("/settings");
		expect(settings.path).toBe("/");
		expect(settings.text()).toContain("That page is for admins only.");
	});
});

it("a personal page leads visitors to the sign-in and back", async () => {
	const signIn = await (await visit(site)).open("/points?after=x");
	const page = await signIn.submit("form.names", {}, { button: "[value=bruno]" });
	expect(page.path).toBe("/points?after=x");
});

it("the header shows the provider's picture from the site's own address, and an initial without one", async () => {
	const button = "button[popovertarget='account-menu']";
	const carla = await visit(site, { as: "carla" });
	const source = async () => (await carla.open("/fairness")).$(`${button} img`).attr("src");
	await expect.poll(source).toMatch(/^\/avatars\/[0-9a-f]{32}\.webp$/);
	const picture = await fetch(site.origin + (await source()));
	expect(picture.headers.get("content-type")).toBe("image/webp");
	// An erasure could not remove it from a shared cache.
	expect(picture.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
	expect((await sharp(await picture.arrayBuffer()).metadata()).width).toBe(160);
	const bruno = await (await visit(site, { as: "bruno" })).open("/fairness");
	expect(bruno.$(`${button} img`)).toHaveLength(0);
	expect(bruno.$(`${button} text`).text()).toBe("B");
});

describe("decisions on orders", () => {
	it("are counted in the header and listed with their note until they are read", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		const ids = await addOrders(site, name, 2);
		const admin = await visit(site, { as: "admin" });
		for (const [id, intent, note] of [
			[ids[0], "approve", "Vai hoje"],
			[ids[1], "cancel", ""],
		] as const) {
			expect((await admin.post("/orders", { intent, order: id ?? "", note })).status).toBe(200);
		}
		let page = await viewer.open("/");
		expect(page.text("[data-testid=unread]")).toBe("2");
		page = await page.follow("header a[href='/notifications']");
		const notices = page.$("[data-testid=notice]").toArray();
		const [cancelled, approved] = notices.map((notice) => page.$(notice).text());
		expect(approved).toContain("Vai hoje");
		expect(approved).toContain("was approved");
		expect(cancelled).toContain("10 points");
		expect(page.$("[data-testid=notice] a").last().attr("href")).toBe(`/points/orders#order-${ids[0]}`);
		expect((await page.follow(`a[href$="${ids[0]}"]`)).$(`#order-${ids[0]}`)).toHaveLength(1);

		page = await page.submit(
			"[data-testid=notice]:first form:has([value=read])",
			{},
			{ button: "[value=read]" },
		);
		expect([page.$("button[value=read]").length, page.text("[data-testid=unread]")]).toEqual([1, "1"]);
		page = await page.submit("form:has([value=readAll])", {}, { button: "[value=readAll]" });
		expect(page.$("button[value=read], [data-testid=unread]")).toHaveLength(0);
	});

	it("change counts that only admins may subscribe to", async () => {
		const open = async (as?: string) => {
			const headers = { cookie: (await visit(site, { as })).cookie() };
			const response = await fetch(`${site.origin}/live?topics=admin-counts`, { headers });
			await response.body?.cancel();
			return response.status;
		};
		expect([await open(), await open(newPlayer()), await open("admin")]).toEqual([204, 204, 200]);
	});
});

it("files that do not exist have status 404, without a cookie", async () => {
	for (const [path, destination] of [
		["/assets/none.js", "document"],
		["/none.png", "image"],
		["/none.js", "script"],
	] as const) {
		const headers = { "sec-fetch-dest": destination };
		const response = await fetch(site.origin + path, { headers, redirect: "manual" });
		await response.body?.cancel();
		expect([response.status, response.headers.getSetCookie()], path).toEqual([404, []]);
	}
});

it("scripts and style sheets have the same content and headers in every encoding", async () => {
	const page = await (await visit(site)).open("/fairness");
	const paths = ["link[rel=modulepreload]", "link[rel=stylesheet]"].map((link) => page.$(link).attr("href"));
	for (const path of paths) {
		const ask = async (encodings: string, method = "GET") => {
			const answer = await fetch(site.origin + path, { method, headers: { "accept-encoding": encodings } });
			const of = (name: string) => answer.headers.get(name);
			const caching = ["cache-control", "vary", "x-content-type-options", "content-type"].map(of).join("; ");
			return { status: answer.status, encoding: of("content-encoding"), caching, text: await answer.text() };
		};
		const plain = await ask("identity");
		expect(plain).toMatchObject({ status: 200, encoding: null });
		for (const [encodings, encoding] of [
			...(["gzip", "gzip, deflate"] as const).map((names) => [names, "gzip"]),
			...["br", "gzip, deflate, br, zstd"].map((names) => [names, "br"]),
			["br;q=0, gzip;q=0.5", "gzip"],
		] as const) {
			const answer = await ask(encodings);
			expect([encodings, answer.encoding, answer.text === plain.text]).toEqual([encodings, encoding, true]);
			expect(answer.caching.toLowerCase()).toBe(plain.caching.toLowerCase());
		}
		expect(await ask("br", "HEAD")).toMatchObject({ status: 200, encoding: "br", text: "" });
	}
});

it("the service worker is a script that caches do not keep", async () => {
	const response = await fetch(`${site.origin}/sw.js`);
	expect(response.headers.get("content-type")).toContain("text/javascript");
	expect(response.headers.get("cache-control")).toBe("no-cache");
	expect(await response.text()).toContain('addEventListener("push"');
});

it("a page describes itself to search engines and link previews in its language", async () => {
	const visitor = await visit(site);
	for (const path of ["/", "/store", "/mini-games/plinko", "/tournament", "/bonus-hunt", "/slots"]) {
		const { $ } = await visitor.open(path);
		const content = (name: string) => $(`meta[name="${name}"], meta[property="${name}"]`).attr("content");
		const address = site.origin + path;
		expect(content("description"), path).toMatch(/.{20,}/);
		expect(content("og:title"), path).toBeTruthy();
		expect({
			...{ description: content("og:description"), site: content("og:site_name"), url: content("og:url") },
			...{ locale: content("og:locale"), image: content("og:image"), card: content("twitter:card") },
			canonical: $("link[rel=canonical]").attr("href"),
		}).toEqual({
			...{ description: content("description"), site: "Plateia", url: address },
			...{ locale: "en_GB", image: `${site.origin}/share.png` },
			...{ card: "summary_large_image", canonical: address },
		});
	}
	expect((await visitor.open("/players/nobody")).$("meta[name=robots]").attr("content")).toBe("noindex");
});

describe("the help page and the legal texts", () => {
	it("are linked, and can be read without age confirmation", async () => {
		const visitor = await visit(site, { ageVerified: false });
		let page = await visitor.open("/help");
		expect(page.text("h1")).toBe("Keep it just a game");
		const [first] = page.$("main section a").toArray();
		expect(page.text("main section:first")).toMatch(/^Gambling Therapy .*(Saber mais|Learn more)$/);
		expect(first?.attribs).toMatchObject({
			href: "https://www.gamblingtherapy.org/",
			...{ target: "_blank", rel: "noopener noreferrer" },
		});
		expect(page.$("a[href='tel:1414']")).toHaveLength(1);
		for (const [path, link, title] of [
			["terms", "Terms", "Terms of use"],
			["privacy", "Privacy", "Privacy"],
			["cookies", "Cookies", "Cookies"],
		] as const) {
			page = await page.follow(link);
			expect([page.path, page.text("h1")]).toEqual([`/${path}`, title]);
			const date = formatDate(REVISIONS[path], "en");
			expect(page.text("main")).toContain(`Last updated: ${date}`);
			expect(page.text("main").length).toBeGreaterThan(1500);
			expect((await visitor.open(`/${path}/`)).text("h1")).toBe(title);
		}
		const contents = page.$("nav[aria-label='On this page'] a").last();
		expect(page.text(`h2${contents.attr("href")}, ${contents.attr("href")} h2`)).toBe(contents.text());
		const help = "footer a[href='/help']";
		expect(page.text(help)).toContain("Play responsibly");
		expect((await page.follow(help)).path).toBe("/help");
	});

	it("link a visitor through the sign-in to their limits, and a viewer directly", async () => {
		const help = await (await visit(site)).open("/help");
		expect(help.$("a:contains('Sign in to set a limit')").attr("href")).toBe(
			"/login?returnTo=%2Fpoints%2Fcare",
		);
		const viewer = await (await visit(site, { as: newPlayer() })).open("/help");
		expect((await viewer.follow("Set a limit or take a break")).path).toBe("/points/care");
	});

	it("name every cookie that a visit sets", async () => {
		const jar = new CookieJar();
		const seen = new Set<string>();
		async function walk(path: string, fields?: Record<string, string>) {
			const headers = { "sec-fetch-site": "same-origin" };
			let init: RequestInit = fields ? { method: "POST", headers, body: new URLSearchParams(fields) } : {};
			for (let address: string | null = site.origin + path; address; init = {}) {
				const { response, next } = await fetchWithJar(jar, address, init);
				await response.body?.cancel();
				if (address.startsWith(site.origin)) {
					for (const line of response.headers.getSetCookie()) seen.add(line.split("=", 1)[0] ?? "");
				}
				address = next;
			}
		}
		for (const [name, value] of [
			["ageVerified", "true"],
			["language", "en"],
			["theme", "light"],
		] as const)
			await walk("/preferences", { [name]: value, returnTo: "/" });
		const idempotencyKey = crypto.randomUUID();
		await walk("/mini-games/plinko", { intent: "play", idempotencyKey, stake: "10", balls: "1" });
		await walk("/social", { intent: "show" });
		await walk("/no/such/page");
		await walk("/login?login_hint=ana&returnTo=%2Fcookies");
		expect(seen.size).toBeGreaterThanOrEqual(7);
		const { $ } = await (await visit(site)).open("/cookies");
		const names = $("code")
			.toArray()
			.map((code) => $(code).text().replace("…", ".*"));
		for (const name of seen) expect(decodeURIComponent(name)).toMatch(new RegExp(`^(${names.join("|")})$`));
	});
});
