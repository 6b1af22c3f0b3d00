/** The process is killed at each transaction of solo rounds, before and after its commit, and starts again a minute later. */
import { sessionOf, withSession } from "db/engine";
import { expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { turns } from "../../../../support/clock";
import { expectInvariants } from "../../../../support/expectations";
import { answerTo, TIMING } from "./engine.setup";
import { openSite } from "./live.setup";

const AT_200 = { ...SOLO_DRAWS.table, crashPoint: () => 200 };
const END = momentOf(200);
/** `dora` cancels, `bruno` cashes out, `ana` has a target that the flight reaches, `carla` loses. */
const TARGETS = { ana: 150, bruno: null, carla: null, dora: null };
const NAMES = Object.keys(TARGETS) as (keyof typeof TARGETS)[];

type Kill = { transaction: number; moment: "before its commit" | "after its commit" };

async function play(kill: Kill | undefined) {
	const site = await openSite({ users: NAMES });
	const session = sessionOf(site.db);
	let count = 0;
	let isKilled = false;
	const die = () => {
		isKilled = true;
		site.clock.forget();
		return new Promise<never>(() => {});
	};
	withSession(site.db, {
		...session,
		async transact(act) {
			if (isKilled) return new Promise(() => {});
			count += 1;
			const isThis = count === kill?.transaction;
			if (isThis && kill.moment === "before its commit") return die();
			const answer = await session.transact(act);
			return isThis ? die() : answer;
		},
	});
	/** What players have seen: answers to forms, and the ends of flights. */
	const seen = new Map<string, string>();
	const see = (name: string, answer: Promise<unknown>, text: string) =>
		void answerTo(answer).then((one) => isKilled || typeof one === "string" || seen.set(name, text));
	const solo = await site.bootSolo(AT_200);
	const ids = new Map<string, string>();
	for (const name of NAMES) {
		site.watch(SOLO_TOPIC, `user:user-${name}`);
		void site.readSnapshot(SOLO_TOPIC, [`user:user-${name}`]);
		const bet = { idempotencyKey: name, stake: 100, target: TARGETS[name] };
		const placed = solo.ofViewer(`user-${name}`).place(bet);
		placed.then(
			({ id }) => isKilled || ids.set(name, id),
			() => {},
		);
		await turns(20);
	}
	const act = (name: string, call: "cancel" | "cashOut", text: string) => {
		const id = ids.get(name);
		if (!isKilled && id) see(name, Promise.resolve(solo.ofViewer(`user-${name}`)[call](id)), text);
	};
	act("dora", "cancel", "cancelled");
	await turns(20);
	if (!isKilled) await site.clock.advance(TIMING.waiting + 500);
	act("bruno", "cashOut", "cashed_out");
	await turns(20);
	if (!isKilled) await site.clock.advance(END);
	for (const { key, event, data } of site.frames) {
		const name = key?.replace("user:user-", "") ?? "";
		if (event === "state" && data.round?.phase === "crashed" && data.own.bet)
			seen.set(name, data.own.bet.status);
	}
	const transactions = count;
	void solo.end();

	withSession(site.db, session);
	site.clock.forget();
	site.clock.stall(60_000);
	const next = await site.bootSolo(AT_200);
	await site.clock.advance(120_000);
	await next.end();
	const bets = await site.db.selectFrom("crash_bets").select(["user_id", "status"]).execute();
	const statusOf = (name: string) => bets.find(({ user_id }) => user_id === `user-${name}`)?.status;
	await site.db.updateTable("crash_rounds").set({ seed_id: null, nonce: null }).execute();
	await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
	await site.close();
	return { transactions, seen, statusOf };
}

const whole = await play(undefined);
const KILLS = Array.from({ length: whole.transactions }, (_, at) =>
	(["before its commit", "after its commit"] as const).map((moment) => ({ transaction: at + 1, moment })),
).flat();

it("rounds without a kill end as they should", () => {
	expect(NAMES.map(whole.statusOf)).toEqual(["cashed_out", "cashed_out", "lost", "cancelled"]);
	expect(Object.fromEntries(whole.seen)).toEqual({
		...{ ana: "cashed_out", bruno: "cashed_out", carla: "lost", dora: "cancelled" },
	});
});

it("what players have seen stays, and no bet stays open, after a kill at any transaction", async () => {
	for (const kill of KILLS) {
		const { seen, statusOf } = await play(kill);
		for (const [name, text] of seen) expect([kill, name, statusOf(name)]).toEqual([kill, name, text]);
		for (const name of NAMES) expect([kill, statusOf(name)]).not.toEqual([kill, "active"]);
	}
}, 300_000);
