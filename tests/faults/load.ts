import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, SQLite } from "db/sqlite/driver";
import { pickFrom, type Random, seededRandom } from "../support/random";
import { openRows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Client, NoAnswer } from "../support/site/single-fetch";
import type { Site } from "../support/site/site";

export interface Viewer extends Client {
	readonly name: string;
	readonly userId: string;
}

/** Clients that send requests until the server is gone, and record every complete answer. */
export abstract class Clients {
	readonly faults: string[] = [];
	protected isStopped = false;
	protected running: Promise<void>[] = [];
	private check = () => {};

	/** Resolves at the first answer, or other event, at which `isReached`, or at a fault. */
	until(isReached: () => boolean): Promise<void> {
		return new Promise((resolve) => {
			this.check = () => {
				if (isReached() || this.faults.length > 0) resolve();
			};
			this.check();
		});
	}

	/** Something that {@link until} may wait for has happened. */
	readonly note = () => this.check();

	/** Waits until every client has found the server gone. */
	async waitForDisconnects(): Promise<void> {
		this.isStopped = true;
		await Promise.all(this.running);
	}

	protected fault(text: string) {
		this.faults.push(text);
		this.note();
	}

	/** Acts again and again, until the server is gone or `isStopped`. */
	protected async keepActing(name: string, act: () => Promise<void>): Promise<void> {
		while (!this.isStopped) {
			try {
				await act();
			} catch (error) {
				if (error instanceof NoAnswer) return;
				this.fault(`${name}: ${error}`);
				// Avoids a tight loop of requests to a site that fails immediately.
				await sleep(100);
			}
		}
	}
}

/** The requests and checks of a game whose requests can be cut off and repeated. */
export interface Load<Call extends { idempotencyKey: string }, Answer> {
	next(viewer: Viewer, random: Random): Call;
	/** @throws {NoAnswer} without a complete response; any other error is a fault of the site. */
	send(origin: string, viewer: Viewer, call: Call): Promise<Answer>;
	/** Whether the response says that something was stored. */
	acted(answer: Answer): boolean;
	/** The stored result of the call, in the response's shape. */
	stored(database: Connection, viewer: Viewer, call: Call): Answer | undefined;
	/** The number of stored actions of all viewers. */
	countActs(database: Connection): number;
	/** The fault of a response, given the viewer's earlier responses; undefined if there is none. */
	faultOf?(viewer: Viewer, call: Call, answer: Answer): string | undefined;
}

export interface Recorded<Call, Answer> {
	viewer: Viewer;
	call: Call;
	answer: Answer;
}

/** Viewers that send one request after the other, independently of each other. */
export class Crowd<Call extends { idempotencyKey: string }, Answer> extends Clients {
	readonly recorded: Recorded<Call, Answer>[] = [];
	/** Requests without a response, at most one per viewer. */
	readonly unanswered = new Map<Viewer, Call>();
	/** Viewers whose last connection was refused, so that their request was not sent. */
	readonly refused = new Set<Viewer>();
	private readonly randoms: Map<Viewer, Random>;
	/** What the requests without a response had stored, by idempotency key. */
	private cutOff = new Map<string, string>();

	constructor(
		private readonly origin: string,
		readonly viewers: readonly Viewer[],
		private readonly load: Load<Call, Answer>,
		seed: number,
	) {
		super();
		this.randoms = new Map(viewers.map((viewer, index) => [viewer, seededRandom(seed + index + 1)]));
	}

	start(): void {
		this.isStopped = false;
		this.running = this.viewers.map((viewer) => {
			const random = this.randoms.get(viewer);
			if (!random) throw new Error(`${viewer.name} has no seed`);
			return this.keepActing(viewer.name, () => this.send(viewer, this.load.next(viewer, random)));
		});
	}

	/** Sends no further requests, and waits for the pending ones. */
	finish = (): Promise<void> => this.waitForDisconnects();

	/** Compares all responses, and the number of acts, with the database. */
	findFaults(file: string): string[] {
		return withDatabase(file, (database) => {
			const faults = faultsOfStored(database, this.load, this.recorded);
			this.cutOff = new Map(
				[...this.unanswered].flatMap(([viewer, call]) => {
					const answer = this.load.stored(database, viewer, call);
					return answer ? [[call.idempotencyKey, JSON.stringify(answer)]] : [];
				}),
			);
			const [found, expected] = [this.load.countActs(database), this.acts + this.cutOff.size];
			return found === expected ? faults : [...faults, `${found} acts are stored, expected ${expected}`];
		});
	}

	/** Sends each unanswered request once more with the same idempotency key, and an answered one, as a client may do. */
	async repeat(random: Random): Promise<void> {
		const from = this.recorded.length;
		await Promise.all([...this.unanswered].map(([viewer, call]) => this.send(viewer, call)));
		for (const { viewer, call, answer } of this.recorded.slice(from))
			this.compare(viewer, this.cutOff.get(call.idempotencyKey), answer);
		if (this.acts === 0) return;
		const { viewer, call, answer } = pickFrom(this.acted, random);
		this.compare(viewer, JSON.stringify(answer), await this.load.send(this.origin, viewer, call));
	}

	private compare({ name }: Viewer, before: string | undefined, answer: Answer) {
		const again = JSON.stringify(answer);
		if (before && before !== again)
			this.fault(`${name} had stored ${before}, and got ${again} to the repeat`);
	}

	get acted(): Recorded<Call, Answer>[] {
		return this.recorded.filter(({ answer }) => this.load.acted(answer));
	}

	get acts(): number {
		return this.acted.length;
	}

	private async send(viewer: Viewer, call: Call): Promise<void> {
		this.unanswered.set(viewer, call);
		const answer = await this.load.send(this.origin, viewer, call).catch((error) => {
			if (error instanceof NoAnswer && isRefused(error)) this.refused.add(viewer);
			throw error;
		});
		this.unanswered.delete(viewer);
		this.recorded.push({ viewer, call, answer });
		const fault = this.load.faultOf?.(viewer, call, answer);
		if (fault) this.fault(`${viewer.name} ${JSON.stringify(call)}: ${fault}`);
		else this.note();
	}
}

/** Whether the server did not accept the connection. */
const isRefused = ({ cause }: NoAnswer) =>
	((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ECONNREFUSED";

/** Signs in `count` viewers. */
export async function signInViewers(site: Site, count: number, prefix: string): Promise<Viewer[]> {
	const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
	const cookies = new Map<string, string>();
	for (const name of names) cookies.set(name, await signInWithCookies(site, name));
	const rows = openRows(site);
	const idOf = (name: string) => String(rows.one("select id from users where twitch_username = ?", name).id);
	const viewers = names.map((name) => ({ name, cookie: cookies.get(name) ?? "", userId: idOf(name) }));
	rows.close();
	return viewers;
}

/** Reads the database file while the server runs. */
export function withDatabase<Result>(file: string, read: (database: Connection) => Result): Result {
	const database = new SQLite(file, { readonly: true });
	try {
		return read(database);
	} finally {
		database.close();
	}
}

/** Compares each recorded response with the database. A response that stored nothing must have no stored result. */
export function faultsOfStored<Call extends { idempotencyKey: string }, Answer>(
	database: Connection,
	load: Load<Call, Answer>,
	recorded: readonly Recorded<Call, Answer>[],
): string[] {
	return recorded.flatMap(({ viewer, call, answer }) => {
		const found = JSON.stringify(load.stored(database, viewer, call));
		const expected = load.acted(answer) ? JSON.stringify(answer) : undefined;
		return found === expected ? [] : `${viewer.name} got ${expected}, stored is ${found}`;
	});
}
