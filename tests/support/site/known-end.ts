/**
 * The end of a flight is published once it is stored: another connection holds the database when the crash is due, and the
 * process is killed before or after the end was published. On PostgreSQL another process takes over.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addCalmFlights } from "../data/crash-rows";
import { chooseFlights } from "../data/players";
import { isOnPostgres } from "../postgres/engine";
import { runCommand } from "./command";
import { type CrashGame, openCrash } from "./crash-client";
import { openViewers } from "./crowd-viewers";
import type { EventStream } from "./event-stream";
import { openRows, type Rows } from "./rows";
import { signInWithCookies } from "./sign-in";
import { postForm } from "./single-fetch";
import { type Site, startSite } from "./site";
import { leads, type SiteNode, startNode } from "./site-nodes";

const STAKE = 100;
const POINTS = 1000;
/** A round, or a restart. */
const WAIT = { timeout: 60_000, interval: 20 };

/** A process of the site. */
interface Served {
	readonly origin: string;
	kill(): Promise<unknown>;
	/** Starts it again, once it is killed. */
	start(): Promise<Served>;
}

/** Declares the tests for the engine of the project. */
export function testKnownEnd(): void {
	let site: Site;
	let rows: Rows;
	let admin: string;
	let streams: EventStream[] = [];
	let leader: Served;
	/** On PostgreSQL, takes over. */
	let heir: Served | undefined;
	const nodes: SiteNode[] = [];

	beforeAll(async () => {
		const env = { RATE_LIMIT_SCALE: "1000", CRASH_PAUSE_SCALE: "0.2" };
		site = await startSite({ env, prepare: addCalmFlights });
		rows = openRows(site);
		admin = await signInWithCookies(site, "admin");
		leader = {
			...{ origin: site.origin, kill: site.kill },
			async start() {
				await site.restart();
				return this;
			},
		};
		if (isOnPostgres) heir = await another();
	});
	afterEach(() => {
		for (const stream of streams) stream.close();
		streams = [];
	});
	afterAll(async () => {
		rows?.close();
		for (const node of nodes) await node.end("SIGKILL");
		await site?.close();
	});

	async function another(): Promise<Served> {
		const node = await startNode(site);
		nodes.push(node);
		return { origin: node.origin, kill: () => node.end("SIGKILL"), start: another };
	}

	/** Keeps the site from storing the end of a round. */
	function holdDatabase(roundId: string) {
		const holder = openRows(site);
		holder.script(isOnPostgres ? "begin; lock table crash_rounds in exclusive mode" : "begin immediate");
		const logged = site.logs().length;
		return {
			/** Whether the site has tried to store the end. */
			isInTheWay: () =>
				isOnPostgres
					? rows.all("select 1 from pg_locks where relation = 'crash_rounds'::regclass and not granted")
							.length > 0
					: site.logs().includes(`"what":"close","roundId":"${roundId}"`, logged),
			release() {
				holder.script("rollback");
				holder.close();
			},
		};
	}

	/** Places a bet without a target, and waits until its flight has started. */
	async function fly(game: CrashGame) {
		const viewers = openViewers(site);
		const [userId = ""] = viewers.register(1, POINTS);
		if (game === "crash") chooseFlights(site, userId, { from: 200, to: 400 });
		const player = openCrash(leader, game, viewers.signIn(userId));
		viewers.close();
		streams.push(player.stream);
		await player.stream.begun;
		const betId = await player.place({ stake: STAKE });
		const roundId = String(rows.one("select round_id from crash_bets where id = ?", betId).round_id);
		if (game === "crash") await player.post("fly", { betId });
		await expect.poll(() => player.hasSeen("flying", roundId), WAIT).toBe(true);
		return {
			roundId,
			hasSeenEnd: () => player.hasSeen("crashed", roundId),
			bet: () => rows.one("select status from crash_bets where id = ?", betId).status,
			points: () => rows.one("select points from user_points where user_id = ?", userId).points,
		};
	}

	/** A flight whose end cannot be stored while the database is held. */
	async function flyHeld(game: CrashGame) {
		for (;;) {
			const flight = await fly(game);
			const held = holdDatabase(flight.roundId);
			if (flight.bet() !== "active") {
				// It ended before.
				held.release();
				continue;
			}
			await expect.poll(held.isInTheWay, WAIT).toBe(true);
			expect(flight.hasSeenEnd()).toBe(false);
			return { flight, held };
		}
	}

	/** Waits until the games run again after a kill. */
	async function resume() {
		const killed = leader;
		if (heir) {
			const next = heir;
			leader = next;
			await expect.poll(() => leads(next), WAIT).toBe(true);
			heir = await killed.start();
		} else leader = await killed.start();
	}

	describe.each(["live-crash", "crash"] as const)(
		"a process that is killed at the end of a flight of %s",
		{ timeout: 120_000 },
		(game) => {
			// While another game's write is late, all flights stand still.
			beforeAll(async () => {
				const intent = game === "live-crash" ? "start" : "stop";
				await postForm(`${leader.origin}/mini-games`, { cookie: admin }, { intent });
				if (intent === "start") return;
				const open = () =>
					rows.all("select 1 from crash_rounds where game = 'live' and status = 'open'").length;
				await vi.waitFor(() => expect(open()).toBe(0), WAIT);
			});

			it("refunds the bet if the end could not be stored, because nobody has seen it", async () => {
				const { flight, held } = await flyHeld(game);
				await leader.kill();
				held.release();
				expect(flight.hasSeenEnd()).toBe(false);
				await resume();
				// On PostgreSQL the other process could have served a solo player all the time, so that the flight counts.
				const isServed = game === "crash" && isOnPostgres;
				await expect.poll(flight.bet, WAIT).toBe(isServed ? "lost" : "refunded");
				expect(flight.points()).toBe(isServed ? POINTS - STAKE : POINTS);
			});

			it("does not refund the bet once the end was seen", async () => {
				// A solo flight that the site could not store for seconds would be refunded, because nobody could play it.
				const { flight, held } =
					game === "crash" ? { flight: await fly(game), held: undefined } : await flyHeld(game);
				held?.release();
				await expect.poll(flight.hasSeenEnd, WAIT).toBe(true);
				await leader.kill();
				await resume();
				expect(flight.bet()).toBe("lost");
				expect(flight.points()).toBe(POINTS - STAKE);
			});
		},
	);

	it("leaves a database that passes the audit", () => {
		expect(runCommand("audit", site)).toMatchObject({ status: 0 });
	});
}
