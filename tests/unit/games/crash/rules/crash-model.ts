/** A slow and simple model of the rules of a round. It predicts the result of every operation. */
type Phase = "waiting" | "flying" | "crashed";

export interface ModelBet {
	stake: number;
	target: number | null;
	status: "active" | "cashed_out" | "lost";
	multiplier: number | null;
}

export interface Model {
	phase: Phase;
	crashPoint: number;
	/** ms after the start of the flight. */
	now: number;
	bets: Map<string, ModelBet>;
}

export const newModel = (): Model => ({ phase: "waiting", crashPoint: 0, now: 0, bets: new Map() });

/** The multiplier of a tick, computed step by step in exact arithmetic. */
function valueAt(tick: number): number {
	let value = 100n;
	for (let i = 0; i < tick; i++) value = (value * 2006n + 5000n) / 2000n;
	return Number(value);
}

export function naiveMoment(multiplier: number): number {
	let tick = 0;
	while (valueAt(tick) < multiplier) tick += 1;
	return tick * 100;
}

const naiveMultiplier = (elapsed: number): number => valueAt(Math.floor(elapsed / 100));

export const modelEnd = ({ crashPoint }: Model): number => naiveMoment(crashPoint);

export function modelPlace(model: Model, user: string, stake: number, target: number | null): string {
	if (model.phase !== "waiting") return "bettingClosed";
	if (model.bets.has(user)) return "betAlreadyPlaced";
	model.bets.set(user, { stake, target, status: "active", multiplier: null });
	return "done";
}

export function modelCancel(model: Model, user: string): string {
	if (!model.bets.has(user)) return "noBet";
	if (model.phase !== "waiting") return "bettingClosed";
	model.bets.delete(user);
	return "done";
}

const isReachable = (model: Model, bet: ModelBet): bet is ModelBet & { target: number } =>
	bet.target !== null && bet.target <= model.crashPoint;

function win(bet: ModelBet, multiplier: number) {
	bet.status = "cashed_out";
	bet.multiplier = multiplier;
}

/** Open bets with a reachable target, and their moments. */
const comingAutos = (model: Model) =>
	[...model.bets.values()].flatMap((bet) =>
		bet.status === "active" && isReachable(model, bet) ? [{ bet, moment: naiveMoment(bet.target) }] : [],
	);

/** Pays the targets reached by `now`. @returns them in ascending order. */
export function modelDue(model: Model, now = model.now): number[] {
	if (model.phase !== "flying") return [];
	const due = comingAutos(model).filter(({ moment }) => moment <= now);
	for (const { bet } of due) win(bet, bet.target ?? 0);
	return due.map(({ bet }) => bet.target ?? 0).sort((one, other) => one - other);
}

export const modelNext = (model: Model): number =>
	Math.min(modelEnd(model), ...comingAutos(model).map(({ moment }) => moment));

export function modelCashOut(model: Model, user: string, elapsed: number): string {
	const bet = model.bets.get(user);
	if (!bet) return "noBet";
	if (model.phase === "waiting") return "notFlying";
	if (bet.status !== "active") return "done";
	const end = modelEnd(model);
	if (isReachable(model, bet) && naiveMoment(bet.target) <= elapsed) win(bet, bet.target);
	else if (elapsed < end) win(bet, naiveMultiplier(elapsed));
	return "done";
}

/** @returns the winning targets and the losing players. */
export function modelCrash(model: Model): { won: number[]; lost: string[] } {
	const won = modelDue(model, modelEnd(model));
	model.phase = "crashed";
	const losers = [...model.bets].filter(([, bet]) => bet.status === "active");
	for (const [, bet] of losers) bet.status = "lost";
	return { won, lost: losers.map(([user]) => user) };
}

/** Payout of a bet in exact arithmetic; null while the bet is open. */
export const modelPayout = ({ stake, status, multiplier }: ModelBet): number | null =>
	status === "active" ? null : Number((BigInt(stake) * BigInt(multiplier ?? 0)) / 100n);
