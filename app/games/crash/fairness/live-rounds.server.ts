import type { Db } from "db/database";
import type { CrashRounds } from "db/schema";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import {
	findChain,
	findChains,
	findLiveRound,
	findNewestRound,
	findRoundOfChain,
	findRoundsThatAreOver,
} from "./live-rounds.queries.server";
import type { ListedRound } from "./live-verification";

interface Site {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
}

const LISTED_ROUNDS = 50;

/** The public data of a chain. */
export interface PublicChain {
	id: string;
	isNewest: boolean;
	/** In rounds. */
	length: number;
	commitment: string;
	salt: string;
	/** Formatted. */
	createdAt: string;
	/** The round that runs or comes next, and the hash that was published before it; undefined when all are used. */
	next: { number: number; commitment: string | undefined; isRunning: boolean } | undefined;
	/** All chains, newest first; empty if there is only one. */
	chains: { id: string; createdAt: string }[];
}

/** The public data of a live round. */
export interface CheckableLiveRound {
	id: string;
	chainId: string;
	number: number;
	status: CrashRounds["status"];
	/** Formatted: when the flight started, or when the round opened. */
	playedAt: string;
	/** Published before the round: the hash of the previous round, or the chain's commitment. */
	commitment: string | undefined;
	/** Undefined while the round is not over. */
	hash: string | undefined;
	/** Hundredths; undefined unless the flight has ended. */
	crashPoint: number | undefined;
}

export interface DatedRound extends ListedRound {
	id: string;
	/** Formatted: when the flight started, or when the round opened. */
	playedAt: string;
}

/**
 * Reads the public data of a chain, with moments in the site's time zone.
 * @param id undefined for the newest chain.
 * @returns undefined if the id is unknown, or no chain exists yet.
 */
export async function readChain(
	{ db, config }: Site,
	id: string | undefined,
	language: Language,
): Promise<PublicChain | undefined> {
	const chain = await findChain(db, id);
	if (!chain) return undefined;
	const [newest, all] = await Promise.all([findNewestRound(db, chain.id), findChains(db)]);
	const when = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return {
		id: chain.id,
		isNewest: all[0]?.id === chain.id,
		length: chain.length,
		commitment: chain.commitment,
		salt: chain.salt,
		createdAt: when(chain.created_at),
		next: await nextOf(db, chain, newest),
		chains: all.length > 1 ? all.map((one) => ({ id: one.id, createdAt: when(one.created_at) })) : [],
	};
}

interface ChainRow {
	id: string;
	length: number;
	commitment: string;
}

async function nextOf(
	db: Db,
	chain: ChainRow,
	newest: Awaited<ReturnType<typeof findNewestRound>>,
): Promise<PublicChain["next"]> {
	const isRunning = newest?.status === "open";
	const number = (newest?.number ?? 0) + (isRunning ? 0 : 1);
	if (number > chain.length) return undefined;
	return { number, commitment: await publishedBefore(db, chain, number), isRunning };
}

/** The hash that was public before a round of the chain; undefined while the previous round is not over. */
async function publishedBefore(db: Db, chain: ChainRow, number: number): Promise<string | undefined> {
	if (number === 1) return chain.commitment;
	return (await findRoundOfChain(db, chain.id, number - 1))?.hash ?? undefined;
}

/**
 * Reads the public data of a live round; its hash and crash point are undefined before it is over.
 * @param idOrNumber the round's id, or its number in the chain.
 * @param chainId the chain that a number belongs to; undefined for the newest.
 * @returns undefined for an unknown round.
 */
export async function readLiveRound(
	{ db, config }: Site,
	idOrNumber: string,
	chainId: string | undefined,
	language: Language,
): Promise<CheckableLiveRound | undefined> {
	const row = /^\d{1,9}$/.test(idOrNumber)
		? await findByNumber(db, chainId, Number(idOrNumber))
		: await findLiveRound(db, idOrNumber);
	if (!row || row.chain_id === null || row.number === null) return undefined;
	const chain = await findChain(db, row.chain_id);
	return {
		id: row.id,
		chainId: row.chain_id,
		number: row.number,
		status: row.status,
		playedAt: formatMoment(new Date(row.started_at ?? row.opened_at), language, config.SITE_TIMEZONE),
		commitment: chain && (await publishedBefore(db, chain, row.number)),
		hash: row.hash ?? undefined,
		crashPoint: row.crash_point ?? undefined,
	};
}

async function findByNumber(db: Db, chainId: string | undefined, number: number) {
	const chain = await findChain(db, chainId);
	return chain && findRoundOfChain(db, chain.id, number);
}

/** The last {@link LISTED_ROUNDS} rounds of a chain that are over and numbered at most `upTo`, newest first. */
export async function readRoundsThatAreOver(
	{ db, config }: Site,
	chainId: string,
	upTo: number,
	language: Language,
): Promise<DatedRound[]> {
	const rows = await findRoundsThatAreOver(db, chainId, upTo, LISTED_ROUNDS);
	return rows.flatMap(({ id, number, hash, crash_point, started_at, opened_at }) =>
		number === null || hash === null
			? []
			: [
					{
						id,
						number,
						hash,
						crashPoint: crash_point,
						playedAt: formatMoment(new Date(started_at ?? opened_at), language, config.SITE_TIMEZONE),
					},
				],
	);
}
