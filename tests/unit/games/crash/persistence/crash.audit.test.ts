import type { Db } from "db/database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { violatedInvariants } from "../../../../support/expectations";
import { VIOLATED } from "../../../../support/unguarded";
import { openSite, type Site } from "../engine/setup";

let site: Site;

/** Rounds of both games with bets of every status. */
beforeAll(async () => {
	site = await openSite({ users: ["ana", "bruno"], points: 100_000, seed: 7 });
	const { clock } = site;
	const live = await site.bootLive();
	const solo = await site.bootSolo();
	const ana = solo.ofViewer("user-ana");
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
		await ana.open();
		const { round: soloRound, own } = await ana.read();
		if (soloRound?.phase === "waiting" && !own.bet) await ana.place(bet(20, round % 2 ? 120 : 100_000));
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

afterAll(() => site.close());

const violations = (db = site.db) => violatedInvariants(db, crashInvariants);

class RolledBack extends Error {}

/** Runs a test whose changes are rolled back. */
const rolledBack = (run: (trx: Db) => Promise<void>) =>
	expect(
		site.db.transaction().execute(async (trx) => {
			await run(trx);
			throw new RolledBack();
		}),
	).rejects.toThrow(RolledBack);

it("the invariants hold for rounds that the games have written", async () => {
	expect(await violations()).toEqual([]);
	const bets = await sql<{ status: string }>`select distinct status from crash_bets order by status`.execute(
		site.db,
	);
	const statuses = bets.rows.map(({ status }) => status).join();
	expect(statuses).toBe("active,cancelled,cashed_out,lost,refunded");
	const { rows } = await sql<{ game: string; n: number }>`select game, count(*) as n from crash_rounds
		where status = 'closed' group by game having count(*) > 3 order by game`.execute(site.db);
	expect(rows.map(({ game }) => game)).toEqual(["live", "solo"]);
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

/** An update of one matching bet or round. */
const update = (table: string, change: string, where: string) =>
	`update ${table} set ${change} where id = (select id from ${table} where ${where} limit 1)`;
const bet = (change: string, where: string) => update("crash_bets", change, where);
const round = (change: string, where: string) => update("crash_rounds", change, where);
const roundOf = (where: string) => `id = (select round_id from crash_bets where ${where} limit 1)`;
const ofGame = (game: string) => `round_id in (select id from crash_rounds where game = '${game}')`;
const won = (change: string, and = "") => bet(change, `status = 'cashed_out'${and}`);
const lost = (change: string, and = "") => bet(change, `status = 'lost'${and}`);
const UNPAID_WIN = "status = 'cashed_out', cash_out_multiplier = 100, payout = amount";
const UNPAID_LOSS = "status = 'lost', cash_out_multiplier = null, payout = 0, target = null";
const REACHED = " and round_id in (select id from crash_rounds where crash_point > 101)";
const LIVE_REFUND = roundOf(`status = 'refunded' and ${ofGame("live")}`);
const PAID_ROUND = `(select round_id from crash_bets where status = 'cashed_out' and ${ofGame("live")}
	order by created_at limit 1)`;
const WITHOUT_BETS = "id not in (select round_id from crash_bets)";
const MORE = "crash_point = crash_point + 1";

describe("a manual change of the data", () => {
	it.each([
		["a payout", won("payout = payout + 1"), ONE_STAKE],
		["a payout of another multiplier", won("payout = payout + 1"), PAID_BY],
		["a stake", lost("amount = amount + 10"), ONE_STAKE],
		["a cancellation without refund", lost("status = 'cancelled', payout = null"), ONE_STAKE],
		["a win without payout", lost(UNPAID_WIN, " and target is null"), ONE_STAKE],
		["a loss with a payout", won(UNPAID_LOSS), ONE_STAKE],
		["a deleted bet", "delete from crash_bets where status = 'lost'", A_BET],
		[
			"a cash-out above the crash point",
			round("crash_point = 100", roundOf("status = 'cashed_out'")),
			PAID_BY,
		],
		[
			"a cash-out above its target",
			won("target = cash_out_multiplier - 1", " and cash_out_multiplier > 102"),
			PAID_BY,
		],
		["a loss whose target was reached", lost("target = 101", REACHED), REACHED_LOST],
		[
			"an open bet of a round that is over",
			round("status = 'closed'", "status = 'open' and game = 'live'"),
			OVER,
		],
		["a loss in a voided round", round("status = 'voided'", roundOf("status = 'lost'")), OVER],
		["a refund in a round with an end", round("status = 'closed'", LIVE_REFUND), REFUNDED],
		[
			"a refund after a payment",
			bet(`round_id = ${PAID_ROUND}`, "status = 'cancelled' order by created_at desc"),
			REFUNDED,
		],
		["a solo bet in another's round", round("user_id = 'user-bruno'", roundOf(ofGame("solo"))), OWN],
		["a reduced nonce of the seeds", "update player_seeds set nonce = nonce - 1", NONCE],
		["a live crash point", round(MORE, "game = 'live' and status = 'voided'"), LINK],
		[
			"a deleted live round",
			`delete from crash_rounds where game = 'live' and number = 6 and ${WITHOUT_BETS}`,
			LINK,
		],
		["the hash of a live round", round("hash = '00'", "game = 'live'"), LINK],
		["a chain's commitment", "update crash_chains set commitment = '00'", LINK],
		["a chain's seed", `update crash_chains set seed = '${"00".repeat(32)}'`, LINK],
		["a solo crash point", round(MORE, "game = 'solo' and crash_point > 100"), SEEDS],
		["a client seed", round("client_seed = 'x'", "game = 'solo'"), SEEDS],
	])("is detected: %s", (_what, change, name) =>
		rolledBack(async (trx) => {
			const { numAffectedRows } = await sql.raw(change).execute(trx);
			expect(numAffectedRows).toBeGreaterThan(0n);
			expect(await violations(trx)).toContain(name);
		}),
	);

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
