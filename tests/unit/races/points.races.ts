/** Races of the ledger: see {@link Race}. */
import { expect } from "vitest";
import { importPoints, previewImport } from "~/points/import/import.server";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints } from "~/points/users/adjustment.server";
import { redeem } from "~/store/redeem/redeem.server";
import { openSessions } from "../account/sessions.setup";
import { type Call, compete, PROVIDER_POINTS, type Race, repeat, type World } from "./race.setup";
import { addItem } from "./store.races";

const ADJUST = "points/users/adjustment#adjustPoints";
const MERGE = "points/merges/merges#mergePoints";
const UNDO = "points/merges/merges#undoMerge";
const IMPORT = "points/import/import#importPoints";
const REGISTER = "account/sessions#createSessions.open";

const newKey = () => crypto.randomUUID();
const PROVIDER = { providerPoints: PROVIDER_POINTS, credit: PROVIDER_POINTS };

const mergesOf = ({ db }: World, ...userIds: string[]) =>
	db.selectFrom("point_merges").selectAll().where("user_id", "in", userIds).execute();

/** Merges the provider's points of a viewer. @returns the merge's id. */
async function merge(world: World, userId: string): Promise<string> {
	await mergePoints(world.tools, world.admins[0] ?? "", { idempotencyKey: newKey(), userId, ...PROVIDER });
	const [row] = await mergesOf(world, userId);
	return row?.id ?? "";
}

async function importForm(world: World, text: string) {
	const { digest } = await previewImport(world.db, text, "en");
	return { idempotencyKey: newKey(), text, digest };
}

/** A sign-in, as the provider's callback runs it. @returns the user's id. */
const signIn =
	(name: string): Call =>
	async ({ db }) => {
		const { sessions, identity } = await openSessions({ db });
		return (await sessions.open(identity(name))).userId;
	};

