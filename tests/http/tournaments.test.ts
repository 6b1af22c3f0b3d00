import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UNSHARED, visit } from "../support/http/visitor";
import { rowOf } from "../support/rows-of";
import { newPlayer } from "../support/site/new-player";
import { type Site, startSite } from "../support/site/site";
import { addRound } from "../unit/events/tournament-rows";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
});
afterAll(() => site?.close());

const NONE = {
	en: "There is currently no tournament in progress. Follow us to stay updated.",
	pt: "De momento não há nenhum torneio a decorrer. Segue-nos para ficares a par.",
};
const TEXTS = {
	en: { place: "Your best: 12.4x – 1st", none: "No tournament is on right now." },
	pt: { place: "O teu melhor: 12,4x – 1.º", none: "De momento não há nenhum torneio." },
};

it("without a tournament the lobby and /tournament say so, with a link to follow the channel", async () => {
	for (const lang of ["en", "pt"] as const) {
		const visitor = await visit(site, { lang });
		for (const path of ["/mini-games", "/tournament"])
			expect((await visitor.open(path)).text("main"), path).toContain(NONE[lang]);
		expect((await visitor.open("/tournament")).$("main a[href='/social']")).toHaveLength(1);
		expect((await visitor.open("/events")).text("main")).toContain(TEXTS[lang].none);
	}
});

it.each(["en", "pt"] as const)(
	"a race is created, entered, played and shown with scripts off, in %s",
	async (lang) => {
		const [name, title] = [newPlayer(), `Weekend ${lang}`];
		const admin = await visit(site, { as: "admin", lang });
		const empty = await (await admin.open("/tournament/new?kind=race")).submit("main form", { title });
		expect(empty.errors()).toHaveProperty("endsAt");
		expect(empty.text("#field-games-error")).not.toBe("");
		expect(empty.fields("main form").title, "what was typed").toBe(title);
		const created = await empty.submit("main form", {
			...{ games: "plinko", fee: 50, minAccountHours: 0, endsAt: "2099-01-01T12:00", points1: 500 },
		});
		expect(created.path).toBe("/tournament");
		const card = `[data-testid=tournament]:contains("${title}")`;
		expect(created.$(`${card} button`), "admins do not enter").toHaveLength(0);

		const viewer = await visit(site, { as: name, lang });
		const open = () => viewer.open("/tournament", UNSHARED);
		expect((await (await open()).submit(`${card} form`)).path).toBe("/tournament");
		const db = openDatabase(site.databaseUrl);
		const { id: userId } = await rowOf(db, "users", { twitch_username: name });
		expect((await rowOf(db, "user_points", { user_id: userId })).points).toBe(950);
		await addRound(db, userId, new Date(), { payout: 124 });
		const { id } = await rowOf(db, "tournaments", { title });
		await db.destroy();
		await expect.poll(async () => (await open()).text(`${card} [data-testid=own]`)).toBe(TEXTS[lang].place);
		expect((await open()).text(`${card} [data-testid=board]`)).toContain(name);
		expect((await open()).$(`${card} a[href='/mini-games/plinko']`), "an entrant can play").toHaveLength(1);
		for (const path of ["/", "/events", "/mini-games"])
			expect(
				(await viewer.open(path, UNSHARED)).text(`main a[href='/tournament#tournament-${id}']`),
				path,
			).toContain(title);

		const locked = await admin.open(`/tournament/${id}/edit`);
		expect(locked.$("main form")).toHaveLength(1);
		expect((await locked.submit("main form")).path).toBe("/tournament");
		expect((await open()).$(card)).toHaveLength(0);
	},
);
