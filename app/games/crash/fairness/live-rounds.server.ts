import type { Db } from "db/database";
import { beaconOf, timeOf } from "~/beacon/beacon";
import { formatExactMultiplier, formatMoment, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { FactRow } from "../../fairness/fact";
import {
	findChain,
	findChains,
	findLiveRound,
	findNewestRound,
	findRoundOfChain,
	findRoundsThatAreOver,
} from "./live-rounds.queries.server";

type FairnessSite = Pick<Site, "db" | "config">;
type ChainRow = NonNullable<Awaited<ReturnType<typeof findChain>>>;
type RoundRow = NonNullable<Awaited<ReturnType<typeof findLiveRound>>>;

const LISTED_ROUNDS = 50;

/** When the flight started, or when the round opened. */
const playedAt = ({ started_at, opened_at }: RoundRow, language: Language, { config }: FairnessSite) =>
	formatMoment(new Date(started_at ?? opened_at), language, config.SITE_TIMEZONE);

export type PublicChain = NonNullable<Awaited<ReturnType<typeof readChain>>>;

/**
 * Reads what is published of a chain before its rounds are played, and links to the other chains.
 * @param id undefined for the newest chain.
 * @returns undefined if the id is unknown, or no chain exists yet.
 */
export async function readChain({ db, config }: FairnessSite, id: string | undefined, language: Language) {
	const chain = await findChain(db, id);
	if (!chain) return undefined;
	const { t } = i18nIn(language);
	const when = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	const named = beaconRoundOf(chain);
	const [newest, all] = await Promise.all([findNewestRound(db, chain.id), findChains(db)]);
	const isRunning = newest?.status === "open";
	const number = (newest?.number ?? 0) + (isRunning ? 0 : 1);
	const isUsed = number > chain.length;
	const state = stateOf(chain, all);
	const next = isUsed || state === "abandoned" ? undefined : await publishedBefore(db, chain, number);
	const facts: FactRow[] = [
		[t("crashFairness.live.commitment"), chain.commitment, "commitment"],
		[t("crashFairness.live.created"), when(chain.created_at)],
		...(named
			? ([
					[t("crashFairness.live.beacon"), t(`crashFairness.live.${named.beacon.name}`)],
					[t("crashFairness.live.beaconRound"), `${named.round} (${when(named.at)})`, "beacon-round"],
				] satisfies FactRow[])
			: []),
		[t("crashFairness.live.salt"), chain.salt || t("crashFairness.live.noSalt"), "salt"],
		[t("crashFairness.live.length"), formatPoints(chain.length, language)],
	];
	if (next) {
		const label = t(isRunning ? "crashFairness.live.running" : "crashFairness.live.next", { number });
		facts.push([label, next, "next-commitment"]);
	}
	return {
		id: chain.id,
		state,
		/** The text that says what the salt proves. */
		proof: named ? named.beacon.name : ("byHost" as const),
		/** The round that the salt is of, as far as it is read. */
		saltRound: named?.read,
		/** All its rounds are played. */
		isUsed,
		/** In rounds. */
		length: chain.length,
		commitment: chain.commitment,
		salt: chain.salt,
		facts,
		/** All chains, newest first; empty if there is only one. */
		chains:
			all.length > 1
				? all.map((one) => ({
						id: one.id,
						createdAt: when(one.created_at),
						round: one.beacon_round,
						state: stateOf(one, all),
					}))
				: [],
	};
}

/** The round of the beacon that was named with the chain; undefined for a chain whose salt the host has chosen. */
function beaconRoundOf({
	beacon_key: publicKey,
	beacon_round: round,
	beacon_signature: signature,
}: ChainRow) {
	if (publicKey === null || round === null) return undefined;
	const beacon = beaconOf(publicKey);
	const read = signature === null ? undefined : { publicKey, round, signature };
	return { beacon, round, at: timeOf(beacon, round).toISOString(), read };
}

/** @param all the newest first. */
function stateOf({ id, is_begun }: ChainRow, all: readonly ChainRow[]) {
	const inUse = all.find((one) => one.is_begun) ?? all[0];
	if (id === inUse?.id) return "inUse";
	if (is_begun) return "earlier";
	return id === all[0]?.id ? "next" : "abandoned";
}

/** The hash that was public before a round of the chain; undefined while the previous round is not over. */
async function publishedBefore(db: Db, chain: ChainRow, number: number): Promise<string | undefined> {
	if (number === 1) return chain.commitment;
	return (await findRoundOfChain(db, chain.id, number - 1))?.hash ?? undefined;
}

/**
 * Reads the public data of a live round. Its hash is undefined before it is over, its crash point unless its flight has ended.
 * @param idOrNumber the round's id, or its number in the chain.
 * @param chainId the chain that a number belongs to; undefined for the newest.
 * @returns undefined for an unknown round.
 */
export async function readLiveRound(
	site: FairnessSite,
	idOrNumber: string,
	chainId: string | undefined,
	language: Language,
) {
	const { db } = site;
	const row = /^\d{1,9}$/.test(idOrNumber)
		? await findByNumber(db, chainId, Number(idOrNumber))
		: await findLiveRound(db, idOrNumber);
	if (!row || row.chain_id === null || row.number === null) return undefined;
	const chain = await findChain(db, row.chain_id);
	const { t } = i18nIn(language);
	const { number, status, hash, crash_point: crashPoint } = row;
	/** Published before the round: the hash of the previous round, or the chain's commitment. */
	const commitment = chain && (await publishedBefore(db, chain, number));
	const facts: FactRow[] = [
		[t("crashFairness.live.number"), String(number)],
		[t("crashFairness.live.playedAt"), playedAt(row, language, site)],
	];
	if (crashPoint !== null) {
		facts.push([t("crashFairness.crashPoint"), formatExactMultiplier(crashPoint, language), "crash-point"]);
	}
	if (hash) facts.push([t("crashFairness.live.hash"), hash, "hash"]);
	if (commitment) facts.push([t("crashFairness.live.before"), commitment]);
	const notes: string[] = [];
	if (status === "open") notes.push(t("crashFairness.live.secret"));
	if (status === "voided") notes.push(t("crashFairness.live.refunded"));
	return {
		...{ id: row.id, chainId: row.chain_id, number, facts, notes, commitment },
		...{ hash: hash ?? undefined, crashPoint: crashPoint ?? undefined },
	};
}

async function findByNumber(db: Db, chainId: string | undefined, number: number) {
	const chain = await findChain(db, chainId);
	return chain && findRoundOfChain(db, chain.id, number);
}

/** The last {@link LISTED_ROUNDS} rounds of a chain that are over and numbered at most `upTo`, newest first. */
export async function readRoundsThatAreOver(
	site: FairnessSite,
	chainId: string,
	upTo: number,
	language: Language,
) {
	const rows = await findRoundsThatAreOver(site.db, chainId, upTo, LISTED_ROUNDS);
	return rows.flatMap((row) => {
		const { id, number, hash, crash_point: crashPoint } = row;
		if (number === null || hash === null) return [];
		return [{ id, number, hash, crashPoint, playedAt: playedAt(row, language, site) }];
	});
}
