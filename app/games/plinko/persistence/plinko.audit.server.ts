import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import { SLOT_COUNT, TABLE_VERSION, totalPayout } from "../engine/plinko";

const BATCH = 1000;

/** The invariants of stored Plinko rounds that `npm run audit` checks. The checks only read. */
export const plinkoInvariants: Invariant[] = [
	{
		name: "every Plinko round has one stake, and one payout exactly when it paid",
		violations: `
			select plinko_rounds.id as subject, stake * balls as cost, payout,
				sum(case when reason = 'plinko-stake' then -delta end) as staked,
				sum(case when reason = 'plinko-payout' then delta end) as paid
			from plinko_rounds left join point_entries
				on reference = plinko_rounds.id and reason in ('plinko-stake', 'plinko-payout')
				and point_entries.user_id = plinko_rounds.user_id
			group by plinko_rounds.id, stake, balls, payout
			having coalesce(sum(case when reason = 'plinko-stake' then -delta end), 0) <> stake * balls
				or coalesce(sum(case when reason = 'plinko-payout' then delta end), 0) <> payout
				or count(point_entries.id) <> case when payout > 0 then 2 else 1 end`,
	},
	{
		name: "every Plinko stake and payout belongs to a round",
		violations: `
			select point_entries.id as subject, reference from point_entries
			left join plinko_rounds on plinko_rounds.id = reference
			where reason in ('plinko-stake', 'plinko-payout') and plinko_rounds.id is null`,
	},
	{
		name: "no Plinko round has a nonce that its seeds have not reached",
		violations: `
			select plinko_rounds.id as subject, plinko_rounds.nonce from plinko_rounds
			join player_seeds on player_seeds.id = seed_id
			where plinko_rounds.nonce >= player_seeds.nonce`,
	},
	{
		name: "every Plinko round has a slot for each ball and pays what its slots do",
		violations: findWrongPayouts,
	},
];

/** Reads in batches, so that memory and the running site are not loaded by the number of rounds. */
async function* findWrongPayouts(db: Db) {
	let last = "";
	for (;;) {
		const rounds = await db
			.selectFrom("plinko_rounds")
			.select(["id", "table_version", "stake", "balls", "slots", "payout"])
			.where("id", ">", last)
			.orderBy("id")
			.limit(BATCH)
			.execute();
		for (const { id, ...round } of rounds) {
			const due = payoutDue(round);
			if (due !== round.payout) yield { subject: id, ...round, due };
			last = id;
		}
		if (rounds.length < BATCH) return;
	}
}

/** Undefined if the round cannot be valued: no such table, or no slots of it for its balls. */
function payoutDue(round: { table_version: number; stake: number; balls: number; slots: string }) {
	const slots = readSlots(round.slots);
	if (round.table_version !== TABLE_VERSION || slots?.length !== round.balls) return undefined;
	return totalPayout(round.stake, slots);
}

function readSlots(json: string): number[] | undefined {
	try {
		const slots: unknown = JSON.parse(json);
		return Array.isArray(slots) && slots.every(isSlot) ? slots : undefined;
	} catch {
		return undefined;
	}
}

const isSlot = (value: unknown): value is number =>
	Number.isInteger(value) && Number(value) >= 0 && Number(value) < SLOT_COUNT;
