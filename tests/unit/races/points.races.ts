/** Races of the ledger: see {@link Race}. */
import { expect } from "vitest";
import { pointsImport, startImport, storeImport } from "~/points/import/import.server";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints } from "~/points/users/adjustment.server";
import { givePoints, givePointsToMany } from "~/points/users/giving.server";
import { changeRows } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { openSessions } from "../account/sessions.setup";
import { type Call, compete, newKey, PROVIDER_POINTS, type Race, repeat, type World } from "./race.setup";
import { addItem } from "./store.races";

const ADJUST = "points/users/adjustment#adjustPoints";
const GIVE = "points/users/giving#givePoints";
const GIVE_MANY = "points/users/giving#givePointsToMany";
const MERGE = "points/merges/merges#mergePoints";
const UNDO = "points/merges/merges#undoMerge";
const START = "points/import/import#startImport";
const IMPORT = "points/import/import#pointsImport";
const REGISTER = "account/sessions#createSessions.open";
const REDEEM = "store/redeem/redeem#redeem";

/** A new form that sets the balance of a user with 1000 points. */
function setPoints(userId: string, admin: string, points: number): Call {
	const form = { idempotencyKey: newKey(), userId, shown: 1000, points };
	return (tools) => adjustPoints(tools, admin, form);
}

/** A new form that merges the provider's points of a user. */
function mergeOf(userId: string, admin: string): Call {
	const credit = { providerPoints: PROVIDER_POINTS, credit: PROVIDER_POINTS };
	const form = { idempotencyKey: newKey(), userId, ...credit };
	return (tools) => mergePoints(tools, admin, form);
}

/** A viewer with a merge. */
async function mergeOnce(world: World, points: number) {
	const userId = await world.viewer(points);
	await mergeOf(userId, world.admin)(world.tools);
	const { id: mergeId } = await world.row("point_merges", { user_id: userId });
	const undo =
		(admin = world.admin): Call =>
		(tools) =>
			undoMerge(tools, admin, { userId, mergeId });
	return { userId, undo };
}

/** A new form that starts the import of a text. */
async function importOf(world: World, text: string, admin = world.admin): Promise<Call> {
	const importId = await storeImport(world.tools, admin, text);
	const form = { idempotencyKey: newKey(), importId, unknown: "wait" as const };
	return (tools) => startImport(tools, admin, form);
}

