/** Races of the ways to earn points: see {@link Race}. */
import { expect } from "vitest";
import { claimCode, createCode, endCode, type NewCode } from "~/earning/codes/codes.server";
import { collectDailyBonus } from "~/earning/daily/daily-bonus.server";
import { platformEvent } from "~/earning/inbox/inbox.server";
import type { PlatformEvent } from "~/earning/inbox/platform-event";
import { watchSlice } from "~/earning/watch/watch.server";
import { startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { eventOf, openStreamSite, RULES, watcher } from "../earning/stream-site";
import { byAll, type Call, compete, newKey, oneOf, type Race, repeat, type World } from "./race.setup";

const codeForm = (code: string, form: Partial<NewCode> = {}): NewCode => ({
	...{ idempotencyKey: newKey(), code, points: 50, maxClaims: null, audience: "everybody" as const },
	...{ startsAt: undefined, minutes: 10 },
	...form,
});

async function addCode(world: World, form: Partial<NewCode> = {}) {
	const code = world.newName();
	const id = await createCode(world.tools, world.admin, codeForm(code, form));
	return { id, code };
}

/** @returns whether the call has credited the points. */
const claim =
	(viewer: string, code: string): Call =>
	async (tools) => {
		const { points, isNew } = await claimCode(tools, { id: viewer, isAdmin: false, rights: [] }, code);
		expect(points).toBe(50);
		return isNew ? "credited" : "known";
	};

/** Adds a viewer who has linked an account of Twitch. */
async function addPerson(world: World, points = 0) {
	const [userId, personId] = [await world.viewer(points), world.newName()];
	await openStreamSite(world).signIn(userId, personId);
	return { userId, personId };
}

const follow = (personId: string): PlatformEvent =>
	eventOf({ person: { id: personId, name: personId }, key: `follow:${personId}` });

/** @returns whether the event was new. */
const receive =
	(event: PlatformEvent): Call =>
	async ({ db }) =>
		(await openStreamSite({ db }).receive(event)) ? "new" : "known";

/** Handles all events and turns that are due. Nothing may fail. */
const settle =
	(rules = RULES): Call =>
	async ({ db }) => {
		const site = openStreamSite({ db }, () => rules);
		await site.settle();
		expect(site.errors).toEqual([]);
	};

const HOUR_MS = 3_600_000;

/** Announces a gift of a new viewer on Kick some minutes ago. */
async function giftsOnKick(world: World) {
	const [userId, name] = [await world.viewer(0), world.newName()];
	const person = { id: name.replace(/^\D+/, ""), name };
	await openStreamSite(world).signInFromKick(userId, person.id);
	const gift = (minutesAgo: number): PlatformEvent =>
		eventOf({
			...{ platform: "kick", kind: "gift", person, facts: { tier: 1, count: 1 } },
			happenedAt: new Date(world.clock.now().getTime() - minutesAgo * 60_000),
		});
	const rows = () => world.rows("platform_events", { person_id: person.id });
	return { userId, gift, rows };
}

/** Handles what is due after the wait of a gift. */
const settleLater: Call = async ({ db }) => {
	const site = openStreamSite({ db });
	site.clock.pass(HOUR_MS);
	await site.settle();
	expect(site.errors).toEqual([]);
};

const decide =
	(world: World, id: number, decision: "release" | "reject"): Call =>
	({ db }) =>
		openStreamSite({ db }).decideGift(world.admin, id, decision);

/** Stores a turn of a new stream. @returns its reference in the ledger, without the user. */
async function addTurn(world: World, personIds: readonly string[]) {
	const streamId = world.newName();
	const turn = { platform: "twitch" as const, streamId, turn: 1, at: world.clock.now() };
	const watchers = personIds.map((id) => watcher(id));
	await openStreamSite(world).addTurn(turn, watchers);
	return { streamId, turn, watchers };
}

const collectState = ({ points, state }: { points: number; state: string }) => ({ points, state });

export const earningRaces: readonly Race[] = [
	oneOf("the last claim of a code, by four viewers", { credited: 1, codeUsedUp: 3 }, async (world) => {
		const { code } = await addCode(world, { maxClaims: 1 });
		return (await world.viewers(0)).map((viewer) => claim(viewer, code));
	}),

	oneOf("a code that one viewer claims", { credited: 1, known: 3 }, async (world) => {
		const viewer = await world.viewer(0);
		const { code } = await addCode(world);
		return [code, `${code} `, code.toUpperCase(), code].map((typed) => claim(viewer, typed));
	}),

	oneOf("admins who end a code", { done: 4 }, async (world) => {
		const { id } = await addCode(world);
		return world.admins.map((admin) => (tools) => endCode(tools, admin, id));
	}),

	oneOf("admins who create a code with the same text", { done: 1, codeExists: 3 }, async (world) => {
		const code = world.newName();
		return world.admins.map((admin) => {
			const form = codeForm(code);
			return async (tools) => ({ id: await createCode(tools, admin, form) });
		});
	}),

	compete("a gift on Kick that is announced four times", async (world) => {
		const { gift, rows } = await giftsOnKick(world);
		return {
			calls: [1, 2, 3, 4].map((minutes) => receive(gift(minutes))),
			expected: { new: 4 },
			async check() {
				const states = (await rows()).map(({ state }) => state).sort();
				expect(states).toEqual(["held", "repeated", "repeated", "repeated"]);
			},
		};
	}),

	compete("a held gift whose time comes while admins decide", async (world) => {
		const { userId, gift, rows } = await giftsOnKick(world);
		await openStreamSite(world).receive(gift(1));
		const id = Number((await rows())[0]?.id);
		return {
			calls: [
				settleLater,
				...(["release", "release", "reject"] as const).map((one) => decide(world, id, one)),
			],
			expected: [{ done: 4 }, { done: 3, giftPaid: 1 }],
			async check() {
				await settleLater(world.tools);
				expect(await world.entries("stream-gift:Kick", userId)).toHaveLength(1);
			},
		};
	}),

	repeat("a new code", async (world) => {
		const form = codeForm("");
		return (tools) => createCode(tools, world.admin, form);
	}),

	repeat("the daily bonus", async (world) => {
		const viewer = await world.viewer(0);
		return (tools) => collectDailyBonus(tools, viewer);
	}),

	compete("the daily bonus, and a break from playing", async (world) => {
		const viewer = await world.viewer(0);
		const collect: Call = async (tools) => collectState(await collectDailyBonus(tools, viewer));
		const rest: Call = async (tools) => {
			await changeLimits(tools, viewer, (limits, now) => startBreak(limits, "day", now));
			return "resting";
		};
		return {
			calls: [collect, collect, rest, rest],
			expected: [
				{ done: 2, resting: 2 },
				{ bonusPaused: 2, resting: 2 },
				// PostgreSQL does not check what a refused act has read, because nothing of it is stored.
				{ done: 1, bonusPaused: 1, resting: 2 },
			],
			check: async ({ done = 0 }) => expect(await world.points(viewer)).toBe(done > 0 ? 20 : 0),
		};
	}),

	compete("the ceiling of a day, by the daily bonus, an event and watching", async (world) => {
		const { userId, personId } = await addPerson(world);
		await openStreamSite(world).receive(follow(personId));
		await addTurn(world, [personId]);
		const rules = { ...RULES, daily: 20, ceiling: 60 };
		return {
			calls: [
				(tools) => collectDailyBonus({ ...tools, rules: () => rules }, userId),
				async ({ db }) => {
					const site = openStreamSite({ db }, () => rules);
					await site.settle([platformEvent]);
					expect(site.errors).toEqual([]);
				},
				async ({ db }) => {
					await openStreamSite({ db }, () => rules).settle([watchSlice]);
				},
				settle(rules),
			],
			check: async () => expect(await world.points(userId)).toBe(60),
		};
	}),

	oneOf("an event that arrives in four messages", { new: 1, known: 3 }, async (world) => {
		const { personId } = await addPerson(world);
		return Array.from({ length: 4 }, () => receive(follow(personId)));
	}),

	oneOf("messages about one raid at slightly different times", { new: 1, known: 3 }, async (world) => {
		const { personId } = await addPerson(world);
		const raid = (minutes: number) =>
			eventOf({
				...{ kind: "raid", person: { id: personId, name: personId }, facts: { viewers: 10 } },
				...{ sameWithinMs: HOUR_MS, happenedAt: new Date(world.clock.now().getTime() - minutes * 60_000) },
			});
		return [1, 2, 3, 4].map((minutes) => receive(raid(minutes)));
	}),

	compete("processes that handle the same events", async (world) => {
		const people = [await addPerson(world), await addPerson(world), await addPerson(world)];
		for (const { personId } of people) await receive(follow(personId))(world.tools);
		return {
			calls: byAll(settle()),
			async check() {
				for (const { userId } of people) expect(await world.points(userId)).toBe(RULES.follow);
			},
		};
	}),

	oneOf("a turn of watching that is stored four times", { new: 1, known: 3 }, async (world) => {
		const { personId } = await addPerson(world);
		const turn = { platform: "twitch" as const, streamId: world.newName(), turn: 1, at: world.clock.now() };
		return async ({ db }) =>
			(await openStreamSite({ db }).addTurn(turn, [watcher(personId)])) ? "new" : "known";
	}),

	compete("processes that pay the same turn of watching", async (world) => {
		const people = [await addPerson(world), await addPerson(world)];
		const strangers = Array.from({ length: 150 }, () => world.newName());
		const [first = "", last = ""] = people.map(({ personId }) => personId);
		const { streamId } = await addTurn(world, [first, ...strangers, last]);
		return {
			calls: byAll(settle()),
			async check() {
				for (const { userId } of people) expect(await world.points(userId)).toBe(RULES.watch);
				const waiting = await world.rows("waiting_watch", { stream_id: streamId });
				expect(waiting.map(({ points }) => points)).toEqual(Array(150).fill(RULES.watch));
			},
		};
	}),

	compete("processes that credit points that have waited", async (world) => {
		const [userId, personId] = [await world.viewer(0), world.newName()];
		await addTurn(world, [personId]);
		await receive(follow(personId))(world.tools);
		await settle()(world.tools);
		await openStreamSite(world).signIn(userId, personId);
		return {
			calls: byAll(settle()),
			check: async () => expect(await world.points(userId)).toBe(RULES.watch + RULES.follow),
		};
	}),

	compete("two users who sign in with one account of a platform", async (world) => {
		const personId = world.newName();
		await addTurn(world, [personId]);
		await receive(follow(personId))(world.tools);
		await settle()(world.tools);
		const users = await world.viewers(0, 2);
		return {
			calls: [0, 1, 0, 1].map((index) => async ({ db }) => {
				const site = openStreamSite({ db });
				await site.signIn(users[index] ?? "", personId);
				expect(site.errors).toEqual([]);
			}),
			async check() {
				await settle()(world.tools);
				const balances = await Promise.all(users.map(world.points));
				expect(balances.sort()).toEqual([0, RULES.watch + RULES.follow]);
			},
		};
	}),
];
