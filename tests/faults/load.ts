import { setTimeout as sleep } from "node:timers/promises";
import type { Invariant } from "db/audit";
import { type Connection, SQLite } from "db/sqlite/driver";
import { type Random, seededRandom } from "../support/random";
import { signInWithCookies } from "../support/site/sign-in";
import { type Client, NoAnswer } from "../support/site/single-fetch";
import type { Site } from "../support/site/site";

export interface Viewer extends Client {
	readonly name: string;
	readonly userId: string;
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
	faultOf(viewer: Viewer, call: Call, answer: Answer): string | undefined;
	invariants: readonly Invariant[];
}

export interface Recorded<Call, Answer> {
	viewer: Viewer;
	call: Call;
	answer: Answer;
}

/** Viewers that send one request after the other, independently of each other, and record every complete response. */
export class Crowd<Call extends { idempotencyKey: string }, Answer> {
	readonly recorded: Recorded<Call, Answer>[] = [];
	readonly faults: string[] = [];
	/** Requests without a response, at most one per viewer. */
	readonly unanswered = new Map<Viewer, Call>();
	/** Viewers whose last connection was refused, so that their request was not sent. */
	readonly refused = new Set<Viewer>();
	private readonly randoms: Map<Viewer, Random>;
	private running: Promise<void>[] = [];
	private stopping = false;

	constructor(
		private readonly origin: string,
		readonly viewers: readonly Viewer[],
		private readonly load: Load<Call, Answer>,
		seed: number,
	) {
		this.randoms = new Map(viewers.map((viewer, index) => [viewer, seededRandom(seed + index + 1)]));
	}

	start(): void {
		this.stopping = false;
		this.running = this.viewers.map((viewer) => this.playLoop(viewer));
	}

	/** Sends no further requests, and waits for the pending ones. */
	async finish(): Promise<void> {
		this.stopping = true;
		await Promise.all(this.running);
	}

	/** Waits until every viewer has found the server gone. */
	async waitForDisconnects(): Promise<void> {
		await Promise.all(this.running);
	}

	/** Sends an unanswered request once more, with the same idempotency key. */
	async repeat(viewer: Viewer): Promise<Answer | undefined> {
		const call = this.unanswered.get(viewer);
		return call && (await this.sendCall(viewer, call));
	}

	get acts(): number {
		return this.recorded.filter(({ answer }) => this.load.acted(answer)).length;
	}

	private async playLoop(viewer: Viewer): Promise<void> {
		const random = this.randoms.get(viewer) ?? Math.random;
		while (!this.stopping) {
			try {
				await this.sendCall(viewer, this.load.next(viewer, random));
			} catch (error) {
				if (error instanceof NoAnswer) {
					if (isRefused(error)) this.refused.add(viewer);
					return;
				}
				this.faults.push(`${viewer.name}: ${error}`);
				// Avoids a tight loop of requests to a site that fails immediately.
				await sleep(100);
			}
		}
	}

	private async sendCall(viewer: Viewer, call: Call): Promise<Answer> {
		this.unanswered.set(viewer, call);
		const answer = await this.load.send(this.origin, viewer, call);
		this.unanswered.delete(viewer);
		this.recorded.push({ viewer, call, answer });
		const fault = this.load.faultOf(viewer, call, answer);
		if (fault) this.faults.push(`${viewer.name} ${JSON.stringify(call)}: ${fault}`);
		return answer;
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
	return withDatabase(site.database, (database) => {
		const find = database.prepare("select id from users where twitch_username = ?").pluck();
		return names.map((name) => ({ name, cookie: cookies.get(name) ?? "", userId: find.get(name) as string }));
	});
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
