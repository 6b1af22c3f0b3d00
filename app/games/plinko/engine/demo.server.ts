import { createHmac } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import type { SignedValue } from "~/http/signed-cookie.server";
import { checkMaxBet } from "../../limits/limits";
import { DEMO_POINTS } from "../../wallet";
import { costOf, type Round, totalPayout } from "./plinko";
import type { PlinkoPlay } from "./plinko.schema";
import { drawSlots, type Totals } from "./plinko.server";

/** The contents of a visitor's signed cookie. The last round is drawn again from its idempotency key. */
export interface Demo {
	points: number;
	totals: Totals;
	last?: { idempotencyKey: string; stake: number; balls: number };
}

/** A fresh demo account. Stores nothing. */
export const newDemo = (): Demo => ({ points: DEMO_POINTS, totals: { staked: 0, won: 0, balls: 0 } });

/** The visitor's demo account; a new one if the cookie is missing or invalid. */
export const readDemo = (cookie: SignedValue<Demo>, request: Request): Demo =>
	cookie.read(request) ?? newDemo();

/** The same idempotency key draws the same slots, so that a repeat shows the same round. */
function drawDemo(secret: string, { idempotencyKey, stake, balls }: PlinkoPlay): Round {
	const serverSeed = createHmac("sha256", secret).update(`plinko demo ${idempotencyKey}`).digest("hex");
	const slots = drawSlots({ serverSeed, clientSeed: "demo", nonce: 0 }, balls);
	return { id: uuidFrom(secret, idempotencyKey), stake, slots, payout: totalPayout(stake, slots) };
}

/** The round's id: the next idempotency key, derived from this one so that it is the same at each draw. */
function uuidFrom(secret: string, idempotencyKey: string): string {
	const hex = createHmac("sha256", secret).update(`plinko demo round ${idempotencyKey}`).digest("hex");
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/**
 * Plays a round with demo points. Stores nothing: the caller writes the returned account to the cookie. A repeat of the
 * last idempotency key returns the same round and the account unchanged. Limits and breaks do not apply.
 * @param maxBet undefined without a maximum bet.
 * @param secret of the server; slots and round id are derived from it and the key.
 * @throws {DomainError} `insufficientPoints`, `betTooHigh`; `idempotencyKeyReused` with another stake or number of balls.
 */
export function playDemo(
	secret: string,
	demo: Demo,
	{ idempotencyKey, stake, balls }: PlinkoPlay,
	maxBet?: number,
): { demo: Demo; round: Round } {
	const round = drawDemo(secret, { idempotencyKey, stake, balls });
	if (demo.last?.idempotencyKey === idempotencyKey) {
		if (demo.last.stake !== stake || demo.last.balls !== balls) throw new DomainError("idempotencyKeyReused");
		return { demo, round };
	}
	const cost = costOf(round);
	checkMaxBet(cost, maxBet);
	if (cost > demo.points) throw new DomainError("insufficientPoints");
	const { staked, won, balls: dropped } = demo.totals;
	return {
		round,
		demo: {
			points: demo.points - cost + round.payout,
			totals: { staked: staked + cost, won: won + round.payout, balls: dropped + balls },
			last: { idempotencyKey, stake, balls },
		},
	};
}

/** The visitor's last round, drawn again from its idempotency key; undefined before the first. */
export const lastDemoRound = (secret: string, { last }: Demo): Round | undefined =>
	last && drawDemo(secret, last);
