import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import { randomnessOf } from "~/beacon/beacon";
import { drawNumbers } from "../../fairness/draws";
import { liveCrashPoint } from "../engine/live-draw";
import { soloDrawOf } from "../engine/solo-draw";
import { computeChainHashes } from "./chain.server";

const BATCH = 1000;
const HASH_BYTES = 32;

/** A column with the sum of a bet's ledger entries of one kind. */
const sumOf = (kind: string, sign = "") =>
	`coalesce(sum(case when reason = game || '-crash-${kind}' then ${sign}delta end), 0)`;

/** The invariants of stored Crash rounds and bets that `plateia audit` checks. The checks only read. */
export const crashInvariants: Invariant[] = [
	{
		name: "every Crash bet has one stake, and the payout or refund that its status says, once",
		violations: `
			select crash_bets.id as subject, crash_bets.status, amount, payout, ${sumOf("stake", "-")} as staked,
				${sumOf("payout")} as paid, ${sumOf("refund")} as refunded, count(point_entries.id) as entries
			from crash_bets
			join crash_rounds on crash_rounds.id = round_id
			left join point_entries on reference = crash_bets.id and point_entries.user_id = crash_bets.user_id
			group by crash_bets.id, crash_bets.status, amount, payout, game
			having ${sumOf("stake", "-")} <> amount
				or ${sumOf("payout")} <> coalesce(payout, 0)
				or ${sumOf("refund")} <> case when crash_bets.status in ('cancelled', 'refunded') then amount else 0 end
				or count(point_entries.id) <> case when crash_bets.status in ('active', 'lost') then 1 else 2 end`,
	},
	{
		name: "every Crash stake, payout and refund belongs to a bet",
		violations: `
			select point_entries.id as subject, reason, reference from point_entries
			left join crash_bets on crash_bets.id = reference
			where reason in ('solo-crash-stake', 'solo-crash-payout', 'solo-crash-refund',
				'live-crash-stake', 'live-crash-payout', 'live-crash-refund') and crash_bets.id is null`,
	},
	{
		name: "who cashed out did so at or under the crash point and the own target, and was paid by it",
		violations: `
			select crash_bets.id as subject, amount, target, cash_out_multiplier, payout, crash_point
			from crash_bets join crash_rounds on crash_rounds.id = round_id
			where crash_bets.status = 'cashed_out' and (
				crash_point is null or cash_out_multiplier > crash_point
				or cash_out_multiplier > coalesce(target, cash_out_multiplier)
				or payout <> (amount * cash_out_multiplier) / 100)`,
	},
	{
		name: "nobody lost whose target was at or under the crash point",
		violations: `
			select crash_bets.id as subject, target, crash_point
			from crash_bets join crash_rounds on crash_rounds.id = round_id
			where crash_bets.status = 'lost' and (crash_point is null or target <= crash_point)`,
	},
	{
		name: "a Crash round that is over has no open bet, and one that was called off no loser",
		violations: `
			select crash_bets.id as subject, crash_bets.status, crash_rounds.status as round_status
			from crash_bets join crash_rounds on crash_rounds.id = round_id
			where (crash_rounds.status <> 'open' and crash_bets.status = 'active')
				or (crash_rounds.status <> 'closed' and crash_bets.status = 'lost')`,
	},
	{
		// Ids of ledger entries ascend even if the machine's clock is set back, so they give the order of payments.
		name: "no Crash bet is refunded after the end of its round was published, or after another bet of its round was paid",
		violations: `
			select crash_bets.id as subject, crash_bets.status, crash_rounds.status as round_status
			from crash_bets join crash_rounds on crash_rounds.id = round_id
			where (crash_bets.status = 'refunded' and crash_rounds.status = 'closed')
				or (crash_bets.status = 'cancelled' and exists (
					select 1 from point_entries refunds
					join crash_bets others on others.round_id = crash_bets.round_id and others.status = 'cashed_out'
					join point_entries payouts on payouts.reference = others.id and payouts.user_id = others.user_id
						and payouts.reason = game || '-crash-payout'
					where refunds.reference = crash_bets.id and refunds.user_id = crash_bets.user_id
						and refunds.reason = game || '-crash-refund' and refunds.id > payouts.id))`,
	},
	{
		name: "a solo Crash bet is its player's own",
		violations: `
			select crash_bets.id as subject from crash_bets join crash_rounds on crash_rounds.id = round_id
			where game = 'solo' and crash_rounds.user_id <> crash_bets.user_id`,
	},
	{
		name: "no solo Crash flight has a nonce that its seeds have not reached",
		violations: `
			select crash_rounds.id as subject, crash_rounds.nonce from crash_rounds
			join player_seeds on player_seeds.id = seed_id
			where crash_rounds.nonce >= player_seeds.nonce`,
	},
	{
		name: "every live Crash round is the next link of its chain and ends where that says",
		violations: findWrongLinks,
	},
	{ name: "every solo Crash flight ends where its seeds say", violations: findWrongDraws },
];

async function* findWrongLinks(db: Db) {
	for (const chain of await db.selectFrom("crash_chains").selectAll().execute()) {
		const hashes = computeChainHashes(chain.seed, chain.length);
		const hashAt = (number: number) => hashes.toString("hex", number * HASH_BYTES, (number + 1) * HASH_BYTES);
		if (hashAt(0) !== chain.commitment) yield { subject: chain.id, commitment: chain.commitment };
		const { beacon_round, beacon_signature } = chain;
		const salt = beacon_signature === null ? "" : randomnessOf(beacon_signature);
		if (beacon_round !== null && chain.salt !== salt)
			yield { subject: chain.id, salt: chain.salt, due: salt };
		let last = 0;
		for (;;) {
			const rounds = await db
				.selectFrom("crash_rounds")
				.select(["id", "number", "hash", "crash_point"])
				.where("chain_id", "=", chain.id)
				.where("number", ">", last)
				.orderBy("number")
				.limit(BATCH)
				.execute();
			for (const { id, number, hash, crash_point } of rounds) {
				const isNext = number === last + 1 && hash === hashAt(number);
				const due = isNext ? liveCrashPoint(hash, chain.salt) : undefined;
				last = number ?? last;
				if (due !== crash_point) yield { subject: id, number, crash_point, due };
			}
			if (rounds.length < BATCH) break;
		}
	}
}

/** Reads in batches, so that memory and the running site are not loaded by the number of rounds. */
async function* findWrongDraws(db: Db) {
	let last = "";
	for (;;) {
		const rounds = await db
			.selectFrom("crash_rounds")
			.innerJoin("player_seeds", "player_seeds.id", "seed_id")
			.select(["crash_rounds.id", "crash_point", "draw_version", "server_seed"])
			.select(["crash_rounds.client_seed", "crash_rounds.nonce"])
			.where("crash_rounds.id", ">", last)
			.orderBy("crash_rounds.id")
			.limit(BATCH)
			.execute();
		for (const { id, crash_point, draw_version, server_seed, client_seed, nonce } of rounds) {
			const key = { serverSeed: server_seed, clientSeed: client_seed ?? "", nonce: nonce ?? -1 };
			const [number = 0] = drawNumbers(key, 1);
			const due = soloDrawOf(draw_version ?? 0).crashPoint(number);
			if (due !== crash_point) yield { subject: id, crash_point, due };
			last = id;
		}
		if (rounds.length < BATCH) return;
	}
}
