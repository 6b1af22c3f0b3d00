import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { momentOf } from "~/games/crash/engine/curve";
import { pseudonymOf } from "~/games/crash/engine/pseudonym.server";
import { REACTIONS } from "~/games/crash/engine/reactions";
import type { NameChoice, PublicBet, PublicPlayer } from "~/games/crash/engine/view";
import { LIVE_TOPIC } from "~/games/crash/engine/view";
import { chooseLiveName } from "~/games/crash/persistence/live-names.server";
import * as leaders from "~/games/lobby/leaders.queries.server";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { readTopWins } from "~/games/lobby/top-wins.server";
import { findBiggestWins } from "~/games/players/player-page.queries.server";
import { saveChoices } from "~/games/players/player-page.server";
import { setNameHidden } from "~/points/users/hidden-names.server";
import { addUser } from "../../../../support/database";
import { testSite } from "../../../../support/test-site";
import { propertySeed, sized } from "../../../../support/test-size";
import { chooseDraws, draw } from "./draw.setup";
import { answerTo, liveForEachTest, TIMING } from "./setup";

chooseDraws();

const PUBLIC = { isPublic: true, showsPoints: false, showsWins: false, showsSince: false };
/** Time until the first frame with bets. */
const FRAME_MS = 300;
const { game, reopen, start, place } = liveForEachTest(["ana", "bruno"]);

beforeEach(() => {
	Object.assign(draw, { crashPoint: 300, drawn: new Map() });
	return start();
});

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

/** Hides ana's name, or shows it again. @returns the work of the game that follows. */
async function hide(isHidden = true) {
	const renamed: Promise<void>[] = [];
	const nameChanged = (id: string) => void renamed.push(game.live.renamed(id));
	await setNameHidden(testSite({ ...game.site.tools, nameChanged }), "admin", "user-ana", isHidden);
	return renamed;
}

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

it("a choice counts from the next bet on, and reveals nothing of the rounds before", async () => {
	const shown = async (choice?: NameChoice) => {
		if (choice) await chooseLiveName(game.site.tools, "user-ana", choice);
		await place("ana");
		await showFrame();
		const player = shownBets()[0]?.player;
		if (choice) await chooseLiveName(game.site.tools, "user-ana", choice === "name" ? "alias" : "name");
		await showFrame();
		expect(shownBets()[0]?.player, "the bet stays as it is").toEqual(player);
		await nextRound();
		return player;
	};
	expect(await shown()).toEqual({ pseudonym: expect.any(String) });
	expect(publicText()).not.toContain("ana");
	expect(await shown("alias")).toEqual({ alias: expect.any(Number) });
	expect(publicText(), "chosen for the next round").not.toContain('"ana"');
	expect(await shown("name")).toEqual({ name: "ana" });
	expect(await shown("round")).toEqual({ pseudonym: expect.any(String) });
	const rows = await game.site.db.selectFrom("crash_bets").select("shown_as").orderBy("created_at").execute();
	expect(rows.map(({ shown_as }) => shown_as)).toEqual(["round", "alias", "name", "round"]);
});

it("a win under a pseudonym is on no board, and does not name the biggest win", async () => {
	for (const choice of ["alias", "name"] as const) {
		await chooseLiveName(game.site.tools, "user-ana", choice);
		await place("ana", choice === "alias" ? 200 : 100, 250);
		await nextRound();
		const { best } = game.live.readState();
		expect(best, "the later name does not reveal the earlier win").toEqual({
			name: null,
			multiplier: 250,
			win: 300,
		});
	}
	const site = { ...game.site.tools, config: { SITE_TIMEZONE: "Europe/Lisbon" } };
	expect(await readTopWins(site as never, "en")).toMatchObject([{ username: "ana", amount: 150 }]);
	expect(await findBiggestWins(game.site.db, "user-ana", 5)).toMatchObject([{ amount: 150 }]);
});

it("the biggest exit is published with the crash, by name, and not before it", async () => {
	for (const [name, stake, target] of [
		["ana", 100, 200],
		["bruno", 50, 299],
	] as const) {
		await chooseLiveName(game.site.tools, `user-${name}`, "name");
		await place(name, stake, target);
	}
	await game.site.clock.advance(TIMING.waiting + momentOf(300) - 1);
	expect(publicText()).not.toContain('"top"');
	await game.site.clock.advance(500);
	const phases = game.site.frames.filter(({ event, data }) => event === "phase" && data.phase === "crashed");
	const top = { player: { name: "ana" }, multiplier: 200, win: 100 };
	expect(phases.at(-1)?.data.top).toMatchObject(top);
	expect(game.live.readState().round?.top).toMatchObject(top);
	await nextRound();
	expect(game.live.readState().round).not.toHaveProperty("top");
});

it("a name that is hidden during a round disappears at once, from the round and from the biggest win", async () => {
	await chooseLiveName(game.site.tools, "user-ana", "name");
	await place("ana", 100, 200);
	await nextRound();
	expect(game.live.readState().best?.name).toBe("ana");
	await place("ana");
	await showFrame();
	await Promise.all(await hide());
	const state = game.site.frames.filter(({ event }) => event === "state").at(-1)?.data;
	expect([state.bets[0].player, state.best.name]).toEqual([{ pseudonym: expect.any(String) }, null]);
	await Promise.all(await hide(false));
	expect(game.live.readState().best?.name).toBe("ana");
	await nextRound();
	await place("ana");
	await showFrame();
	expect(shownBets()[0]?.player).toEqual({ name: "ana" });
});