export const pointsRaces: readonly Race[] = [
	compete("admins who set points at the same balance", [ADJUST], async (world) => {
		const userId = await world.viewer(1000);
		return {
			calls: world.admins.map((admin, index) => {
				const form = { idempotencyKey: newKey(), userId, shown: 1000, points: 1500 + index };
				return (tools) => adjustPoints(tools, admin, form);
			}),
			expected: { done: 1, balanceChanged: 3 },
			async check() {
				const [entry, ...others] = await world.entries("admin-adjustment", userId);
				expect(others).toEqual([]);
				expect(await world.points(userId)).toBe(1000 + (entry?.delta ?? 0));
			},
		};
	}),

	compete(
		"admins who set points while they are spent",
		[ADJUST, "store/redeem/redeem#redeem"],
		async (world) => {
			const userId = await world.viewer(1000);
			const items = [await addItem(world), await addItem(world)];
			return {
				calls: [
					...world.admins.slice(0, 2).map((admin, index): Call => {
						const form = { idempotencyKey: newKey(), userId, shown: 1000, points: 1500 + index };
						return (tools) => adjustPoints(tools, admin, form);
					}),
					...items.map((item): Call => {
						const form = item.form();
						return (tools) => redeem(tools, userId, form);
					}),
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
		},
	),

	repeat("points that an admin sets", [ADJUST], async (world) => {
		const [admin = ""] = world.admins;
		const userId = await world.viewer(1000);
		const form = { idempotencyKey: newKey(), userId, shown: 1000, points: 1500 };
		return {
			call: (tools) => adjustPoints(tools, admin, form),
			async check() {
				expect(await world.entries("admin-adjustment", userId)).toHaveLength(1);
				expect(await world.points(userId)).toBe(1500);
			},
		};
	}),

	compete("admins who merge the same points", [MERGE], async (world) => {
		const userId = await world.viewer(1000);
		return {
			calls: world.admins.map((admin) => {
				const form = { idempotencyKey: newKey(), userId, ...PROVIDER };
				return (tools) => mergePoints(tools, admin, form);
			}),
			expected: { done: 1, mergeNothing: 3 },
			async check() {
				expect(await mergesOf(world, userId)).toHaveLength(1);
				expect(await world.points(userId)).toBe(1000 + PROVIDER_POINTS);
			},
		};
	}),

	compete("one account of the provider, whose name two users have", [MERGE], async (world) => {
		const users = [await world.viewer(1000), await world.viewer(1000)];
		const twitch_username = world.newName();
		await world.db.updateTable("users").set({ twitch_username }).where("id", "in", users).execute();
		return {
			calls: world.admins.map((admin, index) => {
				const form = { idempotencyKey: newKey(), userId: users[index % 2] ?? "", ...PROVIDER };
				return (tools) => mergePoints(tools, admin, form);
			}),
			expected: { done: 1, mergeNothing: 3 },
			async check() {
				expect(await mergesOf(world, ...users)).toHaveLength(1);
			},
		};
	}),

	repeat("a merge", [MERGE], async (world) => {
		const [admin = ""] = world.admins;
		const userId = await world.viewer(1000);
		const form = { idempotencyKey: newKey(), userId, ...PROVIDER };
		return {
			call: (tools) => mergePoints(tools, admin, form),
			async check() {
				expect(await mergesOf(world, userId)).toHaveLength(1);
				expect(await world.points(userId)).toBe(1000 + PROVIDER_POINTS);
			},
		};
	}),

	compete("admins who undo a merge", [UNDO], async (world) => {
		const userId = await world.viewer(1000);
		const mergeId = await merge(world, userId);
		return {
			calls: world.admins.map((admin) => (tools) => undoMerge(tools, admin, { userId, mergeId })),
			expected: { done: 1, mergeGone: 3 },
			async check() {
				expect(await world.points(userId)).toBe(1000);
			},
		};
	}),

	compete(
		"merged points that are spent while the merge is undone",
		[UNDO, "store/redeem/redeem#redeem"],
		async (world) => {
			const userId = await world.viewer(0);
			const mergeId = await merge(world, userId);
			const price = PROVIDER_POINTS;
			const items = [
				await addItem(world, { price }),
				await addItem(world, { price }),
				await addItem(world, { price }),
			];
			return {
				calls: [
					(tools) => undoMerge(tools, world.admins[0] ?? "", { userId, mergeId }),
					...items.map((item): Call => {
						const form = item.form();
						return (tools) => redeem(tools, userId, form);
					}),
				],
				expected: [
					{ done: 1, insufficientPoints: 3 },
					{ done: 1, insufficientPoints: 2, mergeSpent: 1 },
				],
				async check() {
					expect(await world.points(userId)).toBe(0);
				},
			};
		},
	),

	repeat("the undoing of a merge", [UNDO], async (world) => {
		const [admin = ""] = world.admins;
		const userId = await world.viewer(1000);
		const mergeId = await merge(world, userId);
		return {
			call: (tools) => undoMerge(tools, admin, { userId, mergeId }),
			async check() {
				expect(await world.points(userId)).toBe(1000);
			},
		};
	}),

	compete("imports of different files with the same users", [IMPORT], async (world) => {
		const [one = "", two = ""] = await world.viewers(1000);
		const forms = await Promise.all(
			[1, 2, 3, 4].map((points) =>
				importForm(world, `id,points\n${one},${1000 + points}\n${two},${2000 + points}`),
			),
		);
		return {
			calls: forms.map((form, index) => (tools) => importPoints(tools, world.admins[index] ?? "", form)),
			expected: { done: 1, importChanged: 3 },
			async check() {
				expect(await world.entries("admin-adjustment", one, two)).toHaveLength(2);
				expect((await world.points(two)) - (await world.points(one))).toBe(1000);
			},
		};
	}),

	repeat("an import", [IMPORT], async (world) => {
		const userId = await world.viewer(1000);
		const form = await importForm(world, `id,points\n${userId},1500`);
		return {
			call: (tools) => importPoints(tools, world.admins[0] ?? "", form),
			async check() {
				expect(await world.entries("admin-adjustment", userId)).toHaveLength(1);
				expect(await world.points(userId)).toBe(1500);
			},
		};
	}),

	repeat("the first sign-in of a viewer", [REGISTER], async (world) => {
		const name = world.newName();
		return {
			call: async (tools) => ({ userId: await signIn(name)(tools) }),
			async check() {
				const users = await world.db
					.selectFrom("users")
					.select("id")
					.where("twitch_username", "=", name)
					.execute();
				expect(users).toHaveLength(1);
				expect(await world.points(users[0]?.id ?? "")).toBe(1000);
			},
		};
	}),
];
