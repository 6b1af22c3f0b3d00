import type { Db } from "db/database";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { totalPayout } from "~/games/plinko/engine/plinko";
import { PLINKO } from "~/games/plinko/engine/rules";
import { post } from "~/points/ledger/ledger.server";
import { addUser, fakeClock } from "../../support/database";
import { gameTools, playPlinko } from "../../support/game-events";
import { addRow } from "../../support/rows-of";

export type Operation = { user: number; idempotencyKey: string } & (
	| { kind: "points"; delta: number }
	| { kind: "round"; stake: 10 | 20 | 50 | 100; balls: number }
);

/** The result of an operation: the balance after it, or the code of its refusal. */
export type Outcome = number | "insufficientPoints" | "idempotencyKeyReused";

const STARTING_POINTS = 1000;

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
			const seeds = { ...player, nonce: player.nonce++ };
			const payout = totalPayout(
				input.stake,
				PLINKO.draw(seeds, input.balls).map(({ value }) => value),
			);
			player.balance += payout - cost;
			player.entries += payout > 0 ? 2 : 1;
		}
		player.results.set(idempotencyKey, { input: text, outcome: player.balance });
		return player.balance;
	}
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
		const at = clock.now().toISOString();
		await addRow(db, "player_seeds", {
			...{ id: `seed-${user}`, user_id: id, nonce: 0, created_at: at, revealed_at: null },
			...{ server_seed: serverSeed, server_seed_hash: "", client_seed: clientSeed },
		});
		const start = { nonce: 0, balance: STARTING_POINTS, entries: 1, results: new Map() };
		model.players.push({ id, serverSeed, clientSeed, ...start });
	}

	async function perform({ user, idempotencyKey, ...input }: Operation): Promise<Outcome> {
		const userId = model.players[user]?.id ?? "";
		clock.pass(1);
		if (input.kind === "round") {
			return (await playPlinko(tools, userId, { idempotencyKey, ...input })).balance;
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
