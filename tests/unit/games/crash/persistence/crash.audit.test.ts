import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { refundOpenRounds } from "~/games/crash/persistence/bets.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { violatedInvariants } from "../../../../support/expectations";
import { openForEachTest } from "../../../../support/for-each-test";
import { VIOLATED } from "../../../../support/unguarded";
import { openSite } from "../engine/live.setup";

const site = openForEachTest(() => openSite({ users: ["ana", "bruno"], points: 100_000, seed: 7 }));

/** Rounds of both games with bets of every status. */
beforeEach(async () => {
	const { clock } = site;
	const live = await site.bootLive();
	const solo = site.bootSolo();
	const ana = { userId: "user-ana" };
	let requests = 0;
	const bet = (stake: number, target: number | null) => ({
		...{ idempotencyKey: `request-${++requests}`, stake, target },
	});
	await live.start("admin");
	await clock.advance(0);
	for (let round = 0; round < 12; round++) {
		while (live.readState().round?.phase !== "waiting") await clock.advance(500);
		if (round !== 5) {
			await live.place({ userId: "user-ana", ...bet(100, 101 + round) });
			const placed = await live.place({ userId: "user-bruno", ...bet(50, null) });
			if (round % 3 === 0) await live.cancel("user-bruno", placed.id);
		}
		const { round: soloRound, own } = await solo.start(ana, "198.51.100.1");
		if (soloRound?.phase === "waiting" && !own.bet) {
			await solo.place(ana, "198.51.100.1", bet(20, round % 2 ? 120 : 100_000));
		}
		await clock.advance(11_000);
	}
	await Promise.all([live.end(), solo.end()]);
	clock.forget();
	await refundOpenRounds(site.tools);
	const open = await site.bootLive();
	await open.place({ userId: "user-ana", ...bet(10, null) });
	await open.end();
	clock.forget();
});

const violations = () => violatedInvariants(site.db, crashInvariants);

const count = async (where: string) =>
	(await sql.raw<{ n: number }>(`select count(*) as n from ${where}`).execute(site.db)).rows[0]?.n ?? 0;

it("the invariants hold for rounds that the games have written", async () => {
	expect(await violations()).toEqual([]);
	const statuses = ["cashed_out", "lost", "cancelled", "refunded", "active"];
	for (const status of statuses) {
		expect(await count(`crash_bets where status = '${status}'`), status).toBeGreaterThan(0);
	}
	for (const game of ["live", "solo"]) {
		expect(await count(`crash_rounds where game = '${game}' and status = 'closed'`), game).toBeGreaterThan(3);
	}
});

const ONE_STAKE = "every Crash bet has one stake, and the payout or refund that its status says, once";
const A_BET = "every Crash stake, payout and refund belongs to a bet";
const PAID_BY = "who cashed out did so at or under the crash point and the own target, and was paid by it";
const REACHED_LOST = "nobody lost whose target was at or under the crash point";
const OVER = "a Crash round that is over has no open bet, and one that was called off no loser";
const REFUNDED =
	"no Crash bet is refunded after the end of its round was published, or after another bet of its round was paid";
const OWN = "a solo Crash bet is its player's own";
const NONCE = "no solo Crash flight has a nonce that its seeds have not reached";
const LINK = "every live Crash round is the next link of its chain and ends where that says";
const SEEDS = "every solo Crash flight ends where its seeds say";

/** Selects one matching bet or round. */
const one = (table: string, where: string) => `where id = (select id from ${table} where ${where} limit 1)`;
const ofGame = (game: string) => `round_id in (select id from crash_rounds where game = '${game}')`;

