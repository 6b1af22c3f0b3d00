/**
 * Forms that all change the points of one viewer are sent to two web processes at the same time: redeems, the daily
 * bonus and an admin's adjustments to both, Plinko rounds to the leader. Each redeem and round is sent twice with the
 * same idempotency key. A form that is refused because the site is busy is sent again.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { NO_RULES } from "~/earning/rules/rules";
import { openShelf } from "../../tests/support/data/store-content";
import { seededRandom, seedFrom } from "../../tests/support/random";
import { runCommand } from "../../tests/support/site/command";
import { openViewers } from "../../tests/support/site/crowd-viewers";
import { openRows, type Rows } from "../../tests/support/site/rows";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { NoAnswer, sendForm } from "../../tests/support/site/single-fetch";
import { printTable, sized, verdict } from "../lib/measure";
import { actsBetween, readActs } from "./metrics";
import { type Nodes, startNodes, type WebProcess } from "./nodes";

const FORMS = sized(
	{ redeem: 60, play: 40, adjust: 40, bonus: 40 },
	{ redeem: 2, play: 2, adjust: 2, bonus: 2 },
);
/** Forms that are under way at the same time. */
const CONCURRENT = 32;
const MAX_SENDS = 5;
const GIVE_UP_AFTER = 50;
const PAUSE_MS = 200;
const PRICE = 10;
const STAKE = 10;
const START = 1_000_000;
const DAILY = 25;
const BUSY: ReadonlySet<number> = new Set([502, 503]);

type Kind = keyof typeof FORMS;

interface Form {
	kind: Kind;
	address: string;
	cookie: string;
	/** Called when the form is sent for the first time. */
	fields(): Record<string, string | number>;
}

interface Answer {
	form: Form;
	/** The idempotency key, if it has one. */
	key: string | number | undefined;
	/** JSON; the same for each repetition of a form. */
	text: string;
	isRefused: boolean;
	sends: number;
	ms: number;
}

async function send(form: Form): Promise<Answer> {
	const start = performance.now();
	const fields = form.fields();
	for (let sends = 1; ; sends += 1) {
		const sent = await sendForm(form.address, { cookie: form.cookie }, fields).catch((error: unknown) => {
			if (error instanceof NoAnswer) return undefined;
			throw error;
		});
		if (!sent || BUSY.has(sent.status)) {
			if (sends === GIVE_UP_AFTER) throw new Error(`${form.address} does not answer: ${sent?.status}`);
			await sleep(PAUSE_MS);
			continue;
		}
		const { answer } = sent;
		const { ok } = (answer.data ?? {}) as { ok?: boolean };
		const isRefused = answer.redirect === undefined && ok !== true;
		return {
			form,
			key: fields.idempotencyKey,
			text: JSON.stringify(answer),
			isRefused,
			sends,
			ms: performance.now() - start,
		};
	}
}

interface Sent {
	nodes: Nodes;
	viewer: { id: string; cookie: string };
	admin: string;
	itemId: string;
	rows: Rows;
}

/** @returns all forms, some of them several times. */
function formsOf({ nodes: { all, leader }, viewer, admin, itemId, rows }: Sent): Form[] {
	const make = (kind: Kind, node: WebProcess, path: string, fields: Form["fields"]): Form => ({
		...{ kind, address: node.origin + path, fields },
		cookie: kind === "adjust" ? admin : viewer.cookie,
	});
	const repeat = <Made>(kind: Kind, one: (index: number) => Made) =>
		Array.from({ length: FORMS[kind] }, (_, index) => one(index));
	const nodeOf = (index: number) => all[index % all.length] as WebProcess;
	/** An admin's correction of the balance. The balance has often changed by the time the form arrives. */
	const adjustment = () => {
		const shown = pointsOf(rows, viewer.id);
		return { idempotencyKey: randomUUID(), userId: viewer.id, shown, points: shown + 1 };
	};
	return [
		...repeat("redeem", () => {
			const fields = { idempotencyKey: randomUUID(), revision: 1, price: PRICE, stock: START };
			return all.map((node) => make("redeem", node, `/store/${itemId}/redeem`, () => fields));
		}),
		...repeat("play", () => {
			const fields = { intent: "play", idempotencyKey: randomUUID(), stake: STAKE, balls: 10 };
			return [leader, leader].map((node) => make("play", node, "/mini-games/plinko", () => fields));
		}),
		...repeat("adjust", (index) => make("adjust", nodeOf(index), "/user-points", adjustment)),
		...repeat("bonus", (index) => make("bonus", nodeOf(index), "/earn", () => ({}))),
	].flat();
}

