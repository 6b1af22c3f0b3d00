import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refundOpenRounds } from "~/games/crash/persistence/bets.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { checkInvariants } from "../../../../../db/audit";
import { openSite, type Site } from "../engine/live.setup";

let site: Site;

/** Rounds of both games with bets of every kind: won, lost, taken back, refunded, open. */
beforeEach(async () => {
	site = await openSite({ users: ["ana", "bruno"], points: 100_000, seed: 7 });
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
			const back = await live.place({ userId: "user-bruno", ...bet(50, null) });
			if (round % 3 === 0) await live.cancel("user-bruno", back.id);
		}
		const { round: own, bet: placed } = await solo.start(ana, "198.51.100.1");
		if (own?.phase === "waiting" && !placed) {
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
afterEach(() => site.close());

const broken = async () =>
	(await checkInvariants(site.db, crashInvariants))
		.filter(({ rows }) => rows.length > 0)
		.map(({ name }) => name);

const count = async (where: string) =>
	(await sql.raw<{ n: number }>(`select count(*) as n from ${where}`).execute(site.db)).rows[0]?.n ?? 0;

it("finds nothing wrong with what the games have written", async () => {
	expect(await broken()).toEqual([]);
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
const NOBODY_LOST = "nobody lost whose target was at or under the crash point";
const OVER = "a Crash round that is over has no open bet, and one that was called off no loser";
const OWN = "a solo Crash bet is its player's own";
const NONCE = "no solo Crash flight has a nonce that its seeds have not reached";
const LINK = "every live Crash round is the next link of its chain and ends where that says";
const SEEDS = "every solo Crash flight ends where its seeds say";

/** One bet, or round, of those that fit. */
const one = (table: string, where: string) => `where id = (select id from ${table} where ${where} limit 1)`;
const ofGame = (game: string) => `round_id in (select id from crash_rounds where game = '${game}')`;

describe("what somebody has changed by hand", () => {
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
			"a loser into somebody who took the bet back",
			`update crash_bets set status = 'cancelled', payout = null ${one("crash_bets", "status = 'lost'")}`,
			[ONE_STAKE],
		],
		[
			"a loser into a winner who was never paid",
			`update crash_bets set status = 'cashed_out', cash_out_multiplier = 100, payout = amount
				${one("crash_bets", "status = 'lost' and target is null")}`,
			[ONE_STAKE],
		],
		[
			"a winner into a loser",
			`update crash_bets set status = 'lost', cash_out_multiplier = null, payout = 0, target = null
				${one("crash_bets", "status = 'cashed_out'")}`,
			[ONE_STAKE],
		],
		["away a bet", `delete from crash_bets ${one("crash_bets", "status = 'lost'")}`, [A_BET]],
		[
			"a cash-out over the crash point",
			`update crash_rounds set crash_point = 100
				where id = (select round_id from crash_bets where status = 'cashed_out' limit 1)`,
			[PAID_BY],
		],
		[
			"a cash-out over the own target",
			`update crash_bets set target = cash_out_multiplier - 1
				${one("crash_bets", "status = 'cashed_out' and cash_out_multiplier > 102")}`,
			[PAID_BY],
		],
		[
			"a loser whose target was reached",
			`update crash_bets set target = 101 ${one(
				"crash_bets",
				"status = 'lost' and round_id in (select id from crash_rounds where crash_point > 101)",
			)}`,
			[NOBODY_LOST],
		],
		[
			"an open bet of a round that is over",
			`update crash_rounds set status = 'closed' where status = 'open'`,
			[OVER],
		],
		[
			"a loser of a round that was called off",
			`update crash_rounds set status = 'voided'
				where id = (select round_id from crash_bets where status = 'lost' limit 1)`,
			[OVER],
		],
		[
			"a solo bet into another player's",
			`update crash_rounds set user_id = 'user-bruno'
				where id = (select round_id from crash_bets where ${ofGame("solo")} limit 1)`,
			[OWN],
		],
		["back the nonce of the seeds", `update player_seeds set nonce = nonce - 1`, [NONCE]],
		[
			"where a live round ended",
			`update crash_rounds set crash_point = crash_point + 1
				${one("crash_rounds", "game = 'live' and status = 'voided'")}`,
			[LINK],
		],
		[
			"away a live round that nobody bet on",
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
			"where a solo flight ended",
			`update crash_rounds set crash_point = crash_point + 1
				${one("crash_rounds", "game = 'solo' and crash_point > 100")}`,
			[SEEDS],
		],
		[
			"a client seed",
			`update crash_rounds set client_seed = 'x' ${one("crash_rounds", "game = 'solo'")}`,
			[SEEDS],
		],
	])("is found: %s", async (_what, change, names) => {
		const { numAffectedRows } = await sql.raw(change).execute(site.db);
		expect(numAffectedRows).toBeGreaterThan(0n);
		const found = await broken();
		for (const name of names) expect(found).toContain(name);
	});

	it.each([
		["a second bet of a player in a round", "crash_bets", "status <> 'cancelled'"],
		["a second round of a link", "crash_rounds", "game = 'live'"],
		["a second flight of a nonce", "crash_rounds", "game = 'solo' and nonce is not null"],
	])("is not possible: %s", async (_what, table, where) => {
		const row = await sql
			.raw<Record<string, unknown>>(`select * from ${table} where ${where} limit 1`)
			.execute(site.db);
		const columns = Object.keys(row.rows[0] ?? {}).filter((name) => name !== "id");
		const copy = `insert into ${table} (id, ${columns}) select 'copy', ${columns} from ${table} where id = '${row.rows[0]?.id}'`;
		await expect(sql.raw(copy).execute(site.db)).rejects.toThrow("UNIQUE");
	});
});
