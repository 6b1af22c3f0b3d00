import { describe, expect, it } from "vitest";
import { readPlayer } from "../support/data/players";
import { numberIn, type ServedPage, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { decodeData } from "../support/site/single-fetch";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const PLINKO = "/mini-games/plinko";
const FORM = "#plinko-form";
/** The slots of the balls on a page, in the order of landing. */
const slotsOn = ({ $ }: ServedPage): number[] =>
	$("[data-testid=ball]")
		.toArray()
		.map(({ attribs }) => Number(attribs["data-slot"]))
		.reverse();

describe("Plinko without scripts", () => {
	it("plays a round from the lobby, and shows the drawn slots and the settled points", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		const game = await (await viewer.open("/mini-games")).follow("#open-plinko");
		expect(game.path).toBe(PLINKO);
		expect(game.$("button").text()).not.toContain("Automatic play");
		const played = await game.submit(FORM, { stake: 20, balls: 5 });
		const { points, rounds } = readPlayer(site, name);
		expect(rounds).toMatchObject([{ stake: 100, input: { stake: 20, balls: 5 } }]);
		const [{ outcome = [], payout = Number.NaN } = {}] = rounds;
		expect(points).toBe(900 + payout);
		for (const page of [played, await viewer.open(PLINKO)]) {
			expect(slotsOn(page)).toEqual(outcome);
			expect([numberIn(page, "balance"), numberIn(page, "game-balance")]).toEqual([points, points]);
			expect(page.text("[data-testid=round-summary]")).toContain(`You received ${payout} · `);
		}
		const lobby = await played.follow('[aria-label="Close"]');
		expect([lobby.path, numberIn(lobby, "balance")]).toEqual(["/mini-games", points]);
	});

	it("plays with 1000 demo points that a visitor keeps", async () => {
		const visitor = await visit(site);
		const game = await visitor.open(PLINKO);
		expect(numberIn(game, "game-balance")).toBe(1000);
		const played = await game.submit(FORM, { stake: 10, balls: 3 });
		expect(slotsOn(played)).toHaveLength(3);
		const again = await visitor.open(PLINKO);
		expect(numberIn(again, "game-balance")).toBe(numberIn(played, "game-balance"));
		expect(slotsOn(again)).toEqual(slotsOn(played));
	});

	it("changes the number of balls with the buttons, and refuses a bet above the balance in both languages", async () => {
		for (const [lang, message] of [
			["pt", "Pontos insuficientes"],
			["en", "Insufficient points"],
		] as const) {
			const viewer = await visit(site, { as: newPlayer(), lang });
			const game = await viewer.open(PLINKO);
			const chosen = await game.submit(FORM, { stake: 100 }, { button: "[name=setBalls][value='10']" });
			expect(chosen.fields(FORM)).toMatchObject({ balls: "10", stake: "100" });
			const refused = await chosen.submit(FORM, { balls: 11 });
			expect(refused.status).toBe(409);
			expect(refused.text("#plinko-error")).toBe(message);
			expect(refused.fields(FORM)).toMatchObject({ balls: "11", stake: "100" });
			expect(numberIn(refused, "balance")).toBe(1000);
		}
	});
});

it("a form that scripts send gets the answer that Remix would give, to which an address in other case leads", async () => {
	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	const send = async (path: string, fields: Record<string, string>, origin: "same-origin" | "cross-site") => {
		const response = await fetch(site.origin + path, {
			method: "POST",
			headers: { cookie: viewer.cookie(), "sec-fetch-site": origin, "accept-encoding": "identity" },
			body: new URLSearchParams(fields),
		});
		const headers = new Headers(response.headers);
		for (const name of ["date", "transfer-encoding", "content-length", "vary"]) headers.delete(name);
		const value = await decodeData(await response.arrayBuffer());
		return { status: response.status, headers: Object.fromEntries(headers), value };
	};
	const play = { intent: "play", stake: "10", balls: "3", idempotencyKey: crypto.randomUUID() };
	for (const [fields, origin, status] of [
		[play, "same-origin", 200],
		[{ ...play, balls: "4" }, "same-origin", 409],
		[{ ...play, stake: "11" }, "same-origin", 400],
		[play, "cross-site", 403],
	] as const) {
		const answer = await send(`${PLINKO}.data`, fields, origin);
		expect(answer.status).toBe(status);
		expect(answer).toEqual(await send("/mini-games/PLINKO.data", fields, origin));
	}
	expect(readPlayer(site, name).rounds).toHaveLength(1);
});