const pointsOf = (rows: Rows, userId: string) =>
	Number(rows.one("select points from user_points where user_id = ?", userId).points);

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
	return items
		.map((item) => ({ item, at: random() }))
		.sort((one, other) => one.at - other.at)
		.map(({ item }) => item);
}

function printAnswers(answers: readonly Answer[]) {
	const rows = Object.keys(FORMS).map((kind) => {
		const own = answers.filter(({ form }) => form.kind === kind);
		const refused = own.filter(({ isRefused }) => isRefused).length;
		const slowest = Math.max(...own.map(({ ms }) => ms));
		return [kind, own.length, refused, Math.max(...own.map(({ sends }) => sends)), slowest.toFixed(0)];
	});
	printTable(["forms", "sent", "refused", "most sends", "slowest ms"], rows);
}

/** Forms whose repetitions got different answers. */
function countContradictions(answers: readonly Answer[]): number {
	const byKey = new Map<unknown, Set<string>>();
	for (const { key, text } of answers) {
		if (key !== undefined) byKey.set(key, (byKey.get(key) ?? new Set()).add(text));
	}
	return [...byKey.values()].filter((texts) => texts.size > 1).length;
}

/** Compares what is stored with what was answered. @returns a line for each difference. */
function findDifferences(rows: Rows, userId: string, answers: readonly Answer[]): string[] {
	const count = (sql: string) => Number(rows.one(`select count(*) as n from ${sql}`, userId).n);
	const accepted = answers.filter(({ form, isRefused }) => form.kind === "adjust" && !isRefused).length;
	const { total } = rows.one("select sum(delta) as total from point_entries where user_id = ?", userId);
	const entries = (reason: string) => count(`point_entries where user_id = ? and reason = '${reason}'`);
	const expected: [what: string, value: number, expected: number][] = [
		["balance and sum of the entries", pointsOf(rows, userId), Number(total)],
		["orders", count("orders where user_id = ?"), FORMS.redeem],
		["stakes", entries("plinko-stake"), FORMS.play],
		["adjustments", entries("admin-adjustment"), accepted],
		["credited bonuses and days", entries("daily-bonus"), count("daily_bonuses where user_id = ?")],
	];
	return expected
		.filter(([, value, wanted]) => value !== wanted)
		.map(([what, value, wanted]) => `${what}: ${value} instead of ${wanted}`);
}

const withDailyBonus = JSON.stringify({ ...NO_RULES, daily: DAILY });

export async function measureOneViewer(): Promise<boolean> {
	const seed = seedFrom("CLUSTER_SEED");
	console.log(`CLUSTER_SEED=${seed}`);
	const nodes = await startNodes(2, {
		prepare: (db) =>
			db
				.insertInto("earning_rules")
				.values({ rules: withDailyBonus, valid_from: new Date(0).toISOString() })
				.execute(),
	});
	const { site, all } = nodes;
	const rows = openRows(site);
	try {
		const shelf = openShelf(site);
		const itemId = shelf.add({ name: "Sticker", price: PRICE, stock: START });
		shelf.close();
		const viewers = openViewers(site);
		const [id = ""] = viewers.register(1, START);
		const viewer = { id, cookie: viewers.signIn(id) };
		viewers.close();
		const admin = await signInWithCookies(site, "admin");
		const forms = shuffled(formsOf({ nodes, viewer, admin, itemId, rows }), seededRandom(seed));

		const before = await readActs(all);
		const limit = pLimit(CONCURRENT);
		const answers = await Promise.all(forms.map((form) => limit(() => send(form))));
		const { acts, retries } = actsBetween(before, await readActs(all));

		printAnswers(answers);
		console.log(`${acts} acts, ${retries} repeated attempts`);
		const refused = answers.filter(({ form, isRefused }) => isRefused && form.kind !== "adjust");
		const unexpected = answers.filter(({ text, isRefused }) => isRefused && !text.includes("balanceChanged"));
		for (const { form, text } of unexpected.slice(0, 3)) console.log(form.address, text);
		const differences = findDifferences(rows, id, answers);
		for (const line of differences) console.log(line);
		const { status, stdout } = runCommand("audit", site);
		console.log(stdout.trim().split("\n").at(-1));
		return [
			verdict("most times that a form was sent", Math.max(...answers.map(({ sends }) => sends)), {
				most: MAX_SENDS,
			}),
			verdict("forms refused without a cause", refused.length + unexpected.length, { most: 0 }),
			verdict("forms whose repetitions differ", countContradictions(answers), { most: 0 }),
			verdict("differences between answers and database", differences.length, { most: 0 }),
			verdict("audit: exit code", status ?? -1, { least: 0, most: 0 }),
		].every(Boolean);
	} finally {
		rows.close();
		await nodes.close();
	}
}
