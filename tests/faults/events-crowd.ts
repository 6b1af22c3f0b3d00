import { setTimeout as sleep } from "node:timers/promises";
import { pickFrom, type Random, seededRandom } from "../support/random";
import type { Rows } from "../support/site/rows";
import { type Client, sendForm } from "../support/site/single-fetch";
import { SEED } from "./kill-harness";
import { Clients, type Viewer } from "./load";

const FEE = 20;
const PRICE = 5;
/** Later than any run: {@link passTime} of the test brings the end of an event forward. */
const FAR = "2099-01-01T12:00";
/** The delay before a retry after a refusal, or without anything to do. */
const AGAIN_MS = 40;
const DONE = "done";
/** Events end, and places are used up, while requests are under way. */
const REFUSALS =
	/^(tournament(Closed|Entered|NotEntered|Started)|raffle(Closed|TicketsUsed)|market(Locked|Other|MaxStake))$/;
/** What an admin decides may have been decided by a job. */
const HOST_REFUSALS = /^(pageExpired|rafflePaid|market(Paid|Decided)|tournamentOver|editConflict)$/;

type Fields = Record<string, string | number>;
interface Form {
	path: string;
	fields: Fields;
}

/** Posts a form. @returns `done`, or the code of its refusal. */
async function submit(origin: string, client: Client, { path, fields }: Form): Promise<string> {
	const { answer } = await sendForm(origin + path, client, fields);
	const { ok, code } = (answer.data ?? {}) as { ok?: boolean; code?: string };
	const outcome = answer.redirect !== undefined || ok ? DONE : code;
	if (!outcome) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
	return outcome;
}

interface Call extends Form {
	viewer: Viewer;
	answer?: string;
}

/** Viewers who enter and leave events at random, and play Plinko. */
export class EventCrowd extends Clients {
	readonly calls: Call[] = [];
	/** The number of forms that have acted. */
	acts = 0;
	private open: readonly { kind: string; id: string }[] = [];

	constructor(
		private readonly origin: string,
		private readonly rows: Rows,
		readonly viewers: readonly Viewer[],
	) {
		super();
	}

	start(turn: number): void {
		this.isStopped = false;
		this.findOpen();
		this.running = this.viewers.map((viewer, index) => {
			const random = seededRandom(SEED + turn * this.viewers.length + index);
			return this.keepActing(viewer.name, async () => {
				const call = { viewer, ...this.next(viewer, random) };
				this.calls.push(call);
				if ((await this.send(call)) !== DONE) await sleep(AGAIN_MS);
			});
		});
	}

	readonly findOpen = () => {
		this.open = this.rows
			.all(
				`select 'tournament' as kind, id from tournaments where state = 'open'
			union all select 'raffle', id from raffles where state = 'open'
			union all select 'market', id from markets where state = 'open'`,
			)
			.map(({ kind, id }) => ({ kind: String(kind), id: String(id) }));
	};

	/** Compares the answers since a call with what is stored: an act has its key, a refusal has none. */
	findFaults(from: number): string[] {
		return this.calls.slice(from).flatMap(({ viewer, fields, answer }) => {
			const key = String(fields.idempotencyKey);
			const stored = this.rows.all(
				"select 1 from idempotency_keys where user_id = ? and id = ?",
				...[viewer.userId, key],
			);
			if (answer === undefined || stored.length === (answer === DONE ? 1 : 0)) return [];
			return [`${viewer.name} got ${answer}, stored are ${stored.length}: ${JSON.stringify(fields)}`];
		});
	}

	/** Sends each unanswered form once more, and one that has acted. */
	async repeat(from: number, random: Random): Promise<void> {
		const calls = this.calls.slice(from);
		await Promise.all(calls.filter(({ answer }) => answer === undefined).map(this.send));
		const acted = calls.filter(({ answer }) => answer === DONE);
		if (acted.length === 0) return;
		const answer = await this.send(pickFrom(acted, random));
		if (answer !== DONE) this.fault(`${answer} was the answer to the repeat of an act`);
	}

	private readonly send = async (call: Call): Promise<string> => {
		const answer = await submit(this.origin, call.viewer, call);
		if (answer === DONE && call.answer === undefined) this.acts += 1;
		call.answer = answer;
		if (answer === DONE || REFUSALS.test(answer)) this.note();
		else this.fault(`${call.viewer.name} got ${answer} to ${JSON.stringify(call)}`);
		return answer;
	};