export const pointsRaces: readonly Race[] = [
	compete("admins who set points at the same balance", [ADJUST], async (world) => {
		const userId = await world.viewer();
		return {
			calls: world.admins.map((admin, index) => setPoints(userId, admin, 1500 + index)),
			expected: { done: 1, balanceChanged: 3 },
			async check() {
				const [entry, ...others] = await world.entries("admin-adjustment", userId);
				expect(others).toEqual([]);
				expect(await world.points(userId)).toBe(1000 + (entry?.delta ?? 0));
			},
		};
	}),

	compete("admins who set points while they are spent", [ADJUST, REDEEM], async (world) => {
		const userId = await world.viewer();
		const items = [await addItem(world), await addItem(world)];
		return {
			calls: [
				...world.admins.slice(2).map((admin, index) => setPoints(userId, admin, 1500 + index)),
				...items.flatMap((item) => item.redeems(userId)),
			],
			expected: [
				{ done: 3, balanceChanged: 1 },
				{ done: 2, balanceChanged: 2 },
			],
			async check({ done }) {
				const [entry] = await world.entries("admin-adjustment", userId);
				expect(entry === undefined).toBe(done === 2);
				expect(await world.points(userId)).toBe(800 + (entry?.delta ?? 0));
			},
		};
	}),

	repeat("points that an admin sets", [ADJUST], async (world) => {
		const userId = await world.viewer();
		return {
			call: setPoints(userId, world.admin, 1500),
			async check() {
				expect(await world.entries("admin-adjustment", userId)).toHaveLength(1);
				expect(await world.points(userId)).toBe(1500);
			},
		};
	}),

	compete("points that admins take from one viewer", [GIVE, GIVE_MANY], async (world) => {
		const userId = await world.viewer();
		const { twitch_username: names } = await world.row("users", { id: userId });
		const take = { amount: -400, note: "" };
		return {
			calls: world.admins.map((admin, index): Call => {
				const form = { ...take, idempotencyKey: newKey() };
				if (index < 2) return (tools) => givePoints(tools, admin, { ...form, userId });
				return async (tools) => {
					const { refused } = await givePointsToMany(tools, admin, { ...form, names: names ?? "" });
					return refused.length > 0 ? "givingTooFew" : undefined;
				};
			}),
			expected: { done: 2, givingTooFew: 2 },
			check: async () => expect(await world.points(userId)).toBe(200),
		};
	}),

	repeat("points that an admin gives", [GIVE], async (world) => {
		const userId = await world.viewer();
		const form = { idempotencyKey: newKey(), userId, amount: 50, note: "Prize" };
		return {
			call: (tools) => givePoints(tools, world.admin, form),
			check: async () => expect(await world.points(userId)).toBe(1050),
		};
	}),

	repeat("points that an admin gives to a list", [GIVE_MANY], async (world) => {
		const users = await world.viewers(1000, 2);
		const names = (await world.rows("users", { id: users })).map((row) => row.twitch_username).join("\n");
		const form = { idempotencyKey: newKey(), names, amount: 50, note: "Prize" };
		return {
			call: (tools) => givePointsToMany(tools, world.admin, form),
			async check() {
				expect(await world.entries("admin-adjustment", ...users)).toHaveLength(2);
				expect(await world.rows("point_notes", { user_id: users })).toHaveLength(2);
			},
		};
	}),

	compete("admins who merge the same points", [MERGE], async (world) => {
		const userId = await world.viewer();
		return {
			calls: world.admins.map((admin) => mergeOf(userId, admin)),
			expected: { done: 1, mergeNothing: 3 },
			async check() {
				expect(await world.rows("point_merges", { user_id: userId })).toHaveLength(1);
				expect(await world.points(userId)).toBe(1000 + PROVIDER_POINTS);
			},
		};
	}),

	compete("one account of the provider, whose name two users have", [MERGE], async (world) => {
		const users = await world.viewers(1000, 2);
		await changeRows(world.db, "users", { id: users }, { twitch_username: world.newName() });
		return {
			calls: world.admins.map((admin, index) => mergeOf(users[index % 2] ?? "", admin)),
			expected: { done: 1, mergeNothing: 3 },
			check: async () => expect(await world.rows("point_merges", { user_id: users })).toHaveLength(1),
		};
	}),

	repeat("a merge", [MERGE], async (world) => {
		const userId = await world.viewer();
		return {
			call: mergeOf(userId, world.admin),
			async check() {
				expect(await world.rows("point_merges", { user_id: userId })).toHaveLength(1);
				expect(await world.points(userId)).toBe(1000 + PROVIDER_POINTS);
			},
		};
	}),

	compete("admins who undo a merge", [UNDO], async (world) => {
		const { userId, undo } = await mergeOnce(world, 1000);
		return {
			calls: world.admins.map(undo),
			expected: { done: 1, mergeGone: 3 },
			check: async () => expect(await world.points(userId)).toBe(1000),
		};
	}),

	compete("merged points that are spent while the merge is undone", [UNDO, REDEEM], async (world) => {
		const { userId, undo } = await mergeOnce(world, 0);
		const price = PROVIDER_POINTS;
		const items = [
			await addItem(world, { price }),
			await addItem(world, { price }),
			await addItem(world, { price }),
		];
		return {
			calls: [undo(), ...items.flatMap((item) => item.redeems(userId))],
			expected: [
				{ done: 1, insufficientPoints: 3 },
				{ done: 1, insufficientPoints: 2, mergeSpent: 1 },
			],
			check: async () => expect(await world.points(userId)).toBe(0),
		};
	}),

	repeat("the undoing of a merge", [UNDO], async (world) => {
		const { userId, undo } = await mergeOnce(world, 1000);
		return {
			call: undo(),
			check: async () => expect(await world.points(userId)).toBe(1000),
		};
	}),

	compete("imports of different files with the same users", [START, IMPORT], async (world) => {
		const [one = "", two = ""] = await world.viewers(1000, 2);
		const importAs = (admin: string, index: number) =>
			importOf(world, `id,points\n${one},${1001 + index}\n${two},${2001 + index}`, admin);
		return {
			calls: await Promise.all(world.admins.map(importAs)),
			expected: { done: 4 },
			async check() {
				await settleJobs(world.tools, [pointsImport]);
				expect(await world.entries("admin-adjustment", one, two)).toHaveLength(2);
				expect((await world.points(two)) - (await world.points(one))).toBe(1000);
			},
		};
	}),

	repeat("the start of an import", [START, IMPORT], async (world) => {
		const userId = await world.viewer();
		return {
			call: await importOf(world, `id,points\n${userId},1500`),
			async check() {
				await settleJobs(world.tools, [pointsImport]);
				expect(await world.entries("admin-adjustment", userId)).toHaveLength(1);
				expect(await world.points(userId)).toBe(1500);
			},
		};
	}),

	compete("an import and the first sign-in of somebody in it", [START, IMPORT, REGISTER], async (world) => {
		const name = world.newName();
		const start = await importOf(world, `username,points\n${name},900`);
		return {
			calls: [
				start,
				start,
				(tools) => settleJobs(tools, [pointsImport]),
				async ({ db }) => {
					const { sessions, identity } = await openSessions({ db });
					await sessions.open(identity(name));
				},
			],
			expected: { done: 4 },
			async check() {
				await settleJobs(world.tools, [pointsImport]);
				const [line] = await world.rows("point_import_lines", { name });
				const { id } = await world.row("users", { twitch_username: name });
				const isCredited = line?.state === "credited";
				expect([line?.state, await world.points(id)]).toEqual(
					isCredited ? ["credited", 1900] : ["changed", 1000],
				);
			},
		};
	}),

	repeat("the first sign-in of a viewer", [REGISTER], async (world) => {
		const name = world.newName();
		return {
			// As the provider's callback runs it.
			async call({ db }) {
				const { sessions, identity } = await openSessions({ db });
				return { userId: (await sessions.open(identity(name))).userId };
			},
			async check() {
				const { id } = await world.row("users", { twitch_username: name });
				expect(await world.points(id)).toBe(1000);
			},
		};
	}),
];
