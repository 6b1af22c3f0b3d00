/** Limits, history, shared rounds and public pages of the players. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addWinners, publish } from "../support/data/player-rows";
import { readPlayer } from "../support/data/players";
import { numberIn, type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { atNoon } from "../support/site/noon";
import { sendForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";

const CARE = "/points/care";
const PLINKO = "/mini-games/plinko";
const HISTORY = "/points/history";

let site: Site;
beforeAll(async () => {
	// The reminder is due immediately: a player's second round shows it.
	site = await startSite({ env: { ...atNoon(), RATE_LIMIT_SCALE: "100", PLAY_REMINDER_MINUTES: "0.00001" } });
});
afterAll(() => site?.close());

const count = (page: ServedPage, testId: string) => page.$(`[data-testid=${testId}]`).length;
/** Of the game: the lobby under it has one too. */
const banner = (page: ServedPage) => page.text("[role=dialog] [data-testid=on-break]");
const setLimit = (page: ServedPage, dailyLoss: string) =>
	page.submit("#field-dailyLoss", { dailyLoss }, { button: "[value=limit]" });
const startBreak = (page: ServedPage, length?: string) =>
	page.submit("button[value=break]", length ? { length } : {}, { button: "[value=break]" });
const drop = async (viewer: Visitor, bet = { stake: 10, balls: 1 }) =>
	(await viewer.open(PLINKO)).submit("#plinko-form", bet);

const TEXTS = {
	pt: { limit: "Com esta aposta podias passar", break: "Estás em pausa", integer: "Um número inteiro" },
	en: { limit: "This bet could take you past", break: "You're on a break", integer: "A whole number" },
};

describe("a daily limit", () => {
	it("is enforced, raised with a delay, and refused as text", async () => {
		const viewer = await visit(site, { as: newPlayer() });
		const care = await (await viewer.open("/points")).follow(`main nav a[href="${CARE}"]`);
		expect(count(care, "left-today")).toBe(0);
		expect(count(await setLimit(care, "100"), "left-today")).toBe(1);
		const refused = await drop(viewer, { stake: 50, balls: 3 });
		expect(refused.status).toBe(409);
		expect(refused.text("#plinko-error")).toContain(TEXTS.en.limit);
		expect(numberIn(refused, "game-balance")).toBe(1000);
		expect((await drop(viewer)).status).toBe(200);

		const raised = await setLimit(await viewer.open(CARE), "5000");
		expect(count(raised, "next-limit")).toBe(1);
		expect(raised.fields("#field-dailyLoss").dailyLoss, "the limit in force").toBe("100");
		const kept = await raised.submit("[data-testid=next-limit] form");
		expect(count(kept, "next-limit")).toBe(0);
		expect(count(await setLimit(kept, ""), "next-limit")).toBe(1);
		const hostile = [`"><script>alert(1)</script>`, "9".repeat(10_000), "\u202e\u05e9\u{1f389}", "-5", "1.5"];
		for (const typed of ["ten", ...hostile]) {
			const invalid = await setLimit(await viewer.open(CARE), typed);
			expect(invalid.status).toBe(400);
			expect(invalid.errors().dailyLoss).toContain(TEXTS.en.integer);
			expect(invalid.fields("#field-dailyLoss").dailyLoss).toBe(typed);
		}
	});

	it("that is reached disables the games", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		await setLimit(await viewer.open(CARE), "9");
		const game = await viewer.open(PLINKO);
		expect(banner(game)).toContain("You've reached your daily limit");
		expect(game.$("#plinko-drop").is("[disabled]")).toBe(true);
		expect(count(await viewer.open("/mini-games"), "on-break")).toBe(1);
		expect(readPlayer(site, name).rounds).toEqual([]);
	});

	it("holds for concurrent requests of many tabs", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		await setLimit(await viewer.open(CARE), "100");
		const client = { cookie: viewer.cookie() };
		const bet = () => ({ intent: "play", idempotencyKey: crypto.randomUUID(), stake: 20, balls: 5 });
		const answers = await Promise.all(
			Array.from({ length: 30 }, () => sendForm(site.origin + PLINKO, client, bet())),
		);
		const statuses = answers.map(({ status }) => status);
		// A player who wins is not refused.
		expect([200, 409]).toEqual(expect.arrayContaining(statuses));
		const { points, rounds } = readPlayer(site, name);
		expect(rounds).toHaveLength(statuses.filter((status) => status === 200).length);
		expect(points).toBeGreaterThanOrEqual(900);
	});
});

