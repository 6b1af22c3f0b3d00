import type { Connection } from "db/sqlite/driver";
import { transact } from "db/transact";
import { afterAll, beforeAll, expect, it } from "vitest";
import { saveIsActive } from "~/games/crash/persistence/live.queries.server";
import { addChain } from "../support/data/crash-rows";
import { seededRandom } from "../support/random";
import { EventStream } from "../support/site/event-stream";
import { type Site, startSite } from "../support/site/site";
import { CrashCrowd, type StoredBet } from "./crash-crowd";
import { KILLS, killUnderLoad, SEED } from "./kill-harness";
import { signInViewers, type Viewer, withDatabase } from "./load";

const VIEWERS = 14;
/** Viewers who never cash out, so that they lose when a flight ends. Their streams are open. */
const WAITING = 4;
/** A chain whose first 16 flights end between 1.15x and 2.22x. */
const CHAIN = { id: "killed-flights-176", length: 16 };
/** Length of the text that is kept, so that an event in two chunks is found. */
const KEPT_CHARACTERS = 4096;

let site: Site;
let viewers: Viewer[];

beforeAll(async () => {
	const env = { STARTING_POINTS: "100000", LOG_LEVEL: "warn", CRASH_PAUSE_SCALE: "0.08" };
	site = await startSite({
		env: { ...env, RATE_LIMIT_SCALE: "1000" },
		async prepare(db) {
			await addChain(db, CHAIN.id, CHAIN.length, "2099-01-01T00:00:00.000Z");
			await transact(db, (trx) => saveIsActive(trx, true, new Date().toISOString()));
		},
	});
	viewers = await signInViewers(site, VIEWERS, "crash");
});
afterAll(() => site?.close());

/** Watches the streams of both games of viewers. @returns the rounds whose end was published. */
function watchEnds(watched: readonly Viewer[], note: () => void) {
	const ended = { live: new Set<string>(), solo: new Set<string>() };
	const streams = watched.map(({ cookie }) => {
		const stream = new EventStream(site.origin, "/live?topics=live-crash,solo-crash", { cookie });
		stream.socket.on("data", () => {
			for (const event of stream.text.matchAll(/event:(live|solo)-crash[^\n]*\ndata:[^\n]*/g)) {
				const [, id] = /"id":"([\w-]+)","phase":"crashed"/.exec(event[0]) ?? [];
				if (id) ended[event[1] as "live" | "solo"].add(id);
			}
			stream.text = stream.text.slice(-KEPT_CHARACTERS);
			note();
		});
		return stream;
	});
	return { ended, close: () => streams.forEach((stream) => void stream.close()) };
}

/** The bets with a status in these rounds. */
const betsIn = (database: Connection, rounds: ReadonlySet<string>, status: string) =>
	database
		.prepare("select * from crash_bets where status = ? and round_id in (select value from json_each(?))")
		.all(status, JSON.stringify([...rounds]));

const openBets = (database: Connection, before: string) =>
	database
		.prepare(
			`select crash_bets.id, game, crash_rounds.status, opened_at from crash_bets
			join crash_rounds on crash_rounds.id = round_id where crash_bets.status = 'active' and opened_at < ?`,
		)
		.all(before) as { game: string }[];

it(`settles or refunds every bet once when the server is killed ${KILLS} times during rounds`, async () => {
	const random = seededRandom(SEED);
	const crowd = new CrashCrowd(site.origin, viewers, SEED, [], WAITING);
	const counts = { bets: 0, openAtKill: 0, endsSeen: 0, lostInThem: 0 };
	let [from, killedAt] = [0, ""];
	let witness: ReturnType<typeof watchEnds>;

	await killUnderLoad(site, {
		faults: crowd.faults,
		start(turn) {
			from = crowd.bets.length;
			witness = watchEnds(viewers.slice(0, WAITING), crowd.note);
			crowd.start(turn);
		},
		/** After some bets, at the end of a live flight, and at the end of a solo flight. */
		moment(turn) {
			const bets = 1 + random() * VIEWERS;
			const { live, solo } = witness.ended;
			if (turn % 3 === 0) return crowd.until(() => crowd.acceptedIds(from).length >= bets);
			return crowd.until(() => (turn % 3 === 1 ? live : solo).size > 0);
		},
		async stop() {
			await crowd.waitForDisconnects();
			witness.close();
			killedAt = new Date().toISOString();
			counts.openAtKill += withDatabase(site.database, (database) => openBets(database, killedAt).length);
		},
		findFaults: (hasRepeated) =>
			withDatabase(site.database, (database) => {
				const find = database.prepare("select * from crash_bets where id = ?");
				const faults = crowd.faultsOfStored((id) => find.get(id) as StoredBet | undefined, from);
				if (hasRepeated) return faults;
				const ended = new Set([...witness.ended.live, ...witness.ended.solo]);
				counts.endsSeen += ended.size;
				counts.lostInThem += betsIn(database, ended, "lost").length;
				const refunded = betsIn(database, ended, "refunded");
				return [
					...faults,
					// A solo flight that had not started goes on.
					...openBets(database, killedAt)
						.filter(({ game }) => game === "live")
						.map((bet) => `still open: ${JSON.stringify(bet)}`),
					...refunded.map((bet) => `refunded after its end was seen: ${JSON.stringify(bet)}`),
				];
			}),
		repeat: () => crowd.repeatUnanswered(from),
	});

	const open = () => withDatabase(site.database, (database) => openBets(database, killedAt).length);
	await expect.poll(open, { timeout: 60_000 }).toBe(0);
	counts.bets = crowd.bets.length;
	console.log(`Crash (FAULT_SEED=${SEED}): ${JSON.stringify(counts)}`);
	// Those whose solo flight has ended had not cashed out.
	if (KILLS >= 3) expect(counts.lostInThem).toBeGreaterThan(0);
});