it("all names leave the round if a message about a hidden one may be lost", async () => {
	for (const name of ["ana", "bruno"]) {
		await chooseLiveName(game.site.tools, `user-${name}`, "name");
		await place(name);
	}
	await showFrame();
	expect(shownBets().map(({ player }) => player)).toEqual([{ name: "ana" }, { name: "bruno" }]);
	await game.live.renamed();
	const state = game.site.frames.filter(({ event }) => event === "state").at(-1)?.data;
	const unnamed = { pseudonym: expect.any(String) };
	expect(state.bets.map(({ player }: PublicBet) => player)).toEqual([unnamed, unnamed]);
});

it("a name that is hidden while the biggest win is read is not shown beside it", async () => {
	await chooseLiveName(game.site.tools, "user-ana", "name");
	await place("ana", 100, 200);
	await game.site.clock.advance(TIMING.waiting);
	const { findNames } = leaders;
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	const finding = vi.spyOn(leaders, "findNames");
	/** Whether the first read after the crash has its rows. */
	let isRead = false;
	finding.mockImplementation((async (...asked: Parameters<typeof findNames>) => {
		const rows = await findNames(...asked);
		if (game.live.readState().round?.phase !== "crashed" || isRead) return rows;
		isRead = true;
		await held;
		return rows;
	}) as never);
	await game.site.clock.advance(momentOf(300));
	await vi.waitFor(() => expect(isRead).toBe(true));
	const renamed = await hide();
	await game.site.clock.advance(1000);
	release();
	await Promise.all(renamed);
	await nextRound();
	expect(game.live.readState().best).toEqual({ name: null, multiplier: 200, win: 100 });
});

it("1,000 reactions cost a frame per 500 ms, with the number of each", async () => {
	for (let n = 0; n < 1000; n++) {
		game.live.react(n % 4 === 0 ? "heart" : "fire");
		await game.site.clock.advance(1);
	}
	await game.site.clock.advance(500);
	const frames = game.site.frames.filter(({ event }) => event === "reactions");
	expect(frames.length).toBe(2);
	expect((frames[1]?.at ?? 0) - (frames[0]?.at ?? 0)).toBeGreaterThanOrEqual(500);
	const sums = REACTIONS.map((_, at) => frames.reduce((sum, { data }) => sum + data[at], 0));
	expect(Object.fromEntries(REACTIONS.map((name, at) => [name, sums[at]]))).toMatchObject({
		fire: 750,
		heart: 250,
	});
	await game.site.clock.advance(5000);
	expect(game.site.frames.filter(({ event }) => event === "reactions")).toHaveLength(2);
});

it("who plays is a line in each language with at most five names, for the flight and until the next one", async () => {
	const names = Array.from({ length: 9 }, (_, at) => `player${at}`);
	await reopen(names);
	await start();
	for (const name of names.slice(1)) await chooseLiveName(game.site.tools, `user-${name}`, "name");
	for (const name of names) await place(name);
	expect(game.live.playingNow(), "before the flight").toBeNull();
	await game.site.clock.advance(TIMING.waiting + FRAME_MS);
	const line = game.live.playingNow();
	expect(line?.en.replace(/[\u2068\u2069]/g, "")).toBe(
		"9 players now: player1, player2, player3, player4, player5",
	);
	expect(line?.pt).toContain("9 jogadores agora");
	await nextRound();
	expect(game.live.playingNow()).toEqual(line);
	await game.live.renamed("user-player1");
	expect(game.live.playingNow(), "a name of the last flight may be hidden now").toBeNull();
	await game.live.stop("admin");
	await game.site.clock.advance(1000);
	expect(game.live.playingNow()).toBeNull();
	const published = game.site.frames.filter(
		({ topic, event }) => topic === LOBBY_TOPIC && event === "playing",
	);
	expect([published.length <= 3, published.at(-1)?.data]).toEqual([true, null]);
});

it("public frames contain neither the start of a player id nor the name of a private player", async () => {
	const step = fc.record({
		who: fc.nat(),
		act: fc.constantFrom("place", "place", "cancel", "cash-out", "publish", "wait", "fly"),
	});
	// Of small numbers, the start of an id would often be a part of another player's name.
	const id = fc.noBias(fc.uuid());
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(id, { minLength: 2, maxLength: 5 }),
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
});

it("a name that is hidden while it is looked up is not shown", async () => {
	await publish("ana");
	await place("ana");
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	const { findNames } = leaders;
	const findHeld = async (...asked: Parameters<typeof findNames>) => {
		const rows = await findNames(...asked);
		await held;
		return rows;
	};
	vi.spyOn(leaders, "findNames").mockImplementation(findHeld as never);
	await showFrame();
	const renamed = await hide();
	release();
	await Promise.all(renamed);
	await showFrame();
	expect(shownBets()).toHaveLength(1);
	expect(JSON.stringify(shownBets())).not.toContain("ana");
});
