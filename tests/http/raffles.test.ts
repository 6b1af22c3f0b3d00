import { expect, it } from "vitest";
import { QUICKNET } from "~/beacon/beacon";
import { openShelf } from "../support/data/store-content";
import { eventually } from "../support/eventually";
import { readScene } from "../support/http/overlay-scene";
import { UNSHARED, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { idOf } from "../support/site/points";
import { openRows } from "../support/site/rows";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
const pointsOf = (name: string) => {
	const shelf = openShelf(site);
	const points = shelf.pointsOf(name);
	shelf.close();
	return points;
};
const FORM = {
	title: "Keys",
	titleEn: "Keys",
	closesAt: "2099-01-01T21:00",
	prizes: "500\n200",
	price: 50,
	minAccountHours: "",
};

it("an admin opens a raffle, viewers enter in their language, and get their points back when it is cancelled", async () => {
	const admin = await visit(site, { as: "admin" });
	const dialog = await (await admin.open("/raffles")).follow("#add-record");
	const wrong = await dialog.submit("[role=dialog] form", { ...FORM, closesAt: "2020-01-01T21:00" });
	expect(wrong.errors()).toMatchObject({ closesAt: "A date and time in the future." });
	const list = await wrong.submit("[role=dialog] form", FORM);
	const path = list.$("[data-testid=raffle] a").attr("href") ?? "";
	expect(list.text("main")).toContain("Keys");

	const name = newPlayer();
	const viewer = await visit(site, { as: name, lang: "pt" });
	const page = await viewer.open(path);
	expect(page.text("main")).toContain("Preço de um bilhete: 50 pontos");
	const refused = await page.submit("form:has([name=count])", { count: 101 });
	expect(refused.errors().count).toContain("Um número inteiro de bilhetes");
	const entered = await refused.submit("form:has([name=count])", { count: 2 });
	expect(entered.text(".toasts")).toContain("Já estás dentro!");
	expect(entered.text("[data-testid=own-tickets]")).toMatch(/Tens 2 bilhetes.* \d+, \d+ /);
	expect(pointsOf(name)).toBe(900);

	const refusedCancel = await (await admin.open(path)).submit("form:has([value=cancel])");
	expect(refusedCancel.errors().reason).toBe("A reason of 1 to 200 characters.");
	const cancelled = await refusedCancel.submit("form:has([value=cancel])", { reason: "No <b>stream</b>" });
	expect(cancelled.text("[data-testid=cancelled]")).toContain("Reason: No <b>stream</b>");
	await eventually(() => expect(pointsOf(name)).toBe(1000));
	expect((await viewer.open(path)).$("form:has([name=count])")).toHaveLength(0);
	expect((await viewer.post(path, { intent: "cancel", reason: "Mine" })).status).toBe(403);
	const statement = await viewer.open("/points");
	expect(statement.text("main")).toContain("Sorteio: participação devolvida");
});

it("a draw shows its winners and its proof; a place that is passed over keeps its reason", async () => {
	const [one, two] = [newPlayer(), newPlayer()];
	for (const name of [one, two]) await visit(site, { as: name });
	const rows = openRows(site);
	const id = crypto.randomUUID();
	const at = "2026-03-01T00:00:00.000Z";
	rows.add("raffles", {
		...{
			id,
			title: "Cups",
			prizes: "500",
			prize_values: '[{"points":500}]',
			state: "drawn",
			seed: "aa",
			pay_after_minutes: 10,
		},
		...{ public_key: QUICKNET.publicKey, round: 1000, list_hash: "ab".repeat(32), frozen_at: at },
		...{
			signature: "cd".repeat(48),
			drawn_at: new Date(Date.now() - 60_000).toISOString(),
			seed_hash: "ef".repeat(32),
		},
	});
	for (const [index, name] of [one, two].entries()) {
		const of = { raffle_id: id, user_id: await idOf(site, name) };
		const number = 900_001 + index;
		rows.add("raffle_entries", { ...of, pseudonym: `${number}` });
		rows.add("raffle_tickets", { ...of, number, origin: "free" });
		const waits = { state: "waiting", prize: null, pays_at: null } as const;
		const drawn = { state: "drawn", prize: 1, pays_at: "2099-01-01T00:00:00.000Z" } as const;
		rows.add("raffle_places", { ...of, ...(index ? waits : drawn), place: index + 1, ticket: number });
	}
	rows.close();
	const page = await (await visit(site)).open(`/raffles/${id}`, UNSHARED);
	expect(page.text("[data-testid=place]")).toContain(`${one} 500 points Ticket 900001`);
	expect(page.text("main")).toMatch(/Round of the beacon 1000 \(quicknet\).*Seed aa/);
	const admin = await visit(site, { as: "admin" });
	const passed = await (await admin.open(`/raffles/${id}`)).submit("form:has([value=pass])", {
		reason: "Away",
	});
	expect(passed.text("[data-state=passed]")).toContain("Passed over: Away");
	expect(passed.text("[data-testid=place][data-state=drawn]")).toContain(two);
	expect(passed.text("main")).toContain("Download everything in one file");
	await expect.poll(() => readScene(site, "raffle", "pt")).toContain(`Cups1${two}500 pontos`);
});
