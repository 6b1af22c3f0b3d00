import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_WIN } from "~/games/dice/dice";
import { readPlayer } from "../support/data/players";
import { numberIn, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { type Site, startSite } from "../support/site/site";
import { workerSite } from "../support/site/worker-site";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { DICE_OPEN: "true", WHEEL_OPEN: "true" } });
});
afterAll(() => site?.close());

const GAMES = [
	["dice", { stake: 10, chance: "2475", side: "under" }],
	["wheel", { stake: 50 }],
] as const;

describe.each(GAMES)("%s without scripts", (id, bet) => {
	const path = `/mini-games/${id}`;
	const form = `#${id}-form`;

	it("is played from the lobby, in the history, on the fairness page and shared", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		const game = await (await viewer.open("/mini-games")).follow(`#open-${id}`);
		expect(game.path).toBe(path);
		const played = await game.submit(form, bet);
		const { points, rounds } = readPlayer(site, name);
		expect(rounds).toMatchObject([{ game: id, stake: bet.stake, outcome: [expect.any(Number)] }]);
		const [round] = rounds;
		expect(points).toBe(1000 - bet.stake + (round?.payout ?? Number.NaN));
		for (const page of [played, await viewer.open(path)]) {
			expect([numberIn(page, "balance"), numberIn(page, "game-balance")]).toEqual([points, points]);
			expect(page.text("[data-testid=round-summary]")).toContain(`You received ${round?.payout} · `);
		}
		expect(played.fields(form)).toMatchObject({ stake: String(bet.stake) });

		const rules = await viewer.open(`${path}/info/`);
		expect(rules.$("[role=dialog][inert]"), "the game under the rules").toHaveLength(1);
		expect(rules.text("[role=dialog]")).toContain("exactly 99%");
		const address = `/fairness/${id}?round=${round?.id}`;
		const hidden = await played.follow(`a[href="${address}"]`);
		expect(hidden.text("[data-testid=round-facts]")).toContain("hasn't been revealed");
		await hidden.submit("button[value=rotate]", {}, { button: "[value=rotate]" });
		const checked = await viewer.open(address);
		expect(checked.$("[data-testid=verdict-good]").length).toBe(2);
		expect(checked.$("[data-testid=draws] tbody tr").attr("data-value")).toBe(String(round?.outcome[0]));

		const history = await viewer.open(`/points/history?game=${id}`);
		expect(history.$(`a[href="${address}"]`).length).toBe(1);
		const shared = await history.submit("button[value=share]", {}, { button: "[value=share]" });
		expect(shared.$(`a[href="${path}"]`).length).toBeGreaterThan(0);
	});

	it("is played with the visitor's demo points, which all games share", async () => {
		const visitor = await visit(site);
		const played = await (await visitor.open(path)).submit(form, bet);
		const points = numberIn(played, "game-balance");
		const [, other] = GAMES.map(([game]) => `/mini-games/${game}`).sort((a) => (a === path ? -1 : 1));
		expect(numberIn(await visitor.open(other ?? ""), "game-balance")).toBe(points);
		const refilled = await visitor.post(path, { intent: "refill" });
		expect(numberIn(refilled, "game-balance")).toBe(1000);
	});
});

it.each(["plinko", "dice", "wheel"])(
	"%s plays a form once, and answers nothing about another player's account",
	async (id) => {
		const path = `/mini-games/${id}`;
		const [ana, bruno] = [newPlayer(), newPlayer()];
		const fields = (await (await visit(site, { as: ana })).open(path)).fields(`#${id}-form`);
		const play = { ...fields, intent: "play" };
		const refused = await (await visit(site, { as: bruno })).post(path, play);
		expect([refused.status, refused.text(`#${id}-error`)]).toEqual([
			...[409, expect.stringContaining("The signed-in account has changed")],
		]);
		expect(readPlayer(site, bruno).rounds).toEqual([]);
		const own = await visit(site, { as: ana });
		await Promise.all([own.post(path, play), own.post(path, play)]);
		expect(readPlayer(site, ana).rounds).toHaveLength(1);
	},
);

it("the dice refuse a bet that could win more than their maximum, and keep what was chosen, in both languages", async () => {
	for (const [lang, message] of [
		["pt", `O ganho máximo é de ${MAX_WIN}. Baixa a aposta ou escolhe uma probabilidade maior.`],
		["en", `The maximum win is ${MAX_WIN}. Lower the bet or choose a higher chance.`],
	] as const) {
		const name = newPlayer();
		const game = await (await visit(site, { as: name, lang })).open("/mini-games/dice");
		const bet = { stake: 250, chance: "99", side: "under" };
		const refused = await game.submit("#dice-form", bet);
		expect([refused.status, refused.text("#dice-error")]).toEqual([409, message]);
		expect(refused.fields("#dice-form")).toMatchObject({ stake: "250", chance: "99", side: "under" });
		expect(readPlayer(site, name).points).toBe(1000);
	}
});

describe("a closed game", () => {
	const closed = workerSite();

	it.each(["dice", "wheel"])(
		"%s is an unknown page for visitors and admins, and takes no bet",
		async (id) => {
			const play = {
				intent: "play",
				idempotencyKey: crypto.randomUUID(),
				stake: "50",
				chance: "4950",
				side: "over",
			};
			for (const options of [{}, { as: "admin" }]) {
				const person = await visit(closed, options);
				for (const path of [`/mini-games/${id}`, `/mini-games/${id}/info`, `/fairness/${id}`])
					expect((await person.open(path)).path).toBe("/");
				expect((await person.post(`/mini-games/${id}`, play)).path).toBe("/");
				expect((await person.post(`/mini-games/${id}`, { intent: "refill" })).path).toBe("/");
				const lobby = await person.open("/mini-games");
				expect(lobby.text(`[data-testid=game-${id}]`)).toContain("Coming Soon");
				expect(lobby.$(`[data-testid=game-${id}] a`).length).toBe(0);
			}
			expect(readPlayer(closed, "admin").rounds).toEqual([]);
		},
	);
});
