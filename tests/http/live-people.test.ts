/** How players of live Crash see each other, without scripts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCalmFlights } from "../support/data/crash-rows";
import { type ServedPage, visit } from "../support/http/visitor";
import { openCrash } from "../support/site/crash-client";
import { newPlayer } from "../support/site/new-player";
import { type Site, startSite } from "../support/site/site";

const ADDRESS = "/mini-games/live-crash";
const ALIAS = /^[\p{L}-]+ [\p{L}-]+ [1-9]\d\d$/u;

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { CRASH_PAUSE_SCALE: "0.4" }, prepare: addCalmFlights });
	await (await visit(site, { as: "admin" })).post("/mini-games", { intent: "start" });
});
afterAll(() => site?.close());

const shownAs = (page: ServedPage) => page.text("[data-testid=shown-as]");
const choose = (page: ServedPage, choice: string) =>
	page.submit("[data-testid=name-choice] form", {}, { button: `[value=${choice}]` });

it("a player chooses a name, a pseudonym or neither before the first bet, and changes it at any time", async () => {
	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	let first = await viewer.open(ADDRESS);
	// The form is absent between two rounds.
	const forms = async () => {
		first = await viewer.open(ADDRESS);
		return first.$("[data-testid=name-choice] ~ form").length;
	};
	await expect.poll(forms, { message: "met before the form of the bet" }).toBe(1);
	expect(shownAs(first)).toBe("a new player every flight");
	const chosen = await choose(first, "alias");
	expect([chosen.status, chosen.text("[data-testid=message]")]).toEqual([
		200,
		"From your next bet on, others see you like this.",
	]);
	const alias = shownAs(chosen);
	expect(alias).toMatch(ALIAS);

	const player = openCrash(site, "live-crash", viewer.cookie());
	const visitor = await visit(site);
	await player.place({ stake: 50 });
	const listed = async () => (await visitor.open(ADDRESS)).text("[data-testid=players]");
	await expect.poll(listed).toContain(alias);
	expect(await listed()).not.toContain(name);
	const named = await choose(await viewer.open(ADDRESS), "name");
	expect(shownAs(named)).toBe(name);
	expect(await listed(), "the bet stays as it was placed").not.toContain(name);
	const line = async () => (await visitor.open("/mini-games")).text("[data-testid=playing]");
	await expect.poll(line).toContain(alias);
	expect(shownAs(await choose(named, "alias")), "a new one, so that nobody recognises it").not.toBe(alias);
	const inPortuguese = await visit(site, { as: name, lang: "pt" });
	const read = async () => {
		const page = await inPortuguese.open(ADDRESS);
		return [shownAs(page), page.$("#target").val()];
	};
	await expect.poll(read).toEqual([expect.stringMatching(ALIAS), "2,00"]);
	expect((await viewer.post(`${ADDRESS}?people`, { intent: "rename", shownAs: "ana" })).status).toBe(400);
	player.stream.close();
});

it("a reaction is shown to all who watch, and each viewer sends a limited number", async () => {
	const viewer = await visit(site, { as: newPlayer() });
	const watcher = openCrash(site, "live-crash", (await visit(site)).cookie());
	await expect.poll(async () => (await viewer.open(ADDRESS)).$("form[aria-label=React]").length).toBe(1);
	const page = await viewer.open(ADDRESS);
	expect(page.$("form[aria-label=React] button[aria-label]").length).toBe(6);
	expect((await page.submit("form[aria-label=React]", {}, { button: "[value=heart]" })).status).toBe(200);
	await expect.poll(() => watcher.stream.text).toMatch(/reactions[\s\S]*\[0,0,1,0,0,0\]/);
	const react = async () =>
		(await viewer.post(`${ADDRESS}?people`, { intent: "react", reaction: "fire" })).status;
	const answers = await Promise.all(Array.from({ length: 12 }, react));
	expect(answers.filter((status) => status === 429).length, "of 13 within ten seconds").toBeGreaterThan(0);
	const other = await visit(site, { as: newPlayer() });
	expect((await other.post(`${ADDRESS}?people`, { intent: "react", reaction: "fire" })).status).toBe(200);
	expect(
		(await (await visit(site)).post(`${ADDRESS}?people`, { intent: "react", reaction: "fire" })).status,
	).toBe(401);
	watcher.stream.close();
});
