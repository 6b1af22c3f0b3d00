import fc from "fast-check";
import { expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { pseudonymOf } from "~/games/crash/engine/pseudonym.server";
import type { PublicBet, PublicPlayer } from "~/games/crash/engine/view";
import { LIVE_TOPIC } from "~/games/crash/engine/view";
import { saveChoices } from "~/games/players/player-page.server";
import { addUser } from "../../../../support/database";
import { answerTo, TIMING } from "./engine.setup";
import { openSite, type Site } from "./live.setup";

const PUBLIC = { isPublic: true, showsPoints: false, showsWins: false, showsSince: false };
/** Time until the first frame with bets. */
const FRAME_MS = 300;

let requests = 0;
const betOf = (userId: string, stake = 10) => ({
	userId,
	idempotencyKey: `request-${++requests}`,
	stake,
	target: null,
});

/** All public frames and snapshots of the game, as text. */
const publicText = (site: Site) =>
	JSON.stringify([
		site.frames.filter(({ topic, key }) => topic === LIVE_TOPIC && key === undefined),
		site.snapshot(LIVE_TOPIC),
	]);

const publishedBets = (site: Site): PublicBet[] =>
	site.frames.filter(({ event }) => event === "bets").flatMap(({ data }) => data.changed);

async function open(users: string[]) {
	const site = await openSite({ users });
	const live = await site.bootLive();
	await live.start("admin");
	await site.clock.advance(0);
	const publish = (name: string, isPublic = true) =>
		saveChoices(site.tools, `user-${name}`, { ...PUBLIC, isPublic });
	/** Advances the clock until the next round waits. */
	async function nextRound() {
		const { round } = live.readState();
		for (let tries = 0; tries < 10_000; tries++) {
			await site.clock.advance(1000);
			const now = live.readState().round;
			if (now?.id !== round?.id && now?.phase === "waiting") return;
		}
		throw new Error("no other round");
	}
	const place = (name: string) => live.place(betOf(`user-${name}`));
	return { site, live, publish, nextRound, place };
}

it("a pseudonym has 8 characters and depends on player, round and process", () => {
	const text = fc.string({ minLength: 1 });
	fc.assert(
		fc.property(text, fc.uuid(), fc.uuid(), text, (userId, one, other, key) => {
			fc.pre(one !== other);
			const name = pseudonymOf(key, userId, one);
			expect(name).toMatch(/^[0-9a-f]{8}$/);
			expect(pseudonymOf(key, userId, one)).toBe(name);
			const others = [
				pseudonymOf(key, userId, other),
				pseudonymOf(`${key}.`, userId, one),
				pseudonymOf(key, `${userId}.`, one),
			];
			expect(others).not.toContain(name);
		}),
		{ seed: 20260304 },
	);
});

it("a player has one pseudonym in the state and frames of a round, and a new one with new bet ids in the next", async () => {
	const { site, live, nextRound, place } = await open(["ana"]);
	const seen: { player: PublicPlayer | undefined; id: string }[] = [];
	for (let rounds = 0; rounds < 3; rounds++) {
		const first = await place("ana");
		const [before] = live.readState().bets;
		await site.clock.advance(FRAME_MS);
		await live.cancel("user-ana", first.id);
		const { id } = await place("ana");
		await site.clock.advance(FRAME_MS);
		const [after] = live.readState().bets;
		expect(after).toMatchObject({ id, player: before?.player });
		const published = publishedBets(site).filter((bet) => [first.id, id].includes(bet.id));
		expect(published.length).toBeGreaterThan(1);
		for (const { player } of published) expect(player).toEqual(before?.player);
		seen.push({ player: after?.player, id: first.id }, { player: after?.player, id });
		await nextRound();
	}
	expect(new Set(seen.map(({ player }) => JSON.stringify(player))).size).toBe(3);
	expect(new Set(seen.map(({ id }) => id)).size).toBe(6);
	await live.end();
	await site.close();
});

it("a player's name is public only while their page is public", async () => {
	const { site, live, publish, nextRound, place } = await open(["ana", "bruno"]);
	const playerOf = () => live.readState().bets[0]?.player;
	const named = { name: "ana" };
	const unnamed = { pseudonym: expect.any(String) };
	await publish("ana");
	await place("ana");
	await site.clock.advance(FRAME_MS);
	expect(playerOf()).toEqual(named);
	expect(publishedBets(site).map(({ player }) => player)).toEqual([named]);

	await nextRound();
	await site.db
		.updateTable("users")
		.set({ twitch_username: "anabela" })
		.where("id", "=", "user-ana")
		.execute();
	await place("ana");
	await site.clock.advance(FRAME_MS);
	expect(playerOf(), "renamed").toEqual({ name: "anabela" });

	await nextRound();
	await publish("ana", false);
	await place("ana");
	await site.clock.advance(FRAME_MS);
	expect(playerOf(), "private again").toEqual(unnamed);

	await nextRound();
	await publish("ana");
	await eraseUser({ db: site.db, async remember() {} }, "user-ana");
	await place("ana");
	await site.clock.advance(FRAME_MS);
	expect(playerOf(), "erased").toEqual(unnamed);

	await nextRound();
	await publish("bruno");
	const { id } = await place("bruno");
	await live.cancel("user-bruno", id);
	await site.clock.advance(FRAME_MS);
	expect(live.readState().bets, "cancelled before its name was looked up").toEqual([]);
	expect(publicText(site)).not.toContain("bruno");
	expect(site.errors).toEqual([]);
	await live.end();
	await site.close();
});

it("a name is truncated to 64 characters without splitting one", async () => {
	const name = "\u{1f389}".repeat(1000);
	const { site, live, publish, place } = await open(["ana"]);
	await site.db.updateTable("users").set({ twitch_username: name }).where("id", "=", "user-ana").execute();
	await publish("ana");
	await place("ana");
	await site.clock.advance(FRAME_MS);
	expect(live.readState().bets[0]?.player).toEqual({ name: "\u{1f389}".repeat(64) });
	await live.end();
	await site.close();
});

it("bets are published with pseudonyms when names cannot be read", async () => {
	const { site, live, publish, place } = await open(["ana"]);
	await publish("ana");
	await place("ana");
	await site.db.schema.alterTable("player_pages").renameTo("player_pages_gone").execute();
	await site.clock.advance(FRAME_MS);
	expect(publishedBets(site)).toMatchObject([{ player: { pseudonym: expect.any(String) } }]);
	expect(site.errors).toMatchObject([{ event: "player-names-unread" }]);
	await site.db.schema.alterTable("player_pages_gone").renameTo("player_pages").execute();
	await live.end();
	await site.close();
});

it("public frames contain neither the start of a player id nor the name of a private player", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 5 }),
			fc.array(
				fc.record({
					who: fc.nat(),
					act: fc.constantFrom("place", "place", "cancel", "cash-out", "publish", "wait", "fly"),
				}),
				{ minLength: 10, maxLength: 30 },
			),
			async (ids, steps) => {
				const site = await openSite();
				const users = [];
				for (const id of ids) {
					users.push({ id: await addUser(site.db, id), isPublic: false, name: `name-${id.slice(-12)}` });
				}
				for (const { id, name } of users) {
					await site.db.updateTable("users").set({ twitch_username: name }).where("id", "=", id).execute();
				}
				const live = await site.bootLive();
				await live.start("admin");
				await site.clock.advance(0);
				for (const { who, act } of steps) {
					const user = users[who % users.length];
					if (!user) continue;
					const betId = live.readOwn(user.id).bet?.id ?? "";
					const { clock } = site;
					if (act === "place") await answerTo(live.place(betOf(user.id)));
					if (act === "cancel") await answerTo(live.cancel(user.id, betId));
					if (act === "cash-out") await answerTo(live.cashOut(user.id, betId));
					if (act === "wait") await clock.advance(FRAME_MS);
					if (act === "fly") await clock.advance(TIMING.waiting);
					if (act === "publish") {
						await saveChoices(site.tools, user.id, PUBLIC);
						user.isPublic = true;
					}
				}
				await site.clock.advance(FRAME_MS);
				const published = publicText(site);
				expect(published).not.toContain("user-");
				for (const { id, isPublic, name } of users) {
					expect(published).not.toContain(id.slice("user-".length, "user-".length + 8));
					if (!isPublic) expect(published).not.toContain(name);
				}
				await live.end();
				await site.close();
			},
		),
		{ numRuns: 15, seed: 20260304 },
	);
}, 60_000);
