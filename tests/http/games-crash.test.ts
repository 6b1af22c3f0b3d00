/** Solo Crash by its forms: a round waits for a minute, so that only an early start begins a flight in time. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_CANCELLATIONS } from "~/games/crash/persistence/bets.server";
import { chooseFlights, readBets, readPlayer } from "../support/data/players";
import { numberIn, type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { openCrash } from "../support/site/crash-client";
import { openStream } from "../support/site/event-stream";
import { newPlayer } from "../support/site/new-player";
import { openRows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

const ADDRESS = "/mini-games/crash";
const FORM = "#crash-form";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { CRASH_PAUSE_SCALE: "3" } });
});
afterAll(() => site?.close());

describe("the start of a game", () => {
	it("needs a form: opening pages or streams opens no round", async () => {
		const cookie = await signInWithCookies(site, newPlayer());
		for (let load = 0; load < 4; load++) {
			const path = load % 2 ? ADDRESS : `${ADDRESS}.data`;
			const visit = await fetch(site.origin + path, { headers: { cookie: "age-verified=true" } });
			expect(visit.status).toBe(200);
			const demo = visit.headers.getSetCookie()[0]?.split(";")[0] ?? "";
			expect(demo).toMatch(/^crash-demo=/);
			const again = await fetch(site.origin + ADDRESS, { headers: { cookie: `age-verified=true; ${demo}` } });
			expect(await again.text()).toContain('data-phase="idle"');
			expect((await fetch(site.origin + path, { headers: { cookie } })).status).toBe(200);
			const streams = [demo, cookie].map((one) =>
				openStream(site.origin, "/live?topics=solo-crash", { cookie: one }),
			);
			for (const stream of await Promise.all(streams)) stream.close();
		}
		const rows = openRows(site);
		expect(rows.all("select id from crash_rounds")).toEqual([]);
		rows.close();
	});
});

const phaseOn = (page: ServedPage) => page.$("[data-testid=stage]").attr("data-phase");
const offers = (page: ServedPage) => page.$("[data-testid=main-action]").attr("value");
const resultsOn = (page: ServedPage) => page.$("[data-testid=own-results] li");
const press = (page: ServedPage, fields = {}) =>
	page.submit(FORM, fields, { button: "[data-testid=main-action]" });

/** Opens the page until it lists an ended bet, as its own refreshes do. */
async function ended(visitor: Visitor): Promise<ServedPage> {
	let page = await visitor.open(ADDRESS);
	const open = async () => {
		page = await visitor.open(ADDRESS);
		return resultsOn(page).length;
	};
	await expect.poll(open).toBeGreaterThan(0);
	return page;
}

/** Signs a new player in whose next flight ends in a range. */
async function play(lang: "pt" | "en" = "en", flights: Parameters<typeof chooseFlights>[2] = {}) {
	const name = newPlayer();
	const viewer = await visit(site, { as: name, lang });
	const [crashPoint = 0] = chooseFlights(site, readPlayer(site, name).id, flights);
	return { name, viewer, crashPoint };
}

