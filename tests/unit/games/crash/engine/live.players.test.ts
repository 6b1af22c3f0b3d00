import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { pseudonymOf } from "~/games/crash/engine/pseudonym.server";
import type { PublicBet, PublicPlayer } from "~/games/crash/engine/view";
import { LIVE_TOPIC } from "~/games/crash/engine/view";
import { saveChoices } from "~/games/players/player-page.server";
import { addUser } from "../../../../support/database";
import { propertySeed, sized } from "../../../../support/test-size";
import { answerTo, liveForEachTest, TIMING } from "./setup";

const PUBLIC = { isPublic: true, showsPoints: false, showsWins: false, showsSince: false };
/** Time until the first frame with bets. */
const FRAME_MS = 300;
const { game, reopen, start, place } = liveForEachTest(["ana", "bruno"]);

beforeEach(start);

const showFrame = () => game.site.clock.advance(FRAME_MS);
const shownBets = () => game.live.readState().bets;
const publishedBets = (): PublicBet[] =>
	game.site.frames.filter(({ event }) => event === "bets").flatMap(({ data }) => data.changed);
/** All public frames and snapshots of the game, as text. */
const publicText = () =>
	JSON.stringify([
		game.site.frames.filter(({ topic, key }) => topic === LIVE_TOPIC && key === undefined),
		game.site.snapshot(LIVE_TOPIC),
	]);
const publish = (name: string, isPublic = true) =>
	saveChoices(game.site.tools, `user-${name}`, { ...PUBLIC, isPublic });
const rename = (id: string, name: string) =>
	game.site.db.updateTable("users").set({ twitch_username: name }).where("id", "=", id).execute();

/** Advances the clock until the next round waits. */
async function nextRound() {
	const { round } = game.live.readState();
	for (let tries = 0; tries < 10_000; tries++) {
		await game.site.clock.advance(1000);
		const now = game.live.readState().round;
		if (now?.id !== round?.id && now?.phase === "waiting") return;
	}
	throw new Error("no other round");
}

it("a pseudonym has 8 characters and depends on player, round and the key of the process", () => {
	const names = ["key user round", "other user round", "key other round", "key user other"].map((of) => {
		const [key = "", user = "", round = ""] = of.split(" ");
		return pseudonymOf(key, user, round);
	});
	for (const name of names) expect(name).toMatch(/^[0-9a-f]{8}$/);
	expect(new Set(names).size).toBe(4);
});

it("a player has one pseudonym in the state and frames of a round, and a new one with new bet ids in the next", async () => {
	const players: (PublicPlayer | undefined)[] = [];
	const ids = new Set<string>();
	for (let rounds = 0; rounds < 3; rounds++) {
		const first = await place("ana");
		const [before] = shownBets();
		await showFrame();
		await game.live.cancel("user-ana", first.id);
		const { id } = await place("ana");
		await showFrame();
		expect(shownBets()[0]).toMatchObject({ id, player: before?.player });
		const published = publishedBets().filter((bet) => [first.id, id].includes(bet.id));
		expect(published.length).toBeGreaterThan(1);
		for (const { player } of published) expect(player).toEqual(before?.player);
		players.push(before?.player);
		ids.add(first.id).add(id);
		await nextRound();
	}
	expect([new Set(players.map((player) => JSON.stringify(player))).size, ids.size]).toEqual([3, 6]);
});

it("a player's name is public only while their page is public, and truncated to 64 whole characters", async () => {
	const unnamed = { pseudonym: expect.any(String) };
	async function expectPlayer(player: unknown, what: string) {
		await place("ana");
		await showFrame();
		expect(shownBets()[0]?.player, what).toEqual(player);
		await nextRound();
	}
	await publish("ana");
	await expectPlayer({ name: "ana" }, "public");
	expect(publishedBets().map(({ player }) => player)).toContainEqual({ name: "ana" });
	await rename("user-ana", "\u{1f389}".repeat(1000));
	await expectPlayer({ name: "\u{1f389}".repeat(64) }, "renamed");
	await publish("ana", false);
	await expectPlayer(unnamed, "private again");
	await publish("ana");
	await eraseUser({ db: game.site.db, async remember() {} }, "user-ana");
	await expectPlayer(unnamed, "erased");
	await publish("bruno");
	const { id } = await place("bruno");
	await game.live.cancel("user-bruno", id);
	await showFrame();
	expect(shownBets(), "cancelled before its name was looked up").toEqual([]);
	expect(publicText()).not.toContain("bruno");
});

it("bets are published with pseudonyms when names cannot be read", async () => {
	await publish("ana");
	await place("ana");
	await game.site.db.schema.alterTable("player_pages").renameTo("player_pages_gone").execute();
	await showFrame();
	expect(publishedBets()).toMatchObject([{ player: { pseudonym: expect.any(String) } }]);
	expect(game.site.errors.splice(0)).toMatchObject([{ event: "player-names-unread" }]);
	await game.site.db.schema.alterTable("player_pages_gone").renameTo("player_pages").execute();
});

it("public frames contain neither the start of a player id nor the name of a private player", async () => {
	const step = fc.record({
		who: fc.nat(),
		act: fc.constantFrom("place", "place", "cancel", "cash-out", "publish", "wait", "fly"),
	});
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 5 }),
			fc.array(step, { minLength: 10, maxLength: 30 }),
			async (ids, steps) => {
				await reopen([]);
				const { site, live } = game;
				const users = [];
				for (const uuid of ids) {
					const user = { id: await addUser(site.db, uuid), isPublic: false, name: `name-${uuid.slice(-12)}` };
					await rename(user.id, user.name);
					users.push(user);
				}
				await start();
				for (const { who, act } of steps) {
					const user = users[who % users.length];
					if (!user) continue;
					const betId = live.readOwn(user.id).bet?.id ?? "";
					if (act === "place") await answerTo(place(user.id.slice("user-".length)));
					if (act === "cancel") await answerTo(live.cancel(user.id, betId));
					if (act === "cash-out") await answerTo(live.cashOut(user.id, betId));
					if (act === "wait") await showFrame();
					if (act === "fly") await site.clock.advance(TIMING.waiting);
					if (act === "publish") {
						await saveChoices(site.tools, user.id, PUBLIC);
						user.isPublic = true;
					}
				}
				await showFrame();
				const published = publicText();
				expect(published).not.toContain("user-");
				for (const { id, isPublic, name } of users) {
					expect(published).not.toContain(id.slice("user-".length, "user-".length + 8));
					if (!isPublic) expect(published).not.toContain(name);
				}
			},
		),
		{ numRuns: sized(4, 60), seed: propertySeed(20260304) },
	);
}, 60_000);
