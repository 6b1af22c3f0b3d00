import type { Invariant } from "db/audit";

const GIFTS = "from point_entries where reason like 'api:%'";

/** The invariants of programs; each query returns the rows that violate it. */
export const apiInvariants: Invariant[] = [
	{
		name: "programs only give points, each by a token that may, and to nobody who has created it",
		violations: `
			select gift.id as subject, gift.delta, gift.actor from point_entries gift
			left join api_tokens on 'token:' || api_tokens.id = gift.actor
			where gift.reason like 'api:%' and (gift.delta <= 0 or api_tokens.daily_points is null
				or gift.user_id = api_tokens.created_by or gift.reason <> 'api:' || api_tokens.name)`,
	},
	{
		name: "no token gives more points in a day than it may",
		violations: `
			select api_tokens.id as subject, day, given from api_tokens
			join (select actor, substr(created_at, 1, 10) as day, sum(delta) as given ${GIFTS}
				group by actor, substr(created_at, 1, 10)) gifts on gifts.actor = 'token:' || api_tokens.id
			where given > daily_points or (day = given_on and given <> given_points)`,
	},
];
