import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addCalmFlights } from "../support/data/crash-rows";
import { publish } from "../support/data/player-rows";
import { readBets, readPlayer } from "../support/data/players";
import { numberIn, type ServedPage, visit } from "../support/http/visitor";
import { openCrash } from "../support/site/crash-client";
import { newPlayer } from "../support/site/new-player";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

const ADDRESS = "/mini-games/live-crash";
const FORM = "#crash-form";

let site: Site;
beforeAll(async () => {
	const env = { CRASH_PAUSE_SCALE: "0.4", RATE_LIMIT_SCALE: "1000" };
	site = await startSite({ env, prepare: addCalmFlights });
});
afterAll(() => site?.close());

const stage = (page: ServedPage) => page.$("[data-testid=stage]").attr("data-phase");

it("is switched by an admin, whom the page tells so in both languages, and by nobody else", async () => {
	const admin = await visit(site, { as: "admin" });
	const started = await (await admin.open("/mini-games")).submit(
		"button[value=start]",
		{},
		{
			button: "[value=start]",
		},
	);
	expect(started.text("[data-testid=control-message]")).toBe("Game started successfully");
	const other = await (await visit(site, { as: newPlayer() })).open("/mini-games");
	expect([other.$("button[value=stop]").length, other.$("#open-liveCrash").length]).toEqual([0, 1]);
	const inPortuguese = await visit(site, { as: "admin", lang: "pt" });
	const stopped = await (await inPortuguese.open("/mini-games")).submit(
		"button[value=stop]",
		{},
		{
			button: "[value=stop]",
		},
	);
	expect(stopped.text("[data-testid=control-message]")).toBe("Jogo parado com sucesso");
	expect((await (await visit(site)).open("/mini-games")).$("#open-liveCrash").length).toBe(0);
});

describe("live Crash without scripts", () => {
	beforeAll(async () => {
		await (await visit(site, { as: "admin" })).post("/mini-games", { intent: "start" });
	});

	it("asks a visitor to sign in, and shows the flights", async () => {
		const visitor = await visit(site);
		expect((await visitor.open(ADDRESS)).text()).toContain("Sign in to play with everyone.");
		const startsAt = async () => (await visitor.open(ADDRESS)).text("[data-testid=start-multiplier]");
		await expect.poll(startsAt).toBe("1.00x");
		await expect.poll(async () => stage(await visitor.open(ADDRESS))).toBe("flying");
		expect((await visitor.open(ADDRESS)).$("[data-testid=main-action]").length).toBe(0);
	});

	it("takes a bet out of the queue, places another, and pays its cash-out", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		const player = openCrash(site, "live-crash", viewer.cookie());
		// From the start of a flight there is time for three requests.
		for (const phase of ["waiting", "flying"]) await expect.poll(() => player.last().phase).toBe(phase);
		const bet = () => ({ idempotencyKey: crypto.randomUUID(), stake: 10 });
		expect(await player.post("queue", bet())).toMatchObject({ ok: true });
		const queued = await viewer.open(ADDRESS);
		expect(queued.$("[data-testid=queued-bet]").length).toBe(1);
		const free = await queued.submit(FORM, {}, { button: "[value=unqueue]:not([aria-hidden])" });
		expect(free.$("[data-testid=queued-bet]").length).toBe(0);
		// Placed after the round that the bet was taken out of.
		expect(await player.post("queue", bet())).toMatchObject({ ok: true });
		await expect.poll(() => readBets(site, name).length).toBe(1);
		const [{ id: betId = "", round_id: roundId = "" } = {}] = readBets(site, name);
		await expect.poll(() => player.hasSeen("flying", roundId)).toBe(true);
		expect(await player.post("cash-out", { betId })).toMatchObject({ ok: true });
		const page = await viewer.open(ADDRESS);
		expect(page.text("[data-testid=own-entry] bdi")).toBe("You");
		await expect.poll(() => readBets(site, name)[0]?.status).toBe("cashed_out");
		const [{ payout = 0 } = {}] = readBets(site, name);
		const { points } = readPlayer(site, name);
		expect(points).toBe(990 + Number(payout));
		const after = await viewer.open(ADDRESS);
		expect(after.$("[data-testid=own-results] li").attr("data-status")).toBe("cashed_out");
		expect(numberIn(after, "balance")).toBe(points);
		player.stream.close();
	});

	it("says that it stops after the flight, to viewers and admins, and offers no further bet", async () => {
		const [admin, viewer] = [await visit(site, { as: "admin" }), await visit(site, { as: newPlayer() })];
		/** What both read after a stop during a flight. A flight may end before the pages are read; then another one is stopped. */
		const readStopped = async () => {
			await admin.post("/mini-games", { intent: "start" });
			await expect.poll(async () => stage(await viewer.open(ADDRESS))).toBe("flying");
			const lobby = await admin.open("/mini-games");
			const stopped = await lobby.submit("button[value=stop]", {}, { button: "[value=stop]" });
			const game = await viewer.open(ADDRESS);
			const card = (await viewer.open("/mini-games")).text("[data-testid=game-liveCrash]");
			return {
				admin: stopped.text("[data-testid=control-message]"),
				viewer: game.text("[data-testid=stopping]"),
				disabled: game.$(`${FORM} [data-testid=main-action][aria-disabled]`).length,
				others: game.$(`${FORM} [data-testid=second-action]`).length,
				card: card.includes("Stops after this flight"),
			};
		};
		const viewerReads = { viewer: "Stops after this flight", disabled: 1, others: 0, card: true };
		await expect
			.poll(readStopped, { timeout: 60_000 })
			.toEqual({ admin: "The game stops after this flight.", ...viewerReads });
		await expect.poll(async () => (await viewer.open(ADDRESS)).text()).toContain("is currently inactive.");
		await admin.post("/mini-games", { intent: "start" });
	});

	it("lists a player by a pseudonym, and by name once their page is public", async () => {
		const name = newPlayer();
		const player = openCrash(site, "live-crash", await signInWithCookies(site, name));
		const { id } = readPlayer(site, name);
		const visitor = await visit(site);
		const listed = async () => {
			const text = (await visitor.open(ADDRESS)).text("[data-testid=players]");
			expect(text).not.toContain(id.slice(0, 8));
			return text;
		};
		await player.place();
		await expect.poll(listed).toMatch(/Player [0-9a-f]{8}/);
		expect(await listed()).not.toContain(name);
		const [{ round_id: roundId = "" } = {}] = readBets(site, name);
		await publish(site, name);
		await expect.poll(() => player.hasSeen("crashed", roundId)).toBe(true);
		await player.place();
		await expect.poll(listed).toContain(name);
		player.stream.close();
	});
});
