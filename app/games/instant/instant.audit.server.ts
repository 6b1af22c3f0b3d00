import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import type { z } from "zod";
import { inBatches } from "~/lib/batches.server";
import type { Bet, InstantRules } from "./rules";

/** The invariants of the rounds of all instant games that `npm run audit` checks. The checks only read. */
const SHARED: readonly Invariant[] = [
	{
		name: "every instant round has one stake, and one payout exactly when it paid",
		violations: `
			select instant_rounds.id as subject, stake, payout,
				sum(case when reason = game || '-stake' then -delta end) as staked,
				sum(case when reason = game || '-payout' then delta end) as paid
			from instant_rounds left join point_entries
				on reference = instant_rounds.id and reason in (game || '-stake', game || '-payout')
				and point_entries.user_id = instant_rounds.user_id
			group by instant_rounds.id, game, stake, payout
			having coalesce(sum(case when reason = game || '-stake' then -delta end), 0) <> stake
				or coalesce(sum(case when reason = game || '-payout' then delta end), 0) <> payout
				or count(point_entries.id) <> case when payout > 0 then 2 else 1 end`,
	},
	{
		name: "no instant round has a nonce that its seeds have not reached",
		violations: `
			select instant_rounds.id as subject, instant_rounds.nonce from instant_rounds
			join player_seeds on player_seeds.id = seed_id
			where instant_rounds.nonce >= player_seeds.nonce`,
	},
];

interface Game {
	id: string;
	rules: InstantRules;
	/** Validates a bet. */
	bet: z.ZodType<Bet>;
}

/** The invariants of a game: those that all instant games share, and its own. */
export const instantInvariants = ({ id, ...game }: Game): Invariant[] => [
	...SHARED,
	{
		name: `every stake and payout of ${id} belongs to a round`,
		violations: `
			select point_entries.id as subject, reference from point_entries
			left join instant_rounds on instant_rounds.id = reference and game = '${id}'
			where reason in ('${id}-stake', '${id}-payout') and instant_rounds.id is null`,
	},
	{
		name: `every round of ${id} has the draws of its bet and pays what they do`,
		violations: (db: Db) => findWrongPayouts(db, { id, ...game }),
	},
];

/** Reads in batches, so that memory and the running site are not loaded by the number of rounds. */
async function* findWrongPayouts(db: Db, game: Game) {
	const batches = inBatches<Stored>((last, limit) => findStored(db, game.id, last?.id, limit));
	for await (const rounds of batches) {
		for (const round of rounds) {
			const due = payoutDue(game, round);
			const { id: subject, ...values } = round;
			if (due !== round.payout) yield { subject, ...values, due };
		}
	}
}

const findStored = (db: Db, game: string, after = "", limit: number) =>
	db
		.selectFrom("instant_rounds")
		.select(["id", "table_version", "stake", "draws", "input", "outcome", "payout"])
		.where("game", "=", game)
		.where("id", ">", after)
		.orderBy("id")
		.limit(limit)
		.execute();

type Stored = Awaited<ReturnType<typeof findStored>>[number];

/** Undefined if the round cannot be valued: no such table, no such bet, or no outcome of it. */
function payoutDue({ rules, bet }: Game, { table_version, stake, draws, ...round }: Stored) {
	if (table_version !== rules.tableVersion) return undefined;
	const input = bet.safeParse(parse(round.input)).data;
	const outcome = parse(round.outcome);
	if (!input || draws !== rules.drawsOf(input) || stake !== input.stake * draws) return undefined;
	const isValue = (value: unknown) =>
		Number.isInteger(value) && Number(value) >= 0 && Number(value) < rules.values;
	if (!Array.isArray(outcome) || outcome.length !== draws || !outcome.every(isValue)) return undefined;
	return rules.payout(input, outcome);
}

function parse(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}
