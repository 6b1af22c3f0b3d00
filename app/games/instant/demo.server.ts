import { createHmac } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import type { SignedValue } from "~/http/signed-cookie.server";
import { drawNumbers } from "../fairness/draws";
import { checkMaxBet } from "../limits/limits";
import { DEMO_POINTS } from "../wallet";
import type { InstantGame } from "./instant-game.server";
import { type Bet, costOf, NO_TOTALS, type Round, type Totals } from "./rules";

interface Play<Input extends Bet> {
	idempotencyKey: string;
	input: Input;
}

/** The contents of a visitor's signed cookie, one for all instant games. A last round is drawn again from its key. */
export interface Demo {
	points: number;
	/** By game. */
	played: Partial<Record<string, { totals: Totals; last: Play<Bet> }>>;
}

/** A fresh demo account. Stores nothing. */
export const newDemo = (): Demo => ({ points: DEMO_POINTS, played: {} });

/** The visitor's demo account; a new one if the cookie is missing or invalid. */
export const readDemo = (cookie: SignedValue<Demo>, request: Request): Demo =>
	cookie.read(request) ?? newDemo();

/**
 * The same key and bet draw the same values, so that a repeat shows the same round. Another bet with the same key draws
 * others, so that an old cookie does not let a visitor bet on a known outcome.
 */
function drawDemo<Input extends Bet>(
	secret: string,
	{ card, rules }: InstantGame<Input>,
	{ idempotencyKey, input }: Play<Input>,
): Round<Input> {
	const play = `${card.id} demo ${idempotencyKey} ${JSON.stringify(input)}`;
	const hash = (text: string) => createHmac("sha256", secret).update(text).digest("hex");
	const key = { serverSeed: hash(play), clientSeed: "demo", nonce: 0 };
	const outcome = rules
		.draw((count) => drawNumbers(key, count), rules.drawsOf(input))
		.map(({ value }) => value);
	// The round's id is the next idempotency key: a UUID that is the same at each draw.
	const id = hash(`${play} round`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
	return { id, input, outcome, payout: rules.payout(input, outcome) };
}

/**
 * Plays a round with demo points. Stores nothing: the caller writes the returned account to the cookie. A repeat of the
 * game's last idempotency key returns the same round and the account unchanged. Limits and breaks do not apply.
 * @param secret of the server; values and round id are derived from it, the key and the bet.
 * @param maxBet undefined without a maximum bet.
 * @throws {DomainError} `insufficientPoints`, `betTooHigh`, `winTooHigh`; `idempotencyKeyReused` with another bet.
 */
export function playDemo<Input extends Bet>(
	secret: string,
	game: InstantGame<Input>,
	demo: Demo,
	play: Play<Input>,
	maxBet?: number,
): { demo: Demo; round: Round<Input> } {
	const { totals = NO_TOTALS, last } = demo.played[game.card.id] ?? {};
	if (last?.idempotencyKey === play.idempotencyKey) {
		if (JSON.stringify(last.input) !== JSON.stringify(play.input))
			throw new DomainError("idempotencyKeyReused");
		return { demo, round: drawDemo(secret, game, play) };
	}
	game.checkBet?.(play.input);
	const round = drawDemo(secret, game, play);
	const cost = costOf(round);
	checkMaxBet(cost, maxBet);
	if (cost > demo.points) throw new DomainError("insufficientPoints");
	const { staked, won, draws } = totals;
	const added = { staked: staked + cost, won: won + round.payout, draws: draws + round.outcome.length };
	return {
		round,
		demo: {
			points: demo.points - cost + round.payout,
			played: { ...demo.played, [game.card.id]: { totals: added, last: play } },
		},
	};
}

/** The visitor's last round of a game, drawn again from its key, and the totals of the demo. */
export function readDemoPlayer<Input extends Bet>(
	secret: string,
	game: InstantGame<Input>,
	{ played }: Demo,
): { lastRound: Round<Input> | undefined; totals: Totals } {
	const { totals = NO_TOTALS, last } = played[game.card.id] ?? {};
	return { lastRound: last && drawDemo(secret, game, last as Play<Input>), totals };
}
