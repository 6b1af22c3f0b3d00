import type { Db } from "db/database";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { createLog } from "~/observability/log.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { mergeInvariants } from "~/points/merges/merges.audit.server";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints } from "~/points/users/adjustment.server";
import { addCodes, disableItem, type ItemInput, saveItem } from "~/store/items/items.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { type RedeemInput, redeem } from "~/store/redeem/redeem.server";
import { addUser, fakeClock, openTestDatabase, type TestDatabase } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { rowOf, rowsOf } from "../../support/rows-of";
import { propertySeed, sized } from "../../support/test-size";
import { noNotifications } from "./no-notifications";
import {
	type Model,
	type ModelItem,
	modelDecide,
	modelMergeable,
	modelRedeem,
	modelRefusal,
	modelUndo,
	newModel,
} from "./store-model";

/** With the seed below, each outcome occurs in 50 runs. */
const RUNS = sized(50, 5000);
const MAX_COMMANDS = 30;
const POINTS = 400;
const ADMINS = ["user-admin-1", "user-admin-2"] as const;
const HOUR_MS = 60 * 60 * 1000;

let test: TestDatabase;
beforeAll(async () => {
	test = await openTestDatabase({ durable: false });
	for (const name of ["admin-1", "admin-2"]) await addUser(test.db, name);
});
afterAll(() => test?.close());

const clock = fakeClock();
const log = createLog({ LOG_LEVEL: "silent" });
const toolsOf = (db: Db) => ({
	...{ db, now: clock.now, log },
	config: { REDEEM_BOT_URL: "http://localhost:1", REDEEM_BOT_FORMAT: "json" as const },
	...noNotifications,
	pointsProvider: { name: "Elsewhere", readPoints: async () => providerPoints },
});
/** The balance of each user at the other provider. */
let providerPoints = 0;

interface Real {
	tools: ReturnType<typeof toolsOf>;
	users: readonly string[];
	/** The last successful redeem, to be repeated. */
	lastRedeem?: { userId: string; input: RedeemInput; orderId: string; points: number };
}

/** Counts each outcome, so that the test fails if one never occurs. */
const seen = new Map<string, number>();
const record = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

const codeOf = (error: unknown): string => {
	if (error instanceof DomainError) return error.code;
	throw error;
};
const nth = <Thing>(things: readonly Thing[], index: number): Thing => {
	const thing = things[index % things.length];
	if (thing === undefined) throw new Error("the list is empty");
	return thing;
};

function command(
	name: string,
	run: (model: Model, real: Real) => Promise<void>,
	check: (model: Model) => boolean = () => true,
): fc.AsyncCommand<Model, Real> {
	return { check, run, toString: () => name };
}

interface Spec {
	price: number;
	stock: number;
	limit: number | null;
	cooldownHours: number | null;
	asks: boolean;
	hasCodes: boolean;
}

let codes = 0;
const freshCodes = (count: number) => Array.from({ length: count }, () => `CODE-${++codes}`);

const inputOf = (spec: Spec): ItemInput => ({
	...{ idempotencyKey: crypto.randomUUID(), name: "Mug", description: "", image: "", price: spec.price },
	...{ stock: spec.hasCodes ? 0 : spec.stock, viewerLimit: spec.limit, cooldownHours: spec.cooldownHours },
	...{ question: spec.asks ? "Size?" : null, hasCodes: spec.hasCodes, withdrawCodes: false },
	codes: spec.hasCodes ? freshCodes(spec.stock) : [],
	translations: {},
});

const specs = fc.record<Spec>({
	price: fc.integer({ min: 1, max: 250 }),
	stock: fc.integer({ min: 0, max: 3 }),
	limit: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 2 }),
	cooldownHours: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
	asks: fc.boolean(),
	hasCodes: fc.boolean(),
});
const which = fc.nat(100);
const hasItems = ({ items }: Model) => items.length > 0;
const hasOrders = ({ orders }: Model) => orders.length > 0;

const shownValuesOf = ({ revision, price, stock }: ModelItem) => ({ revision, price, stock });

const ADD = specs.map((spec) =>
	command(`add ${JSON.stringify(spec)}`, async (model, { tools }) => {
		const { id } = await saveItem(tools, ADMINS[0], inputOf(spec));
		const item = { ...spec, id, active: true, revision: 1 };
		model.items.push({ ...item, firstSeen: { revision: 1, price: spec.price, stock: spec.stock } });
		record("add");
	}),
);

