/** Races of the ledger: see {@link Race}. */
import { expect } from "vitest";
import { pointsImport, startImport, storeImport } from "~/points/import/import.server";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints, givePoints, givePointsToMany } from "~/points/users/giving.server";
import { setPause } from "~/points/users/pauses.server";
import { givePointsAs } from "~/team/api/points.server";
import { createToken } from "~/team/api/tokens.server";
import { playPlinko } from "../../support/game-events";
import { changeRows } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { openSessions } from "../account/sessions.setup";
import {
	type Call,
	compete,
	newKey,
	oneOf,
	PROVIDER_POINTS,
	type Race,
	repeat,
	type World,
} from "./race.setup";
import { addItem } from "./store.races";

/** A new form that sets the balance of a user with 1000 points to 1500. */
function setPoints(userId: string, admin: string): Call {
	const form = { idempotencyKey: newKey(), userId, shown: 1000, points: 1500 };
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

/** As the provider's callback signs a person in. */
const signIn =
	(name: string): Call =>
	async ({ db }) => {
		const { sessions, identity } = await openSessions({ db });
		return { userId: (await sessions.open(identity(name))).userId };
	};

export const pointsRaces: readonly Race[] = [
	compete("a pause that commits before a play refuses it", async (world) => {
		const userId = await world.viewer();
		const play: Call = (tools) => playPlinko(tools, userId);
		const pauses = world.admins.slice(2).map(
			(admin): Call =>
				async (tools) => {
					await setPause(tools, admin, userId, "Two accounts");
					return play(tools);
				},
		);
		return {
			calls: [play, play, ...pauses],
			expected: [{ paused: 2, done: 2 }, { paused: 3, done: 1 }, { paused: 4 }],
			async check({ done = 0 }) {
				expect(await world.entries("plinko-stake", userId)).toHaveLength(done);
				await world.row("notifications", { user_id: userId });
			},
		};
	}),

	oneOf("admins who set points at the same balance", { done: 1, balanceChanged: 3 }, async (world) => {
		const userId = await world.viewer();
		return world.admins.map((admin) => setPoints(userId, admin));
	}),

	compete("points that admins take from one viewer", async (world) => {
		const userId = await world.viewer();
		const { twitch_username: names } = await world.row("users", { id: userId });
		const take = { amount: -400, note: "" };
		return {
			calls: world.admins.map((admin, index): Call => {
				const form = { ...take, idempotencyKey: newKey() };
				if (index < 2) return (tools) => givePoints(tools, admin, { ...form, userId });
				return async (tools) => {
					const { refused } = await givePointsToMany(
						tools,
						{ id: admin, isAdmin: true },
						{ ...form, names: names ?? "" },
					);
					return refused.length > 0 ? "givingTooFew" : undefined;
				};
			}),
			expected: { done: 2, givingTooFew: 2 },
			check: async () => expect(await world.points(userId)).toBe(200),
		};
	}),

	repeat("points that an admin gives to a list", async (world) => {
		const id = await world.viewers(1000, 2);
		const names = (await world.rows("users", { id })).map((row) => row.twitch_username).join("\n");
		const form = { idempotencyKey: newKey(), names, amount: 50, note: "Prize" };
		return (tools) => givePointsToMany(tools, { id: world.admin, isAdmin: true }, form);
	}),

	compete("gifts of one program, whose points of the day end", async (world) => {
		const userId = await world.viewer();
		const { twitch_username: user } = await world.row("users", { id: userId });
		const form = { name: "Bot", scopes: ["points"], dailyPoints: 1000, days: "30" } as const;
		const id = newKey();
		await createToken(world.tools, world.admin, { id, ...form });
		const token = { id, ...form, createdBy: world.admin, endsAt: "" };
		return {
			calls: world.admins.map((): Call => {
				const gift = { idempotencyKey: newKey(), user: user ?? "", amount: 400 };
				return (tools) =>
					givePointsAs(tools, token, gift).catch((refused: Response) => `status ${refused.status}`);
			}),
			expected: { done: 2, "status 409": 2 },
			check: async () => expect(await world.points(userId)).toBe(1800),
		};
	}),

	oneOf("admins who merge the same points", { done: 1, mergeNothing: 3 }, async (world) => {
		const userId = await world.viewer();
		return world.admins.map((admin) => mergeOf(userId, admin));
	}),

	oneOf(
		"one account of the provider, whose name two users have",
		{ done: 1, mergeNothing: 3 },
		async (world) => {
			const users = await world.viewers(1000, 2);
			await changeRows(world.db, "users", { id: users }, { twitch_username: world.newName() });
			return world.admins.map((admin, index) => mergeOf(users[index % 2] ?? "", admin));
		},
	),

	repeat("a merge", async (world) => mergeOf(await world.viewer(), world.admin)),

	oneOf("admins who undo a merge", { done: 1, mergeGone: 3 }, async (world) =>
		world.admins.map((await mergeOnce(world, 1000)).undo),
	),

	compete("merged points that are spent while the merge is undone", async (world) => {
		const { userId, undo } = await mergeOnce(world, 0);
		const calls = [undo()];
		while (calls.length < 4)
			calls.push(...(await addItem(world, { price: PROVIDER_POINTS })).redeems(userId));
		return {
			calls,
			expected: [
				{ done: 1, insufficientPoints: 3 },
				{ done: 1, insufficientPoints: 2, mergeSpent: 1 },
			],
			check: async () => expect(await world.points(userId)).toBe(0),
		};
	}),

	repeat("the undoing of a merge", async (world) => (await mergeOnce(world, 1000)).undo()),

	compete("imports of different files with the same users", async (world) => {
		const [one = "", two = ""] = await world.viewers(1000, 2);
		const importAs = (admin: string, index: number) =>
			importOf(world, `id,points\n${one},${1001 + index}\n${two},${2001 + index}`, admin);
		return {
			calls: await Promise.all(world.admins.map(importAs)),
			async check() {
				await settleJobs(world.tools, [pointsImport]);
				expect(await world.entries("admin-adjustment", one, two)).toHaveLength(2);
				expect((await world.points(two)) - (await world.points(one))).toBe(1000);
			},
		};
	}),

	repeat("the start of an import", async (world) =>
		importOf(world, `id,points\n${await world.viewer()},1500`),
	),

	compete("an import and the first sign-in of somebody in it", async (world) => {
		const name = world.newName();
		const start = await importOf(world, `username,points\n${name},900`);
		return {
			calls: [start, start, (tools) => settleJobs(tools, [pointsImport]), signIn(name)],
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

	repeat("the first sign-in of a viewer", async (world) => {
		const name = world.newName();
		return {
			call: signIn(name),
			async check() {
				const { id } = await world.row("users", { twitch_username: name });
				expect(await world.points(id)).toBe(1000);
			},
		};
	}),
];
