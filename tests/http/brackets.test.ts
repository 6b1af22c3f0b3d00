import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrackets } from "../support/data/bracket-rows";
import { type ServedPage, UNSHARED, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let brackets: ReturnType<typeof openBrackets>;

beforeAll(() => {
	brackets = openBrackets(site);
});
afterAll(() => {
	brackets.endAll();
	brackets.close();
});

const HOSTILE = `"><script>alert(1)</script>`;
const form = (intent: string) => `[data-testid=form-${intent}]`;
const matches = ({ $ }: ServedPage) => $("[data-testid=match]").length;

it.each(["pt", "en"] as const)("an admin runs a bracket with scripts off, in %s", async (lang) => {
	brackets.endAll();
	const { id } = brackets.add(3, { format: "bestOfThree", title: HOSTILE, slot: HOSTILE });
	const viewer = await visit(site, { as: newPlayer(), lang, headers: UNSHARED });
	expect((await viewer.open(`/tournament/${id}/manage`)).path).toBe("/");
	const before = await viewer.open("/tournament");
	expect(before.text("[data-testid=bracket]")).toContain(HOSTILE);
	const seed = String(brackets.rows.one("select seat_seed from tournaments where id = ?", id).seat_seed);
	expect(before.html).not.toContain(seed);

	const admin = await visit(site, { as: "admin", lang });
	let page = await (await admin.open(`/tournament/${id}/manage`)).submit(form("draw"));
	expect(matches(page)).toBe(3);
	expect((await viewer.open("/tournament")).html).toContain(seed);
	const empty = await page.submit(form("play"), { costA: "0", payoutA: "1", costB: "10", payoutB: "" });
	expect([empty.status, Object.keys(empty.errors())]).toEqual([400, ["costA", "payoutB"]]);
	page = await empty.submit(form("play"), { costA: "10", payoutB: "20,50" });
	// The costs stay, and the second bonus is entered next.
	expect(page.fields(form("play"))).toMatchObject({
		costA: expect.stringMatching(/^10[.,]00$/),
		payoutA: "",
	});
	page = await page.submit(form("undo"));
	page = await page.submit(form("play"), { costA: "10", payoutA: "20,50", costB: "10", payoutB: "1" });
	for (let play = 0; play < 3; play++)
		page = await page.submit(form("play"), { payoutA: "30", payoutB: "0" });
	const correct = await admin.open(`/tournament/${id}/manage?edit=2.1.0`);
	page = await correct.submit(form("correct"), { payoutA: "40" });
	expect(page.text("[data-testid=last-step]")).toMatch(/Result corrected|Resultado corrigido/);
	expect((await viewer.open("/tournament")).text("[data-testid=champion]")).toMatch(/Champion|Campeão/);
	page = await page.submit(form("finish"));
	expect(brackets.rows.one("select state from tournaments where id = ?", id).state).toBe("ended");
	const results = await viewer.open("/tournament");
	expect(results.html).not.toContain(seed);
	const whole = await viewer.open(String(results.$(`main a[href*='bracket=${id}']`).attr("href")));
	expect(whole.html).toContain(seed);
	expect(matches(whole)).toBe(3);
	expect(
		brackets.rows.all("select prize from tournament_entries where tournament_id = ? and place = 1", id),
	).toEqual([{ prize: 500 }]);
});
