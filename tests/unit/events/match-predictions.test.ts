import { beforeEach, expect, it } from "vitest";
import { followSources } from "~/events/predictions/decide.server";
import { stakeOn } from "~/events/predictions/markets.server";
import { readMatchForm } from "~/events/predictions/predictions-page.server";
import { cancelTournament } from "~/events/tournaments/tournaments.server";
import { addUser, seededRandomHex, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows } from "../../support/rows-of";
import { MINUTE, openPredictions } from "./predictions.setup";
import { bracketActs, createBracket, play } from "./tournaments/bracket.setup";

const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, bruno: 1000, eva: 1000 } });
const BOSS = userId("boss");
let world: ReturnType<typeof openPredictions>;
let site: ReturnType<typeof openPredictions>["site"];
let tournamentId: string;
let acts: ReturnType<typeof bracketActs>;

/** Draws a bracket of four. */
beforeEach(async () => {
	world = openPredictions(test);
	site = Object.assign(world.site, { randomHex: seededRandomHex("match"), tournamentsChanged() {} });
	site.config.PREDICTIONS = true;
	const viewers = [];
	for (const name of ["rui", "ines", "luis", "sara"]) viewers.push(await addUser(test.db, name, 1000));
	tournamentId = await createBracket(site, BOSS, viewers, { size: 4 });
	acts = bracketActs(site, BOSS, tournamentId);
	world.clock.pass(1);
	await acts.draw();
	world.clock.pass(1);
});

const openOn = (round = 1) => world.open({ intent: "openMatch", tournamentId, round, number: 1 });
const enter = async (entered = play(), intent: "play" | "correct" = "play") => {
	await acts.enterPlay([1, 1, 0], entered, intent);
	world.clock.pass(1);
};
const undo = () => acts.undo();
const matchForm = () => readMatchForm(site, tournamentId, { round: 1, number: 1 });
const shown = async (name?: string) => (await world.page(name)).markets[0];
const points = () => Promise.all(["ana", "bruno"].map(world.points));

/** A prediction with a stake on each side. */
async function openWithStakes() {
	const id = await openOn();
	await world.stake("ana", id, 0, 100);
	await world.stake("bruno", id, 1, 100);
	return id;
}

it("asks by the names of the two, and takes no stake of theirs", async () => {
	expect(await matchForm()).toMatchObject({ round: 1, number: 1, minutes: 10 });
	const id = await openOn();
	expect(await matchForm()).toBe(null);
	const { entrants, current } = await acts.read();
	const names = (current?.entries ?? []).map((entry) => entrants.find(({ id }) => id === entry)?.name ?? "");
	expect(await shown(names[0])).toMatchObject({
		...{ question: `Who wins: ${names[0]} or ${names[1]}?`, outcomes: names, isOwnMatch: true },
	});
	expect(await shown()).toMatchObject({ isOwnMatch: false });
	for (const name of names) await expectRefusal(world.stake(name, id, 0, 10), "marketOwnMatch");
	const form = { idempotencyKey: crypto.randomUUID(), marketId: id, outcome: 0, points: 1 };
	const moderator = { id: userId("ana"), isAdmin: false, rights: ["tournaments" as const] };
	await expectRefusal(stakeOn(site, moderator, form), "marketAdmin");
	await expectRefusal(openOn(), "marketExists");
	await expectRefusal(openOn(2), "marketNoMatch");
	await changeRows(test.db, "users", {}, { name_hidden_at: "2030" });
	expect((await shown())?.outcomes).toEqual([expect.stringMatching(/^1\. /), expect.stringMatching(/^2\. /)]);
});

it("locks with the first play, also if that is undone at once, and pays by the match", async () => {
	const id = await openWithStakes();
	await enter(play(100, 200));
	await expectRefusal(world.stake("eva", id, 0, 1), "marketLocked");
	await undo();
	expect((await shown())?.state).toBe("locked");
	await expectRefusal(world.stake("eva", id, 0, 1), "marketLocked");
	await followSources(site);
	expect((await world.market(id)).locks_at).toBe(world.clock.now().toISOString());
	await enter(play(100, 200));
	await followSources(site);
	expect(await world.market(id)).toMatchObject({ state: "decided", result: 1, decided_by: null });
	await expectRefusal(openOn(), "marketNoMatch");
	await world.wait(10 * MINUTE);
	expect(await points()).toEqual([900, 1100]);
	await world.expectSound();
});

it("is not opened on a match whose result was seen, nor after a second draw, which may give the same two", async () => {
	await enter();
	await undo();
	await expectRefusal(openOn(), "marketNoMatch");
	expect(await matchForm()).toBe(null);
	await undo();
	await acts.draw();
	await expectRefusal(openOn(), "marketNoMatch");
});

it("follows a result that is undone and corrected before it pays, also without a call in between", async () => {
	const id = await openWithStakes();
	await enter();
	await followSources(site);
	await undo();
	await world.wait(10 * MINUTE);
	expect(await world.market(id)).toMatchObject({ state: "open", result: null });
	await expectRefusal(world.stake("eva", id, 0, 1), "marketLocked");
	await enter();
	await followSources(site);
	await enter(play(100, 200), "correct");
	await world.wait(10 * MINUTE);
	expect(await world.market(id)).toMatchObject({ state: "decided", result: 1 });
	await world.wait(10 * MINUTE);
	expect(await points()).toEqual([900, 1100]);
	await world.expectSound();
});

it.each([
	["the draw is undone", undo, "matchGone"],
	["the tournament is cancelled", () => cancelTournament(site, BOSS, tournamentId), "cancelled"],
] as const)("is refunded if %s", async (_, act, refund) => {
	const id = await openWithStakes();
	await act();
	await expectRefusal(world.stake("eva", id, 0, 1), "marketLocked");
	await followSources(site);
	expect((await shown())?.refund).toBe(refund);
	await world.wait(10 * MINUTE);
	expect(await points()).toEqual([1000, 1000]);
	await world.expectSound();
});