describe("solo Crash without scripts", () => {
	it("starts by a button, flies at once, and pays an automatic cash-out", async () => {
		const { name, viewer } = await play();
		const idle = await (await viewer.open("/mini-games")).follow("#open-crash");
		expect([idle.path, phaseOn(idle)]).toEqual([ADDRESS, "idle"]);
		const waiting = await idle.submit("[data-testid=start]");
		expect([phaseOn(waiting), offers(waiting)]).toEqual(["waiting", "place"]);
		const placed = await press(waiting, { stake: 10, auto: "on", target: "1.20" });
		expect([phaseOn(placed), offers(placed)]).toEqual(["waiting", "fly"]);
		expect([numberIn(placed, "balance"), placed.html.includes('http-equiv="refresh"')]).toEqual([990, true]);
		const flying = await press(placed);
		expect(["flying", "crashed"]).toContain(phaseOn(flying));
		const page = await ended(viewer);
		expect(resultsOn(page).attr("data-status")).toBe("cashed_out");
		expect(resultsOn(page).text()).toContain("+2");
		expect(readBets(site, name)).toMatchObject([
			{ amount: 10, target: 120, status: "cashed_out", payout: 12 },
		]);
		expect(readPlayer(site, name).points).toBe(1002);
		// The frame of the first page with the end may have been read before the payment.
		const next = await viewer.open(ADDRESS);
		expect([numberIn(next, "balance"), numberIn(next, "game-balance")]).toEqual([1002, 1002]);
	});

	it("loses a bet whose target the flight does not reach", async () => {
		const { name, viewer, crashPoint } = await play("pt", { from: 101, to: 150 });
		await press(await press(await viewer.open(ADDRESS), { stake: 10, auto: "on", target: "5.00" }));
		const page = await ended(viewer);
		expect(resultsOn(page).attr("data-status")).toBe("lost");
		expect(resultsOn(page).text()).toContain("−10");
		await expect
			.poll(() => readBets(site, name))
			.toMatchObject([{ status: "lost", crash_point: crashPoint }]);
		expect([readPlayer(site, name).points, numberIn(page, "balance")]).toEqual([990, 990]);
	});

	it("cashes out by the button of the page, at the multiplier that is stored", async () => {
		const { name, viewer, crashPoint } = await play("en", { from: 500, to: 900 });
		await press(await press(await viewer.open(ADDRESS), { stake: 10 }));
		await expect.poll(async () => offers(await viewer.open(ADDRESS))).toBe("cash-out");
		const landed = await press(await viewer.open(ADDRESS));
		expect(resultsOn(landed).attr("data-status")).toBe("cashed_out");
		await expect.poll(() => readBets(site, name)[0]?.status).toBe("cashed_out");
		const [{ payout = 0, cash_out_multiplier: multiplier = 0 } = {}] = readBets(site, name);
		expect(multiplier).toBeLessThanOrEqual(crashPoint);
		expect(payout).toBe(Math.floor((10 * Number(multiplier)) / 100));
		expect(readPlayer(site, name).points).toBe(990 + Number(payout));
		expect(numberIn(await viewer.open(ADDRESS), "balance")).toBe(990 + Number(payout));
	});

	it("refuses an invalid bet and keeps what was typed", async () => {
		const { name, viewer } = await play();
		const refused = await press(await viewer.open(ADDRESS), { stake: 15 });
		expect(refused.status).toBe(400);
		expect(refused.text("[data-testid=message]")).toBe("Bet at least 10 points, in steps of 10.");
		expect(refused.fields(FORM).stake).toBe("15");
		expect(readBets(site, name)).toEqual([]);
	});

	it("returns the stakes of cancelled bets up to a limit, which both languages state, and keeps the next bet", async () => {
		const name = newPlayer();
		const cookie = await signInWithCookies(site, name, "en");
		const player = openCrash(site, "crash", cookie);
		for (let turn = 0; turn < MAX_CANCELLATIONS; turn++) {
			const betId = await player.place();
			expect(await player.post("cancel", { betId })).toMatchObject({ ok: true, balance: 1000 });
		}
		player.stream.close();
		for (const [lang, text] of [
			["en", `You've cancelled ${MAX_CANCELLATIONS} bets in the last minute`],
			["pt", `Já cancelaste ${MAX_CANCELLATIONS} apostas no último minuto`],
		] as const) {
			const viewer = await visit(site, { as: name, lang });
			const page = await viewer.open(ADDRESS);
			const placed = offers(page) === "place" ? await press(page, { stake: 10 }) : page;
			const refused = await placed.submit(FORM, {}, { button: "[data-testid=second-action]" });
			expect(refused.status).toBe(409);
			expect(refused.text("[data-testid=message]")).toContain(text);
		}
		const bets = readBets(site, name);
		expect(bets.map(({ status }) => status)).toEqual([
			...Array(MAX_CANCELLATIONS).fill("cancelled"),
			"active",
		]);
	});

	it("does not play with the points of another account", async () => {
		const [ana, bruno] = [await play(), await play()];
		const form = (await ana.viewer.open(ADDRESS)).fields(FORM);
		const refused = await bruno.viewer.post(ADDRESS, { ...form, intent: "place" });
		expect(refused.status).toBe(409);
		expect(refused.text("[data-testid=message]")).toContain("The signed-in account has changed");
		expect([readBets(site, ana.name), readBets(site, bruno.name)]).toEqual([[], []]);
	});
});

describe("the early start", () => {
	const enter = async () => {
		const name = newPlayer();
		const player = openCrash(site, "crash", await signInWithCookies(site, name));
		player.stream.close();
		return { name, ...player, betId: await player.place() };
	};

	it("is refused for another player's bet, and leaves that player's round waiting", async () => {
		const [ana, bruno] = [await enter(), await enter()];
		expect(await bruno.post("fly", { betId: ana.betId })).toMatchObject({ ok: false, code: "noBet" });
		expect(await ana.post("cancel", { betId: ana.betId })).toMatchObject({ ok: true });
		expect(readBets(site, ana.name)).toMatchObject([{ status: "cancelled", crash_point: null }]);
		expect(readBets(site, bruno.name)).toMatchObject([{ status: "active", crash_point: null }]);
	});

	it("acts once, and the bet cannot be cancelled after it", async () => {
		const { post, betId } = await enter();
		const answers = await Promise.all(
			["fly", "fly", "cancel", "fly"].map((intent) => post(intent, { betId })),
		);
		const [, , { ok: cancelled } = { ok: false }] = answers;
		expect(await post("cancel", { betId })).toMatchObject({ ok: cancelled });
		// A cancellation that arrives first wins; otherwise it is refused.
		expect(answers.map(({ ok }) => ok)).toEqual(
			cancelled ? [false, false, true, false] : [true, true, false, true],
		);
	});
});

describe("a visitor", () => {
	it("plays with 1000 demo points, also over a restart", async () => {
		const visitor = await visit(site);
		const start = await visitor.open(ADDRESS);
		expect(numberIn(start, "game-balance")).toBe(1000);
		const placed = await press(start, { stake: 10, auto: "on", target: "1.01" });
		expect(numberIn(placed, "game-balance")).toBe(990);
		await press(placed);
		const page = await ended(visitor);
		const won = resultsOn(page).attr("data-status") === "cashed_out";
		expect(numberIn(page, "game-balance")).toBe(won ? 1000 : 990);
		expect(numberIn(await visitor.open(ADDRESS), "game-balance")).toBe(won ? 1000 : 990);

		const other = await visit(site);
		await press(await other.open(ADDRESS), { stake: 30 });
		await site.kill();
		await site.restart();
		const after = await other.open(ADDRESS);
		expect([numberIn(after, "game-balance"), phaseOn(after), offers(after)]).toEqual([970, "waiting", "fly"]);
		const cancelled = await after.submit(FORM, {}, { button: "[data-testid=second-action]" });
		expect([numberIn(cancelled, "game-balance"), offers(cancelled)]).toEqual([1000, "place"]);
	});
});