describe("a manual change of the data", () => {
	it.each([
		[
			"a payout",
			`update crash_bets set payout = payout + 1 ${one("crash_bets", "status = 'cashed_out'")}`,
			[ONE_STAKE, PAID_BY],
		],
		[
			"a stake",
			`update crash_bets set amount = amount + 10 ${one("crash_bets", "status = 'lost'")}`,
			[ONE_STAKE],
		],
		[
			"a lost bet into a cancelled one",
			`update crash_bets set status = 'cancelled', payout = null ${one("crash_bets", "status = 'lost'")}`,
			[ONE_STAKE],
		],
		[
			"a lost bet into an unpaid win",
			`update crash_bets set status = 'cashed_out', cash_out_multiplier = 100, payout = amount
				${one("crash_bets", "status = 'lost' and target is null")}`,
			[ONE_STAKE],
		],
		[
			"a win into a loss",
			`update crash_bets set status = 'lost', cash_out_multiplier = null, payout = 0, target = null
				${one("crash_bets", "status = 'cashed_out'")}`,
			[ONE_STAKE],
		],
		["a deleted bet", `delete from crash_bets ${one("crash_bets", "status = 'lost'")}`, [A_BET]],
		[
			"a cash-out above the crash point",
			`update crash_rounds set crash_point = 100
				where id = (select round_id from crash_bets where status = 'cashed_out' limit 1)`,
			[PAID_BY],
		],
		[
			"a cash-out above its target",
			`update crash_bets set target = cash_out_multiplier - 1
				${one("crash_bets", "status = 'cashed_out' and cash_out_multiplier > 102")}`,
			[PAID_BY],
		],
		[
			"a loss whose target was reached",
			`update crash_bets set target = 101 ${one(
				"crash_bets",
				"status = 'lost' and round_id in (select id from crash_rounds where crash_point > 101)",
			)}`,
			[REACHED_LOST],
		],
		[
			"an open bet of a round that is over",
			`update crash_rounds set status = 'closed' where status = 'open'`,
			[OVER],
		],
		[
			"a loss in a voided round",
			`update crash_rounds set status = 'voided'
				where id = (select round_id from crash_bets where status = 'lost' limit 1)`,
			[OVER],
		],
		[
			"a refund in a round with an end",
			`update crash_rounds set status = 'closed'
				where id = (select round_id from crash_bets where status = 'refunded' and ${ofGame("live")} limit 1)`,
			[REFUNDED],
		],
		[
			"a cancellation after another bet of the flight was paid",
			`update crash_bets set round_id = (select round_id from crash_bets where status = 'cashed_out'
					and ${ofGame("live")} order by created_at limit 1)
				where id = (select id from crash_bets where status = 'cancelled' order by created_at desc limit 1)`,
			[REFUNDED],
		],
		[
			"a solo bet in another player's round",
			`update crash_rounds set user_id = 'user-bruno'
				where id = (select round_id from crash_bets where ${ofGame("solo")} limit 1)`,
			[OWN],
		],
		["a reduced nonce of the seeds", `update player_seeds set nonce = nonce - 1`, [NONCE]],
		[
			"the crash point of a live round",
			`update crash_rounds set crash_point = crash_point + 1
				${one("crash_rounds", "game = 'live' and status = 'voided'")}`,
			[LINK],
		],
		[
			"a deleted live round without bets",
			`delete from crash_rounds ${one(
				"crash_rounds",
				"game = 'live' and number = 6 and id not in (select round_id from crash_bets)",
			)}`,
			[LINK],
		],
		[
			"the hash of a live round",
			`update crash_rounds set hash = '00' ${one("crash_rounds", "game = 'live'")}`,
			[LINK],
		],
		["a chain's commitment", `update crash_chains set commitment = '00'`, [LINK]],
		["a chain's seed", `update crash_chains set seed = '${"00".repeat(32)}'`, [LINK]],
		[
			"the crash point of a solo flight",
			`update crash_rounds set crash_point = crash_point + 1
				${one("crash_rounds", "game = 'solo' and crash_point > 100")}`,
			[SEEDS],
		],
		[
			"a client seed",
			`update crash_rounds set client_seed = 'x' ${one("crash_rounds", "game = 'solo'")}`,
			[SEEDS],
		],
	])("is detected: %s", async (_what, change, names) => {
		const { numAffectedRows } = await sql.raw(change).execute(site.db);
		expect(numAffectedRows).toBeGreaterThan(0n);
		const found = await violations();
		for (const name of names) expect(found).toContain(name);
	});

	it.each([
		["a second bet of a player in a round", "crash_bets", "status <> 'cancelled'"],
		["a second round of a link", "crash_rounds", "game = 'live'"],
		["a second flight of a nonce", "crash_rounds", "game = 'solo' and nonce is not null"],
	])("is rejected by the database: %s", async (_what, table, where) => {
		const row = await sql
			.raw<Record<string, unknown>>(`select * from ${table} where ${where} limit 1`)
			.execute(site.db);
		const columns = Object.keys(row.rows[0] ?? {}).filter((name) => name !== "id");
		const copy = `insert into ${table} (id, ${columns}) select 'copy', ${columns} from ${table} where id = '${row.rows[0]?.id}'`;
		await expect(sql.raw(copy).execute(site.db)).rejects.toThrow(VIOLATED.unique);
	});
});
