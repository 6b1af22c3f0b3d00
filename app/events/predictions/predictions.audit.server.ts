import type { Invariant } from "db/audit";

/** The job that follows a prediction, or that pays it. */
const HAS_JOB = `exists (
	select 1 from jobs where kind = 'prediction'
		and reference = markets.id || ':' || (markets.revision - case when markets.state = 'paid' then 1 else 0 end)
)`;

/** The invariants of predictions; each query returns the rows that violate it. */
export const predictionInvariants: Invariant[] = [
	{
		name: "every stake in a prediction was taken from its viewer in as many parts",
		violations: `
			select market_stakes.id as subject, points, parts, entries, taken from market_stakes
			left join (
				select substr(reference, 1, 36) as stake, user_id, count(*) as entries, sum(-delta) as taken
				from point_entries where reason = 'prediction-stake' group by substr(reference, 1, 36), user_id
			) entry on stake = market_stakes.id and entry.user_id = market_stakes.user_id
			where points <> coalesce(taken, 0) or parts <> coalesce(entries, 0)`,
	},
	{
		name: "every entry of a prediction belongs to a stake of its viewer",
		violations: `
			select point_entries.id as subject, reason, reference from point_entries
			left join market_stakes on market_stakes.id = substr(reference, 1, 36)
				and market_stakes.user_id = point_entries.user_id
			where reason in ('prediction-stake', 'prediction-payout', 'prediction-refund') and market_stakes.id is null`,
	},
	{
		name: "a paid prediction has paid what was staked, or goes on to, and another one nothing",
		violations: `
			select markets.id as subject, state, staked, coalesce(paid, 0) as paid from markets
			join (select market_id, sum(points) as staked from market_stakes group by market_id) pool
				on pool.market_id = markets.id
			left join (
				select market_id, sum(delta) as paid from market_stakes
				join point_entries on reference = market_stakes.id
				where reason in ('prediction-payout', 'prediction-refund') group by market_id
			) entry on entry.market_id = markets.id
			where coalesce(paid, 0) <> case when state = 'paid' then staked else 0 end
				and not (state = 'paid' and coalesce(paid, 0) between 1 and staked - 1 and ${HAS_JOB})`,
	},
	{
		// With the sum above, no entry is larger than its share and the remainder.
		name: "a paid prediction has paid each right stake its share, or refunded each stake",
		violations: `
			select market_stakes.id as subject, outcome, result, points, reason, delta from market_stakes
			join markets on markets.id = market_stakes.market_id
			join (
				select market_id, sum(points) as pool, sum(case when outcome = result then points else 0 end) as shared
				from market_stakes join markets on markets.id = market_id group by market_id
			) sums on sums.market_id = markets.id
			left join point_entries on reference = market_stakes.id
				and reason in ('prediction-payout', 'prediction-refund')
			where state = 'paid' and not (delta is null and ${HAS_JOB}) and case
				when shared = 0 or shared = pool then coalesce(reason, '') <> 'prediction-refund' or delta <> points
				when outcome <> result then delta is not null
				else coalesce(reason, '') <> 'prediction-payout' or (delta + 1) * shared <= pool * points
			end`,
	},
	{
		name: "a prediction has no stake after its lock, and none above its maximum",
		violations: `
			select market_stakes.id as subject, locks_at, market_stakes.updated_at, points, max_stake
			from market_stakes join markets on markets.id = market_id
			where market_stakes.updated_at > locks_at or points > max_stake`,
	},
	{
		name: "a job follows every prediction that is not paid",
		violations: `
			select id as subject, state, revision from markets where state <> 'paid' and not ${HAS_JOB}`,
	},
];