describe("a break", () => {
	it("is shown by every game, extended, and ended a day later", async () => {
		const viewer = await visit(site, { as: newPlayer() });
		const begun = await startBreak(await viewer.open(CARE));
		const until = begun.text("[data-testid=break-until]");
		expect(until).not.toBe("");
		expect(begun.$("button[value=endBreak]").length, "a break of a day cannot be ended early").toBe(0);
		const extended = await startBreak(begun, "month");
		expect(extended.text("[data-testid=break-until]")).not.toBe(until);

		const lobby = await viewer.open("/mini-games");
		expect(count(lobby, "on-break")).toBe(1);
		expect(lobby.text("#open-plinko")).toBe("View the game");
		for (const game of ["plinko", "crash", "live-crash"]) {
			const page = await viewer.open(`/mini-games/${game}`);
			expect(banner(page), game).toContain(TEXTS.en.break);
			const button = page.$("#plinko-drop, [data-testid=main-action]");
			expect(button.is("[disabled], [aria-disabled=true]"), game).toBe(button.length > 0);
		}
		const end = { button: "[value=endBreak]" };
		const ending = await (await viewer.open(CARE)).submit("button[value=endBreak]", {}, end);
		expect(ending.$("button[value=endBreak]").length).toBe(0);
		expect(count(ending, "break-until")).toBe(1);
	});
});

it("reminds the player of the playing time until the reminder is dismissed", async () => {
	const viewer = await visit(site, { as: newPlayer() });
	expect(count(await drop(viewer), "play-reminder")).toBe(0);
	await drop(viewer);
	await expect.poll(async () => count(await viewer.open(PLINKO), "play-reminder")).toBe(1);
	const lobby = await viewer.open("/mini-games");
	const dismissed = await lobby.submit("[data-testid=play-reminder] form");
	expect([dismissed.path, count(dismissed, "play-reminder")]).toEqual(["/mini-games", 0]);
	expect(count(await viewer.open(PLINKO), "play-reminder")).toBe(0);
});

describe("the history", () => {
	it("is empty at first, then lists each round with the day's net, in pages and filtered", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		expect((await viewer.open(HISTORY)).$("main a[href='/mini-games']").length).toBe(1);
		for (let turn = 0; turn < 26; turn++) {
			const bet = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 2 };
			await sendForm(site.origin + PLINKO, { cookie: viewer.cookie() }, bet);
		}
		const first = await viewer.open(HISTORY);
		expect(count(first, "round")).toBe(25);
		const net = first
			.$("[data-testid=day-net]")
			.first()
			.text()
			.replace(/[^\d−]/g, "")
			.replace("−", "-");
		expect(Number(net)).toBe(readPlayer(site, name).points - 1000);
		const second = await first.follow("a[rel=next]");
		expect(count(second, "round")).toBe(1);
		const filtered = await second.submit("main form[role=search]", { game: "crash" });
		expect([count(filtered, "round"), filtered.path]).toEqual([0, expect.stringContaining("game=crash")]);
		const all = await filtered.follow(`main a[href='${HISTORY}'].link`);
		expect(count(all, "round")).toBe(25);
		expect((await all.follow("a[href^='/fairness?round=']")).path).toMatch(/^\/fairness\?round=/);
	});

	it("shares a round at an address that visitors can open until it is withdrawn", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name, lang: "pt" });
		await drop(viewer);
		const shared = await (await viewer.open(HISTORY)).submit("button[value=share]");
		expect(shared.path).toMatch(/^\/shared\/[0-9a-f]{24}$/);
		const visitor = await visit(site, { lang: "pt" });
		const seen = await visitor.open(shared.path);
		expect(seen.text("h1")).toContain(name);
		expect(seen.$("button[value=unshare]").length).toBe(0);
		const meta = (property: string) => seen.$(`meta[property="og:${property}"]`).attr("content");
		const picture = `${shared.path}/picture.png?language=pt`;
		expect(meta("image")).toBe(site.origin + picture);
		expect(meta("description")).toContain(name);
		const answer = await fetch(site.origin + picture);
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);

		expect((await shared.submit("button[value=unshare]")).path).toBe(HISTORY);
		const gone = await visitor.open(shared.path);
		expect([gone.status, (await fetch(site.origin + picture)).status]).toEqual([404, 404]);
		expect(gone.text("main")).not.toContain(name);
	});
});

const leaders = (page: ServedPage) =>
	page
		.$("[data-testid=leader] bdi")
		.toArray()
		.map((element) => page.$(element).text());

