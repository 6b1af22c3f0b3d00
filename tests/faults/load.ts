import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, SQLite } from "db/driver";
import type { Invariant } from "../../db/audit";
import { type Random, seededRandom } from "../support/random";
import { signInWithCookies } from "../support/site/sign-in";
import { type Asker, NoAnswer } from "../support/site/single-fetch";
import type { Site } from "../support/site/site";

export interface Viewer extends Asker {
	readonly name: string;
	readonly userId: string;
}

/** What a game must tell, so that its requests can be cut off and repeated. */
export interface Load<Call extends { idempotencyKey: string }, Answer> {
	next(viewer: Viewer, random: Random): Call;
	/** @throws {NoAnswer} when no whole answer came; anything else is a fault of the site. */
	send(origin: string, viewer: Viewer, call: Call): Promise<Answer>;
	/** Whether such an answer says that something was stored. */
	acted(answer: Answer): boolean;
	/** What the database holds of it, in the answer's shape. */
	stored(database: Connection, viewer: Viewer, call: Call): Answer | undefined;
	/** How many acts the database holds, of all viewers. */
	countActs(database: Connection): number;
	/** What is wrong with an answer, given the viewer's answers before it. */
	faultOf(viewer: Viewer, call: Call, answer: Answer): string | undefined;
	invariants: readonly Invariant[];
}

export interface Noted<Call, Answer> {
	viewer: Viewer;
	call: Call;
	answer: Answer;
}

/** Viewers that ask one request after the other, each on its own, and note every answer that was complete. */
export class Crowd<Call extends { idempotencyKey: string }, Answer> {
	readonly noted: Noted<Call, Answer>[] = [];
	readonly faults: string[] = [];
	/** Requests that were sent and got no answer, at most one for each viewer. */
	readonly unanswered = new Map<Viewer, Call>();
	private readonly randoms: Map<Viewer, Random>;
	private playing: Promise<void>[] = [];
	private ending = false;

	constructor(
		private readonly origin: string,
		readonly viewers: readonly Viewer[],
		private readonly load: Load<Call, Answer>,
		seed: number,
	) {
		this.randoms = new Map(viewers.map((viewer, index) => [viewer, seededRandom(seed + index + 1)]));
	}

	start(): void {
		this.ending = false;
		this.playing = this.viewers.map((viewer) => this.playOn(viewer));
	}

	/** No further requests; those under way are waited for. */
	async finish(): Promise<void> {
		this.ending = true;
		await Promise.all(this.playing);
	}

	/** Waits until every viewer has met a server that is gone. */
	async waitForTheEnd(): Promise<void> {
		await Promise.all(this.playing);
	}

	/** Sends an unanswered request once more, under the same request id. */
	async repeat(viewer: Viewer): Promise<Answer | undefined> {
		const call = this.unanswered.get(viewer);
		return call && (await this.ask(viewer, call));
	}

	get acts(): number {
		return this.noted.filter(({ answer }) => this.load.acted(answer)).length;
	}

	private async playOn(viewer: Viewer): Promise<void> {
		const random = this.randoms.get(viewer) ?? Math.random;
		while (!this.ending) {
			try {
				await this.ask(viewer, this.load.next(viewer, random));
			} catch (error) {
				if (error instanceof NoAnswer) return;
				this.faults.push(`${viewer.name}: ${error}`);
				// A site that fails at once must not be asked in a tight loop.
				await sleep(100);
			}
		}
	}

	private async ask(viewer: Viewer, call: Call): Promise<Answer> {
		this.unanswered.set(viewer, call);
		const answer = await this.load.send(this.origin, viewer, call);
		this.unanswered.delete(viewer);
		this.noted.push({ viewer, call, answer });
		const fault = this.load.faultOf(viewer, call, answer);
		if (fault) this.faults.push(`${viewer.name} ${JSON.stringify(call)}: ${fault}`);
		return answer;
	}
}

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

/** Reads the database file beside the running server. */
export function withDatabase<Result>(file: string, read: (database: Connection) => Result): Result {
	const database = new SQLite(file, { readonly: true });
	try {
		return read(database);
	} finally {
		database.close();
	}
}

/** Whether each noted answer is what the database holds; an answer that stored nothing must not be there. */
export function faultsOfStored<Call extends { idempotencyKey: string }, Answer>(
	database: Connection,
	load: Load<Call, Answer>,
	noted: readonly Noted<Call, Answer>[],
): string[] {
	return noted.flatMap(({ viewer, call, answer }) => {
		const found = JSON.stringify(load.stored(database, viewer, call));
		const expected = load.acted(answer) ? JSON.stringify(answer) : undefined;
		return found === expected ? [] : `${viewer.name} was answered ${expected}, stored is ${found}`;
	});
}