	private next({ name }: Viewer, random: Random): Form {
		const idempotencyKey = crypto.randomUUID();
		const { kind, id } = pickFrom([...this.open, { kind: "plinko", id: "" }], random);
		const count = 1 + Math.floor(random() * 3);
		switch (kind) {
			case "tournament": {
				const act: Fields = random() < 0.8 ? { intent: "enter", fee: FEE } : { intent: "leave" };
				return { path: "/tournament", fields: { ...act, idempotencyKey, tournamentId: id } };
			}
			case "raffle":
				return { path: `/raffles/${id}`, fields: { intent: "enter", idempotencyKey, count, price: PRICE } };
			case "market": {
				// The last viewer is alone with an outcome, and nobody chooses the third one.
				const stake = { outcome: name.length % 2, points: count * 7 };
				return { path: "/predictions", fields: { intent: "stake", idempotencyKey, marketId: id, ...stake } };
			}
			default:
				return {
					path: "/mini-games/plinko",
					fields: { intent: "play", idempotencyKey, stake: 10, balls: count },
				};
		}
	}
}

/** An admin who makes events of all kinds and decides them, one form after the other, each until it is answered. */
export class Host extends Clients {
	done = 0;
	private readonly queue: (() => Form | undefined)[] = [];
	private made = 0;

	constructor(
		private readonly origin: string,
		private readonly rows: Rows,
		private readonly admin: Client,
		private readonly itemId: string,
		private readonly noteMade: () => void,
	) {
		super();
	}

	get left(): number {
		return this.queue.length;
	}

	/** Plans the next events, and the decisions about the last ones. */
	plan(): void {
		if (this.made > 0) this.queue.push(...this.decisionsOn(this.made));
		this.made += 1;
		this.queue.push(...this.formsOf(this.made).map((form) => () => form));
	}

	/** Plans what is left to decide. */
	planEnd(): void {
		this.queue.push(...this.decisionsOn(this.made));
	}

	start(): void {
		this.isStopped = false;
		this.running = [
			this.keepActing("host", async () => {
				const form = this.queue[0]?.();
				if (!form) return void (await sleep(AGAIN_MS));
				const answer = await submit(this.origin, this.admin, form);
				if (answer !== DONE && !HOST_REFUSALS.test(answer))
					throw new Error(`${answer} was the answer to ${JSON.stringify(form)}`);
				this.queue.shift();
				this.done += 1;
				this.noteMade();
				this.note();
			}),
		];
	}

	private formsOf(made: number): Form[] {
		const form = (path: string, fields: Fields) => ({
			path,
			fields: { idempotencyKey: crypto.randomUUID(), ...fields },
		});
		const tournament = (kind: string, name: string, fields: Fields) =>
			form("/tournament/new", {
				...{ kind, title: `${name} ${made}`, fee: FEE, minAccountHours: 0, endsAt: FAR },
				...{ points1: 100, points2: 40, item3: this.itemId },
				...fields,
			});
		const race = { games: "plinko", best: 1, rounds: 3, minStake: 10 };
		const raffle = (name: string, fields: Fields) =>
			form("/raffles/new", {
				...{ title: `${name} ${made}`, closesAt: FAR, prizes: "30\n20\nmug\n10", price: PRICE },
				...fields,
			});
		const market = (name: string) =>
			form("/predictions", {
				...{ intent: "open", question: `${name} ${made}`, outcomes: "one\ntwo\nthree" },
				...{ minutes: 1440, maxStake: 1000 },
			});
		return [
			tournament("race", "race", race),
			tournament("race", "cancelled", { ...race, startsAt: "2098-01-01T12:00" }),
			tournament("league", "league", { points: "10, 7, 5" }),
			raffle("paid", {}),
			raffle("passed", { payAfterMinutes: 10 }),
			raffle("withdrawn", { payAfterMinutes: 10 }),
			raffle("cancelled", {}),
			...["settled", "undone", "called off", "nobody", "undecided"].map(market),
		];
	}

	private decisionsOn(made: number): (() => Form | undefined)[] {
		const find = (sql: string, name: string) => this.rows.one(sql, `${name} ${made}`);
		const tournament = () => {
			const { id } = find("select id from tournaments where title = ?", "cancelled");
			return { path: `/tournament/${id}/edit`, fields: { kind: "cancel" } };
		};
		const raffle = (name: string, fields: Fields) => () => {
			const { id, state } = find("select id, state from raffles where title = ?", name);
			if (fields.intent === "pass" && state !== "drawn") return undefined;
			return { path: `/raffles/${id}`, fields: { reason: "why", ...fields } };
		};
		const market =
			(name: string, intent: string, fields: Fields = {}) =>
			() => {
				const { id, revision } = find(
					"select id, revision from markets where terms like '%\"' || ? || '\"%'",
					name,
				);
				const act = { intent, marketId: String(id), revision: Number(revision) };
				return { path: "/predictions", fields: { ...act, ...fields } };
			};
		return [
			tournament,
			raffle("cancelled", { intent: "cancel" }),
			raffle("withdrawn", { intent: "cancel" }),
			market("settled", "settle", { result: 0 }),
			market("undone", "settle", { result: 0 }),
			market("called off", "cancel"),
			market("nobody", "settle", { result: 2 }),
			market("undone", "undo"),
			market("undone", "settle", { result: 1 }),
			raffle("passed", { intent: "pass", place: 1 }),
		];
	}
}
