/**
 * The end of a flight is published once it is stored: another connection holds the database when the crash is due, and the
 * process is killed before or after the end was published. On PostgreSQL another process takes over.
 */
import { randomUUID } from "node:crypto";
import { openDatabase } from "db/open";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addChain } from "../../support/data/crash-rows";
import { isOnPostgres } from "../../support/postgres/engine";
import { runCommand } from "../../support/site/command";
import { openViewers } from "../../support/site/crowd-viewers";
import { EventStream } from "../../support/site/event-stream";
import { openRows, type Rows } from "../../support/site/rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";
import { leads, type SiteNode, startNode } from "../../support/site/site-nodes";

/** Starts with 12 flights that end between 1.50x and 5.00x. */
const CHAIN = { id: "attacked-flights-40335", length: 12 };
const STAKE = 100;
const POINTS = 1000;
/** The end of a solo flight is not known in advance. */
const WAIT = { timeout: 100_000, interval: 20 };

let site: Site;
let rows: Rows;
let streams: EventStream[] = [];
let heir: SiteNode | undefined;

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000", CRASH_PAUSE_SCALE: "0.2" } });
	await site.stop();
	const db = openDatabase(site.databaseUrl);
	await addChain(db, CHAIN.id, CHAIN.length, "2099-01-01T00:00:00.000Z");
	await db.destroy();
	await site.restart();
	rows = openRows(site);
});
afterEach(async () => {
	for (const stream of streams) stream.close();
	streams = [];
	await heir?.end("SIGKILL");
	heir = undefined;
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

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
async function fly(game: "crash" | "live-crash") {
	const viewers = openViewers(site);
	const [userId = ""] = viewers.register(1, POINTS);
	const cookie = viewers.signIn(userId);
	viewers.close();
	const topic = game === "crash" ? "solo-crash" : "live-crash";
	const address = `${site.origin}/mini-games/${game}`;
	const stream = new EventStream(site.origin, `/live?topics=${topic}`, { cookie });
	streams.push(stream);
	await stream.begun;
	const post = async (fields: Record<string, string | number>) =>
		(await postForm(address, { cookie }, fields)).data as { ok: boolean; betId?: string };
	let betId: string | undefined;
	await expect
		.poll(async () => {
			const answer = await post({ intent: "place", idempotencyKey: randomUUID(), stake: STAKE });
			betId = answer.betId;
			return answer.ok;
		}, WAIT)
		.toBe(true);
	const { round_id } = rows.one("select round_id from crash_bets where id = ?", betId ?? "");
	const hasSeen = (phase: string) => stream.text.includes(`"id":"${round_id}","phase":"${phase}"`);
	await expect.poll(() => hasSeen("flying"), WAIT).toBe(true);
	return {
		roundId: String(round_id),
		hasSeenEnd: () => hasSeen("crashed"),
		bet: () => rows.one("select status from crash_bets where id = ?", betId ?? "").status,
		points: () => rows.one("select points from user_points where user_id = ?", userId).points,
	};
}

/** A flight whose end cannot be stored while the database is held. */
async function flyHeld(game: Parameters<typeof fly>[0]) {
	for (;;) {
		const flight = await fly(game);
		const held = holdDatabase(flight.roundId);
		if (flight.bet() === "active") return { flight, held };
		// It ended before.
		held.release();
	}
}

/** Kills the process that runs the games, and waits until the games run again. */
async function killAndResume() {
	await site.kill();
	const next = heir;
	if (next) await expect.poll(() => leads(next), WAIT).toBe(true);
	else await site.restart();
}

/** Ends the process that has taken over, so that the site runs the games again. */
async function restore() {
	await heir?.end("SIGTERM");
	heir = undefined;
	await site.restart();
	expect(runCommand("audit", site)).toMatchObject({ status: 0 });
}

describe.each(["live-crash", "crash"] as const)(
	"a process that is killed at the end of a flight of %s",
	(game) => {
		// While another game's write is late, all flights stand still.
		beforeAll(async () => {
			const admin = await signInWithCookies(site, "admin");
			const intent = game === "live-crash" ? "start" : "stop";
			await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent });
			if (intent === "start") return;
			const open = () =>
				rows.all("select 1 from crash_rounds where game = 'live' and status = 'open'").length;
			await vi.waitFor(() => expect(open()).toBe(0), WAIT);
		});

		it("refunds the bet if the end could not be stored, because nobody has seen it", async () => {
			if (isOnPostgres) heir = await startNode(site);
			const { flight, held } = await flyHeld(game);
			await expect.poll(held.isInTheWay, WAIT).toBe(true);
			await site.kill();
			held.release();
			expect(flight.hasSeenEnd()).toBe(false);
			await killAndResume();
			await expect.poll(flight.bet, WAIT).toBe("refunded");
			expect(flight.points()).toBe(POINTS);
			await restore();
		});

		it("does not refund the bet once the end was seen", async () => {
			if (isOnPostgres) heir = await startNode(site);
			const { flight, held } = await flyHeld(game);
			await expect.poll(held.isInTheWay, WAIT).toBe(true);
			expect(flight.hasSeenEnd()).toBe(false);
			held.release();
			await expect.poll(flight.hasSeenEnd, WAIT).toBe(true);
			await killAndResume();
			expect(flight.bet()).toBe("lost");
			expect(flight.points()).toBe(POINTS - STAKE);
			await restore();
		});
	},
);
