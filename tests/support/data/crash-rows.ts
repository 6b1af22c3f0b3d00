/** Inserts rounds into a database in the form that the engine stores. */
import type { Db } from "db/database";
import type { CrashBets, CrashRounds } from "db/schema";
import type { Insertable } from "kysely";
import { liveCrashPoint } from "~/games/crash/engine/live-draw";
import { computeChainHashes } from "~/games/crash/persistence/chain.server";
import { addRow } from "../rows-of";

export const SALT = "plateia";

/** A chain and the hash of each of its rounds; number 0 is the commitment. */
export async function addChain(db: Db, id: string, length: number, createdAt = "2026-03-01T00:00:00.000Z") {
	const seed = Buffer.from(id.padEnd(32, "-")).toString("hex");
	const all = computeChainHashes(seed, length).toString("hex");
	const hashOf = (number: number) => all.slice(number * 64, number * 64 + 64);
	const row = { id, seed, length, commitment: hashOf(0), salt: SALT, created_at: createdAt };
	await addRow(db, "crash_chains", row);
	return { id, seed, hashOf, pointOf: (number: number) => liveCrashPoint(hashOf(number), SALT) };
}

/** A chain whose 80 flights all end within 22 seconds, at 9.00x or sooner, for tests that wait for them. */
export const addShortFlights = (db: Db) =>
	addChain(db, "short-flights-26873", 80, "2099-01-01T00:00:00.000Z");

/** A chain whose 12 flights all end between 1.50x and 3.05x, two to seven seconds after their start. */
export const addCalmFlights = (db: Db) => addChain(db, "calm-flights-98676", 12, "2099-01-01T00:00:00.000Z");

type Chain = Awaited<ReturnType<typeof addChain>>;

const instantOf = (number: number) => new Date(Date.UTC(2026, 2, 4, 12, 0, number)).toISOString();

export const addLiveRound = (db: Db, chain: Chain, number: number, status: CrashRounds["status"]) =>
	addRow(db, "crash_rounds", {
		...{ id: `${chain.id}-${number}`, game: "live", status, crash_point: chain.pointOf(number) },
		opened_at: instantOf(number),
		started_at: status === "voided" ? null : instantOf(number),
		closed_at: status === "open" ? null : instantOf(number),
		...{ chain_id: chain.id, number, hash: chain.hashOf(number) },
	});

const AT = "2026-03-04T12:00:00.000Z";

export const addSoloRound = (db: Db, row: Partial<Insertable<CrashRounds>>) =>
	addRow(db, "crash_rounds", {
		...{ id: "round", user_id: "user-ana", opened_at: AT },
		...row,
	});

export const addBet = (db: Db, row: Partial<Insertable<CrashBets>>) =>
	addRow(db, "crash_bets", {
		...{ id: "bet", round_id: "round", user_id: "user-ana", amount: 30, created_at: AT },
		...row,
	});