const EDIT = fc.tuple(which, specs, fc.boolean()).map(([index, spec, stale]) =>
	command(
		`edit ${index} ${JSON.stringify(spec)}${stale ? " with the first values" : ""}`,
		async (model, { tools }) => {
			const item = nth(model.items, index);
			const shown = stale ? item.firstSeen : shownValuesOf(item);
			const input = { ...inputOf({ ...spec, hasCodes: item.hasCodes }), edited: { id: item.id, ...shown } };
			const refused = await saveItem(tools, ADMINS[1], input).then(() => undefined, codeOf);
			expect(refused).toBe(shown.revision === item.revision ? undefined : "editConflict");
			record(`edit: ${refused ?? "done"}`);
			if (refused) return;
			// Only the difference of the entered stock counts: stock redeemed since is not restored.
			const stock = item.hasCodes
				? item.stock + spec.stock
				: Math.max(0, item.stock + spec.stock - shown.stock);
			Object.assign(item, { ...spec, hasCodes: item.hasCodes, stock, active: true });
			item.revision += 1;
		},
		hasItems,
	),
);

const ADD_CODES = fc.tuple(which, fc.integer({ min: 1, max: 2 })).map(([index, count]) =>
	command(
		`add ${count} codes to ${index}`,
		async (model, { tools }) => {
			const item = nth(model.items, index);
			const refused = await addCodes(tools, ADMINS[0], item.id, freshCodes(count)).then(
				() => undefined,
				codeOf,
			);
			expect(refused).toBe(item.hasCodes ? undefined : "itemGone");
			record(`add codes: ${refused ?? "done"}`);
			if (refused) return;
			item.stock += count;
			item.revision += 1;
		},
		hasItems,
	),
);

const DISABLE = which.map((index) =>
	command(
		`disable ${index}`,
		async (model, { tools }) => {
			const item = nth(model.items, index);
			await disableItem(tools, ADMINS[0], item.id);
			if (item.active) item.revision += 1;
			item.active = false;
			record("disable");
		},
		hasItems,
	),
);

const REDEEM = fc
	.tuple(which, which, fc.integer({ min: 0, max: 9 }), fc.constantFrom("M", "M", "M", ""))
	.map(([viewer, index, age, answer]) =>
		command(
			`viewer ${viewer} redeems ${index}${age === 0 ? " with the first values" : ""} and the answer "${answer}"`,
			async (model, real) => {
				const item = nth(model.items, index);
				const userId = nth(real.users, viewer);
				const shown = age === 0 ? item.firstSeen : shownValuesOf(item);
				const request = { userId, item, shown, answer, now: clock.now().getTime() };
				const input = { idempotencyKey: crypto.randomUUID(), itemId: item.id, ...shown, answer };
				const expected = modelRefusal(model, request);
				const outcome = await redeem(real.tools, userId, input).catch(codeOf);
				record(`redeem: ${expected ?? "done"}`);
				if (typeof outcome === "string" || expected) {
					expect(outcome).toBe(expected);
					return;
				}
				expect(outcome.points).toBe(modelRedeem(model, request, outcome.orderId));
				real.lastRedeem = { userId, input, ...outcome };
			},
			hasItems,
		),
	);

const REDEEM_AGAIN = fc.constant(
	command("the last redeem is repeated", async (_model, real) => {
		if (!real.lastRedeem) return;
		const { userId, input, ...answer } = real.lastRedeem;
		expect(await redeem(real.tools, userId, input)).toEqual(answer);
		const other = { ...input, answer: `${input.answer}, or not` };
		expect(await redeem(real.tools, userId, other).catch(codeOf)).toBe("idempotencyKeyReused");
		record("redeem: again");
	}),
);

const DECIDE = fc
	.tuple(
		fc.array(which, { minLength: 1, maxLength: 3 }),
		fc.constantFrom("approved" as const, "cancelled" as const),
		fc.constantFrom(...ADMINS),
	)
	.map(([indices, decision, adminId]) =>
		command(
			`${adminId}: ${decision} ${indices}`,
			async (model, { tools }) => {
				const orders = [...new Set(indices.map((index) => nth(model.orders, index)))];
				const ids = orders.map(({ id }) => id);
				const expected = orders.map((order) => modelDecide(model, order, decision, adminId));
				const { done, left } = await decideOrders(tools, ids, { decision, note: "", adminId });
				expect(done).toEqual(ids.filter((_, index) => !expected[index]));
				expect(left).toEqual(
					orders.flatMap(({ id }, index) => (expected[index] ? [{ id, code: expected[index] }] : [])),
				);
				for (const code of expected) record(`${decision}: ${code ?? "done"}`);
			},
			hasOrders,
		),
	);

const MERGE = fc.tuple(which, fc.integer({ min: 0, max: 300 }), fc.boolean()).map(([viewer, points, stale]) =>
	command(
		`merges ${points} provider points of viewer ${viewer}${stale ? " with outdated values" : ""}`,
		async (model, { tools, users }) => {
			providerPoints = points;
			const userId = nth(users, viewer);
			const credit = modelMergeable(model, userId, points);
			const input = {
				idempotencyKey: crypto.randomUUID(),
				userId,
				providerPoints: points + (stale ? 1 : 0),
				credit,
			};
			const refused = await mergePoints(tools, ADMINS[0], input).then(() => undefined, codeOf);
			expect(refused).toBe(credit <= 0 ? "mergeNothing" : stale ? "mergeChanged" : undefined);
			record(`merge: ${refused ?? "done"}`);
			if (refused) return;
			const merges = await rowsOf(tools.db, "point_merges", { user_id: userId });
			const { id = "" } = merges.find((one) => model.merges.every((merge) => merge.id !== one.id)) ?? {};
			model.merges.push({ id, userId, credited: credit, undoneBy: undefined });
			model.points.set(userId, (model.points.get(userId) ?? 0) + credit);
		},
	),
);