describe("the lobby's leaderboard", () => {
	it("ranks players by win and by multiplier over several periods, and links to public pages", async () => {
		const [old, big, sharp] = [newPlayer(), newPlayer(), newPlayer()];
		await addWinners(
			site,
			{ name: old, amount: 500_000_000_000, daysAgo: 40 },
			{ name: big, amount: 1_000_000, stake: 1_000_000 },
			{ name: sharp, amount: 300_000_000 },
		);
		await publish(site, sharp);
		const visitor = await visit(site);
		// The leaderboard may be three seconds old.
		const shows = async (path: string, ...names: string[]) => {
			const first = async () => leaders(await visitor.open(path)).slice(0, names.length);
			await expect.poll(first).toEqual(names);
		};
		await shows("/mini-games", sharp, big);
		const follow = (page: ServedPage, search: string) => page.follow(`#leaders a[href*="${search}#"]`);
		const wins = await follow(await visitor.open("/mini-games"), "by=win&span=today");
		const today = await follow(wins, "by=multiplier&span=today");
		await shows(today.path, sharp);
		expect(leaders(await visitor.open(today.path))).not.toContain(old);
		const ever = await follow(today, "by=multiplier&span=all");
		await shows(ever.path, old, sharp);
		const all = await follow(ever, "by=win&span=all");
		await shows(all.path, old, sharp);
		const page = await visitor.open(all.path);
		expect(leaders(page).length).toBeLessThanOrEqual(10);
		const linkOf = (name: string) =>
			page.$("#leaders a").filter((_, link) => page.$(link).text().includes(name));
		expect(linkOf(old).length, "a private player has no link").toBe(0);
		const player = await page.follow(`#leaders a[href="${linkOf(sharp).attr("href")}"]`);
		expect([player.path, player.text("h1")]).toEqual([`/players/${sharp}`, sharp]);
		expect(player.$("[data-testid=player-wins] li").length).toBe(1);
	});

	it("shows hostile names as text", async () => {
		const hostile = [
			`"><img src=x onerror=alert(1)><script>alert(2)</script>`,
			"\u202e\u05e9\u05dc\u05d5\u05dd \u{1f389}\u{1f1f5}\u{1f1f9}",
			"x".repeat(10_000),
		];
		const height = 2_000_000_000_000_000;
		await addWinners(
			site,
			...hostile.map((name, place) => ({ name, amount: height + place, stake: height })),
		);
		for (const name of hostile) await publish(site, name);
		const visitor = await visit(site);
		await expect
			.poll(async () => leaders(await visitor.open("/mini-games")).slice(0, 3))
			.toEqual(hostile.toReversed());
		for (const name of hostile.slice(0, 2)) {
			const page = await visitor.open(`/players/${encodeURIComponent(name)}`);
			expect(page.$("main h1").text()).toBe(name);
		}
	});
});

describe("a player's page", () => {
	it("is private until it is published, shows the selected sections, and is private again at once", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		const visitor = await visit(site);
		const seen = () => visitor.open(`/players/${name}`);
		const settings = await viewer.open("/points/page");
		const state = "[data-testid=page-state] a";
		expect([settings.$(state).length, (await seen()).status]).toEqual([0, 404]);
		const form = "main form:has([name=isPublic])";
		const saved = await settings.submit(form, { isPublic: "on", showsPoints: "on", showsSince: "on" });
		expect(saved.$(state).attr("href")).toBe(`/players/${name}`);
		expect(saved.text("[role=status]")).toContain("saved");
		const shown = await seen();
		const sections = ["points", "since", "wins"].map((section) => count(shown, `player-${section}`));
		expect([shown.status, ...sections]).toEqual([200, 1, 1, 0]);
		const again = await viewer.open("/points/page");
		expect(again.fields(form)).toEqual({ isPublic: "on", showsPoints: "on", showsSince: "on" });
		const hidden = await again.submit(form, { isPublic: [] });
		expect(hidden.$(state).length).toBe(0);
		const gone = await seen();
		expect([gone.status, count(gone, "no-player")]).toEqual([404, 1]);
	});

	it("that is private equals the page of an unknown player, except for the name, ids and timestamps", async () => {
		const [hidden, unknown] = [newPlayer(), newPlayer()];
		await addWinners(site, { name: hidden, amount: 10 });
		const visitor = await visit(site);
		const read = async (name: string, file: string) => {
			const { status, html } = await visitor.open(`/players/${name}${file}`);
			const body = html
				.replaceAll(name, "NAME")
				.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "")
				.replaceAll(/\d{13}\.?\d*/g, "");
			return { status, body };
		};
		for (const file of ["", ".data"]) expect(await read(hidden, file)).toEqual(await read(unknown, file));
	});
});
