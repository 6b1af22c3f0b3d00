/**
 * Stops the process of the site for half a second just before the crash of live flights. Players cash out shortly before the
 * stop, during it, or never. `npm run bench -- stalls[:FLIGHTS]`
 */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import { momentOf, multiplierAt } from "~/games/crash/engine/curve";
import { addShortFlights } from "../../tests/support/data/crash-rows";
import { seededRandom } from "../../tests/support/random";
import { EventStream } from "../../tests/support/site/event-stream";
import { openRows } from "../../tests/support/site/rows";
import { startSite } from "../../tests/support/site/site";
import { conclude, printTable, sized, verdict } from "../lib/measure";
import { cashOut, placeBet, signInMany, startLiveGame } from "../lib/players";

const flights = Number(process.argv[2] ?? sized(200, 1));
const SITES = sized(4, 1);
const STALL_MS = 500;
/** Number of players of a flight by when they cash out, relative to the stall. The crash is due during the stall. */
const PLAYERS = { before: 6, during: 6, never: 3 };
/** How long before the stall the first of them cash out. The others follow until 5 ms before it. */
const BEFORE_MS = 60;
/** A flight that ends sooner leaves no time to prepare the stall. */
const MIN_FLIGHT_MS = 600;
const WAIT_MS = 60_000;
const SEED = 20261125;

type Kind = keyof typeof PLAYERS;
const KINDS = Object.entries(PLAYERS).flatMap(([kind, count]) => new Array<Kind>(count).fill(kind as Kind));

interface Result {
	kind: Kind;
	/** Multiplier in hundredths; null for a bet that was lost. */
	multiplier: number | null;
	/** The multiplier of the flight when the stall began, and the crash point. */
	atStall: number;
	crashPoint: number;
}

async function playOn(count: number, seed: number): Promise<Result[]> {
	const random = seededRandom(seed);
	const site = await startSite({ env: { RATE_LIMIT_SCALE: "1000", CRASH_PAUSE_SCALE: "0.15" } });
	const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
	try {
		await site.stop();
		const db = openDatabase(site.databaseUrl);
		await addShortFlights(db);
		await db.destroy();
		await site.restart();
		const rows = openRows(site);
		await startLiveGame(site);
		const cookies = signInMany(site, KINDS.length);
		const stream = new EventStream(site.origin, "/live?topics=live-crash");
		await stream.begun;
		const results: Result[] = [];

		async function playFlight() {
			stream.text = "";
			await stream.until(() => stream.text.includes('"phase":"waiting"'), WAIT_MS);
			const bets = await Promise.all(cookies.map((cookie) => placeBet(site, cookie, 100)));
			const [round] = rows.all(
				"select r.id, r.crash_point from crash_rounds r join crash_bets b on b.round_id = r.id where b.id = ?",
				bets.at(-1) ?? "",
			);
			// Betting had closed before the last bet.
			if (!round || bets.includes(undefined)) return;
			const isIn = (phase: string) => stream.text.includes(`"id":"${round.id}","phase":"${phase}"`);
			const ended = () => isIn("crashed");
			await stream.until(() => isIn("flying"), WAIT_MS);
			const startedAt = performance.now();
			const crashPoint = Number(round.crash_point);
			const end = momentOf(crashPoint);
			if (end < MIN_FLIGHT_MS) return stream.until(ended, WAIT_MS);

			// This process sees the start of the flight some ms late.
			const stallAt = end - 100 - random() * (STALL_MS - 120);
			const until = (moment: number) => sleep(Math.max(0, startedAt + moment - performance.now()));
			const sent = KINDS.map(async (kind, at) => {
				if (kind === "never") return;
				const moment = kind === "before" ? -5 - random() * (BEFORE_MS - 5) : random() * STALL_MS * 0.9;
				await until(stallAt + moment);
				await cashOut(agent, site, cookies[at] ?? "", bets[at] ?? "");
			});
			await until(stallAt);
			const atStall = multiplierAt(performance.now() - startedAt);
			site.process.kill("SIGSTOP");
			await sleep(STALL_MS);
			const wasLate = ended();
			site.process.kill("SIGCONT");
			await Promise.all(sent);
			await stream.until(ended, WAIT_MS);
			// This process was too slow: the flight had ended before.
			if (wasLate) return;
			for (const [at, kind] of KINDS.entries()) {
				const bet = rows.one("select cash_out_multiplier from crash_bets where id = ?", bets[at] ?? "");
				results.push({
					...{ kind, atStall, crashPoint },
					multiplier: bet.cash_out_multiplier === null ? null : Number(bet.cash_out_multiplier),
				});
			}
		}

		while (results.length < count * KINDS.length) await playFlight();
		stream.close();
		rows.close();
		return results;
	} finally {
		agent.destroy();
		site.process.kill("SIGCONT");
		await site.close();
	}
}

const results = (
	await Promise.all(Array.from({ length: SITES }, (_, at) => playOn(Math.ceil(flights / SITES), SEED + at)))
).flat();

/** By how many ticks the paid multiplier exceeds the multiplier at the start of the stall. */
const ticksAbove = ({ multiplier, atStall }: Result) =>
	(momentOf(multiplier ?? atStall) - momentOf(atStall)) / 100;

const of = (kind: Kind) => results.filter((one) => one.kind === kind);
const paid = (kind: Kind) => of(kind).filter(({ multiplier }) => multiplier !== null);
printTable(
	["players who cash out", "bets", "paid", "lost"],
	Object.keys(PLAYERS).map((name) => {
		const kind = name as Kind;
		const count = paid(kind).length;
		return [`${kind} the stall`, of(kind).length, count, of(kind).length - count];
	}),
);
const above = [...paid("before"), ...paid("during")].map(ticksAbove);
conclude([
	verdict("cash-outs before the stall that came too late", of("before").length - paid("before").length, {
		most: 0,
	}),
	verdict("bets without a cash-out that did not lose", paid("never").length, { most: 0 }),
	verdict("ticks that a cash-out gained by the stall", Math.max(0, ...above), { most: 2 }),
]);
