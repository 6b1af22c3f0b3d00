/** An admin hides a name from others, and shows it again. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { dateIn } from "~/lib/calendar";
import { openHunts } from "../support/data/hunt-rows";
import { publish } from "../support/data/player-rows";
import { readPlayer } from "../support/data/players";
import { type ServedPage, UNSHARED, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { atNoon } from "../support/site/noon";
import { registerUser } from "../support/site/points";
import { openRows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { ...atNoon(), RATE_LIMIT_SCALE: "100" } });
});
afterAll(() => site?.close());

/** A winner on every board, of a hunt and with a public page and a shared round. @returns the pages with the name. */
async function addEverywhere(name: string): Promise<string[]> {
	const id = await registerUser(site, name);
	await publish(site, name);
	const hunts = openHunts(site);
	const hunt = hunts.add({ status: "finished" });
	hunts.addSlot(hunt, "Wolf", 100, 5000);
	hunts.close();
	const rows = openRows(site);
	const at = new Date().toISOString();
	const zone = site.settings({}).SITE_TIMEZONE ?? "Europe/Lisbon";
	rows.run(
		"insert into game_wins (id, user_id, amount, game_name, day, created_at, multiplier) values ('hidden', ?, 90000, 'Navalhas Plinko', ?, ?, 900)",
		...[id, dateIn(zone, new Date(at)), at],
	);
	rows.run(
		"insert into hunt_guesses (hunt_id, user_id, guess, created_at, updated_at) values (?, ?, 5000, ?, ?)",
		...[hunt, id, at, at],
	);
	rows.run(
		"update hunts set prize_points = 100, prize_user_id = ?, prize_paid_at = ? where id = ?",
		id,
		at,
		hunt,
	);
	rows.close();
	const owner = await visit(site, { as: name });
	await (await owner.open("/mini-games/plinko")).submit("#plinko-form", { stake: 10, balls: 1 });
	const shared = await (await owner.open("/points/history")).submit("button[value=share]");
	return [
		...["/", "/mini-games", "/mini-games?by=multiplier&span=all", "/bonus-hunt", `/bonus-hunt/past/${hunt}`],
		...[`/players/${name}`, shared.path],
	];
}

it("a name that an admin has hidden is on no page of others, until it is shown again", async () => {
	const name = newPlayer();
	const paths = await addEverywhere(name);
	const { id } = readPlayer(site, name);
	const admin = await visit(site, { as: "admin" });
	const [visitor, viewer] = [await visit(site), await visit(site, { as: newPlayer() })];
	const named = async () => {
		const found = new Set<string>();
		for (const one of [visitor, viewer, admin])
			for (const path of paths) if ((await one.open(path, UNSHARED)).html.includes(name)) found.add(path);
		return [...found];
	};
	expect(await named(), "before").toEqual(paths);

	const button = (page: ServedPage, value: string) => page.submit(`form:has([name=name][value=${value}])`);
	const hidden = await button(await admin.open(`/user-points/${id}`), "hide");
	expect(hidden.text()).toContain("Name hidden from other viewers.");
	expect(await named(), "hidden").toEqual([`/players/${name}`]);
	const page = await visitor.open(`/players/${name}`);
	expect([page.status, page.$("[data-testid=player]").length], "the address alone has the name").toEqual([
		404, 0,
	]);
	expect((await viewer.open(`/bonus-hunt/past/${paths[4]?.split("/").at(-1)}`, UNSHARED)).text()).toContain(
		"Anonymous",
	);

	const own = await (await visit(site, { as: name, lang: "pt" })).open("/points/page");
	expect(own.text("[data-testid=page-state]")).toContain("A equipa escondeu o teu nome");
	expect(own.text("[data-testid=player]"), "the viewer sees it").toContain(name);

	const again = await button(await admin.open(`/user-points/${id}`), "hide").catch(() => undefined);
	expect(again, "the page offers the opposite only").toBeUndefined();
	await admin.post(`/user-points/${id}`, { name: "hide" });
	await button(await admin.open(`/user-points/${id}`), "show");
	expect(await named(), "shown again").toEqual(paths);
	const log = (await admin.open("/changes")).text();
	expect(log.match(/Name hidden/g)?.length, "the repeat changed nothing; one more in the filter").toBe(2);
	expect(log).toContain("Name shown again");
	await viewer.post(`/user-points/${id}`, { name: "hide" });
	expect(await named(), "only an admin hides names").toEqual(paths);
});
