import type { Invariant } from "~/platform/audit.server";

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
];
