import { createHmac } from "node:crypto";
import type { Db } from "db/database";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { playRound } from "~/games/plinko/engine/plinko.server";
import { post } from "~/points/ledger/ledger.server";
import { addUser, fakeClock } from "../../support/database";
import { gameTools } from "../../support/game-events";

export type Operation = { user: number; idempotencyKey: string } & (
	| { kind: "points"; delta: number }
	| { kind: "round"; stake: 10 | 20 | 50 | 100; balls: number }
);

/** The result of an operation: the balance after it, or the code of its refusal. */
export type Outcome = number | "insufficientPoints" | "idempotencyKeyReused";

const STARTING_POINTS = 1000;
const WEIGHTS = [1n, 4n, 20n, 60n, 80n, 160n, 440n, 470n, 440n, 160n, 80n, 60n, 20n, 4n, 1n];
const HUNDREDTHS = [10000, 2600, 800, 300, 170, 100, 30, 10, 30, 100, 170, 300, 800, 2600, 10000];

interface Player {
	id: string;
	serverSeed: string;
	clientSeed: string;
	nonce: number;
	balance: number;
	entries: number;
	/** By idempotency key: the input and the result. */
	results: Map<string, { input: string; outcome: number }>;
}

/** A model of the ledger in memory, one operation at a time, that predicts every balance. */
export class Model {
	readonly players: Player[] = [];

	apply({ user, idempotencyKey, ...input }: Operation): Outcome {
		const player = this.players[user];
		if (!player) throw new Error(`no player ${user}`);
		const text = JSON.stringify(input);
		const first = player.results.get(idempotencyKey);
		if (first) return first.input === text ? first.outcome : "idempotencyKeyReused";
		const cost = input.kind === "round" ? input.stake * input.balls : Math.max(0, -input.delta);
		if (cost > player.balance) return "insufficientPoints";
		if (input.kind === "points") {
			player.balance += input.delta;
			player.entries += 1;
		} else {
			const payout = this.payout(player, input.stake, input.balls);
			player.balance += payout - cost;
			player.entries += payout > 0 ? 2 : 1;
		}
		player.results.set(idempotencyKey, { input: text, outcome: player.balance });
		return player.balance;
	}

	private payout(player: Player, stake: number, balls: number): number {
		const { serverSeed, clientSeed } = player;
		const nonce = player.nonce++;
		let sum = 0;
		for (let ball = 0; ball < balls; ball++) {
			const block = createHmac("sha256", serverSeed)
				.update(`${clientSeed}:${nonce}:${ball >> 3}`)
				.digest();
			sum += Math.floor((stake * slotHundredths(block.readUInt32BE((ball % 8) * 4))) / 100);
		}
		return sum;
	}
}

/** Computed from the payout table in exact arithmetic. */
function slotHundredths(drawn: number): number {
	let rest = (BigInt(drawn) * 2000n) >> 32n;
	const slot = WEIGHTS.findIndex((weight) => {
		rest -= weight;
		return rest < 0n;
	});
	return HUNDREDTHS[slot] ?? Number.NaN;
}

/** The real ledger with `users` players, and its model. */
export async function openLedger(db: Db, seed: number, users: number) {
	const clock = fakeClock();
	const tools = gameTools(db, seed, clock.now);
	const model = new Model();
	for (let user = 0; user < users; user++) {
		const id = await addUser(db, String(user), STARTING_POINTS);
		const serverSeed = tools.randomHex(32);
		const clientSeed = `client-${user}`;
		await db
			.insertInto("player_seeds")
			.values({
				id: `seed-${user}`,
				user_id: id,
				server_seed: serverSeed,
				server_seed_hash: "",
				client_seed: clientSeed,
				nonce: 0,
				created_at: clock.now().toISOString(),
				revealed_at: null,
			})
			.execute();
		const results = new Map();
		model.players.push({
			id,
			serverSeed,
			clientSeed,
			nonce: 0,
			balance: STARTING_POINTS,
			entries: 1,
			results,
		});
	}

	async function perform({ user, idempotencyKey, ...input }: Operation): Promise<Outcome> {
		const userId = model.players[user]?.id ?? "";
		clock.pass(1);
		if (input.kind === "round") {
			return (await playRound(tools, userId, { idempotencyKey, ...input })).balance;
		}
		const { delta } = input;
		const request = { userId, idempotencyKey, action: "test.points", input };
		return withIdempotencyKey(db, request, clock.now(), (trx) =>
			post(trx, {
				userId,
				delta,
				reason: delta < 0 ? "test-stake" : "test-payout",
				reference: `${user} ${idempotencyKey}`,
				actor: userId,
				at: clock.now(),
			}),
		);
	}
	return { model, perform };
}