const UNDO_MERGE = fc.tuple(which, fc.constantFrom(...ADMINS)).map(([index, adminId]) =>
	command(
		`${adminId} undoes merge ${index}`,
		async (model, { tools }) => {
			const merge = nth(model.merges, index);
			const expected = modelUndo(model, merge, adminId);
			const input = { userId: merge.userId, mergeId: merge.id };
			const refused = await undoMerge(tools, adminId, input).then(() => undefined, codeOf);
			expect(refused).toBe(expected);
			record(`undo: ${refused ?? "done"}`);
		},
		({ merges }) => merges.length > 0,
	),
);

const ADJUST = fc
	.tuple(which, fc.oneof(fc.nat(60), fc.nat(500)), fc.constantFrom(0, 0, 1))
	.map(([viewer, points, off]) =>
		command(
			`sets the balance of viewer ${viewer} to ${points}${off ? " with an outdated balance" : ""}`,
			async (model, real) => {
				const userId = nth(real.users, viewer);
				const shown = (model.points.get(userId) ?? 0) + off;
				const input = { idempotencyKey: crypto.randomUUID(), userId, shown, points };
				const refused = await adjustPoints(real.tools, ADMINS[1], input).then(() => undefined, codeOf);
				expect(refused).toBe(off ? "balanceChanged" : undefined);
				record(`adjust: ${refused ?? "done"}`);
				if (!refused) model.points.set(userId, points);
			},
		),
	);

const WAIT = fc.integer({ min: 1, max: 3 }).map((hours) =>
	command(`${hours} h pass`, async () => {
		clock.pass(hours * HOUR_MS);
		record("wait");
	}),
);

const COMMANDS = [
	...[ADD, ADD, EDIT, ADD_CODES, DISABLE],
	...[REDEEM, REDEEM, REDEEM, REDEEM, REDEEM, REDEEM_AGAIN, DECIDE, DECIDE, WAIT],
	...[MERGE, UNDO_MERGE, UNDO_MERGE, ADJUST],
];

let users = 0;
async function start() {
	const names = [`viewer-${++users}`, `viewer-${++users}`];
	const ids = await Promise.all(names.map((name) => addUser(test.db, name, POINTS)));
	return { model: newModel(ids, POINTS), real: { tools: toolsOf(test.db), users: ids } };
}

/** Compares the database with the model. */
async function expectStored({ points, items, orders }: Model) {
	const { db } = test;
	const user_id = [...points.keys()];
	const balances = await rowsOf(db, "user_points", { user_id });
	expect(new Map(balances.map((row) => [row.user_id, row.points]))).toEqual(points);
	for (const { id, price, stock, active, revision } of items) {
		const status = active ? "active" : "disabled";
		expect(await rowOf(db, "store_items", { id })).toMatchObject({ price, stock, status, revision });
	}
	const stored = (await rowsOf(db, "orders", { user_id })).map(
		({ id, user_id, item_id, total_points, status }) => ({
			...{ id, user_id, item_id, total_points, status },
		}),
	);
	const expected = orders.map((order) => ({
		...{ id: order.id, user_id: order.userId, item_id: order.item.id },
		...{ total_points: order.price, status: order.status },
	}));
	const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
	expect(stored.sort(byId)).toEqual(expected.sort(byId));
}

it(`the store agrees with a model in ${RUNS} random runs`, async () => {
	await fc.assert(
		fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: "max" }), async (commands) => {
			const { model, real } = await start();
			await fc.asyncModelRun(() => ({ model, real }), commands);
			await expectStored(model);
		}),
		{ numRuns: RUNS, seed: propertySeed(10) },
	);
	await expectInvariants(test.db, ...ledgerInvariants, ...mergeInvariants);
	const outcomes = [
		["add", "edit: done", "edit: editConflict", "add codes: done", "add codes: itemGone", "disable"],
		["redeem: done", "redeem: insufficientPoints", "redeem: outOfStock", "redeem: itemUnavailable"],
		["redeem: itemChanged", "redeem: itemLimitReached", "redeem: itemCoolingDown", "redeem: answerMissing"],
		["redeem: again", "approved: done", "approved: orderDecided"],
		["cancelled: done", "cancelled: orderDecided", "wait"],
		["merge: done", "merge: mergeNothing", "merge: mergeChanged"],
		["undo: done", "undo: mergeGone", "undo: mergeSpent", "adjust: done", "adjust: balanceChanged"],
	].flat();
	for (const what of outcomes) expect(seen.get(what), what).toBeGreaterThan(Math.floor(RUNS / 250));
}, 600_000);
