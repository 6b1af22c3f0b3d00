import type { Connection } from "db/sqlite/driver";
import { MAX_BALLS, STAKES, totalPayout } from "~/games/plinko/plinko";
import { pickFrom, type Random } from "../support/random";
import { postForm } from "../support/site/single-fetch";
import type { Load, Viewer } from "./load";

interface Call {
	idempotencyKey: string;
	stake: number;
	balls: number;
}

type Answer = { id: string; outcome: number[]; payout: number; balance: number } | { refused: string };

interface PlayData {
	ok: boolean;
	code?: string;
	round?: { id: string; outcome: number[]; payout: number };
	balance?: number;
}

const readAnswer = (status: number, data: unknown): Answer => {
	const { ok, code, round, balance } = data as PlayData;
	if (!ok && status === 409 && code) return { refused: code };
	if (!ok || !round || balance === undefined) throw new Error(`${status} ${JSON.stringify(data)}`);
	return { id: round.id, outcome: round.outcome, payout: round.payout, balance };
};

const STORED_ROUND = `
	select outcome, payout, idempotency_keys.answer,
		(select balance_after from point_entries where reference = instant_rounds.id order by id desc limit 1) as balance
	from idempotency_keys join instant_rounds on instant_rounds.id = json_extract(idempotency_keys.answer, '$.id')
	where idempotency_keys.user_id = ? and idempotency_keys.id = ?`;

interface StoredRow {
	outcome: string;
	payout: number;
	answer: string;
	balance: number;
}

/** Plinko over HTTP with any stake and number of balls, including refusals for insufficient points. */
export function plinkoLoad(startingPoints: number): Required<Load<Call, Answer>> {
	const balances = new Map<Viewer, number>();

	/** The expected response, given all earlier responses to the viewer. */
	function faultOf(viewer: Viewer, { stake, balls }: Call, answer: Answer): string | undefined {
		const before = balances.get(viewer) ?? startingPoints;
		const cost = stake * balls;
		if ("refused" in answer) {
			if (answer.refused === "insufficientPoints" && cost > before) return undefined;
			return `refused (${answer.refused}) with ${before} points at a cost of ${cost}`;
		}
		const { outcome, payout, balance } = answer;
		balances.set(viewer, balance);
		if (cost > before) return `played at a cost of ${cost} with ${before} points`;
		if (outcome.length !== balls || payout !== totalPayout(stake, outcome))
			return "a payout that is not in the table";
		if (balance !== before - cost + payout) return `balance ${balance} after ${before} - ${cost} + ${payout}`;
		return undefined;
	}

	function stored(database: Connection, viewer: Viewer, { idempotencyKey }: Call): Answer | undefined {
		const row = database.prepare(STORED_ROUND).get(viewer.userId, idempotencyKey) as StoredRow | undefined;
		if (!row) return undefined;
		const { input: _, ...answer } = JSON.parse(row.answer);
		const { payout, balance } = row;
		const round = { id: answer.id, outcome: JSON.parse(row.outcome), payout, balance };
		if (JSON.stringify(answer) !== JSON.stringify(round)) {
			throw new Error(`answer ${row.answer} does not match round ${JSON.stringify(row)}`);
		}
		return round;
	}

	return {
		next: (_viewer, random: Random) => ({
			idempotencyKey: crypto.randomUUID(),
			stake: pickFrom(STAKES, random),
			balls: 1 + Math.floor(random() * MAX_BALLS),
		}),
		async send(origin, viewer, call) {
			const address = `${origin}/mini-games/plinko`;
			const { status, data } = await postForm(address, viewer, { intent: "play", ...call });
			return readAnswer(status, data);
		},
		acted: (answer) => !("refused" in answer),
		stored,
		countActs: (database) => database.prepare("select count(*) from instant_rounds").pluck().get() as number,
		faultOf,
	};
}
