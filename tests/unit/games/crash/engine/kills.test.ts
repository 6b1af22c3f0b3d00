/** The process is killed at each transaction of a round, before and after its commit, and starts again a minute later. */
import { expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { SOLO_TOPIC } from "~/games/crash/engine/view";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { saveIsActive } from "~/games/crash/persistence/live.queries.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { turns } from "../../../../support/clock";
import { expectInvariants } from "../../../../support/expectations";
import { chooseDraws, draw } from "./draw.setup";
import { answerTo, openSite, type Site, TIMING } from "./setup";

chooseDraws();

const AT_200 = { ...SOLO_DRAWS.table, crashPoint: () => 200 };
const END = momentOf(200);
/** `dora` cancels, `bruno` cashes out, `ana` has a target that the flight reaches, `carla` loses. */
const TARGETS = { ana: 150, bruno: null, carla: null, dora: null };
const ENDS = { ana: "cashed_out", bruno: "cashed_out", carla: "lost", dora: "cancelled" };
const NAMES = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
const userOf = (name: string) => `user-${name}`;

type Game = "live" | "solo";
type Kill = { transaction: number; moment: "before its commit" | "after its commit" };
interface Calls {
	place(name: (typeof NAMES)[number]): Promise<{ id: string }>;
	cancel(name: string, id: string): Promise<unknown>;
	cashOut(name: string, id: string): Promise<unknown>;
	end(): Promise<unknown>;
}

async function boot(site: Site, game: Game): Promise<Calls> {
	const bet = (name: (typeof NAMES)[number]) => ({ idempotencyKey: name, stake: 100, target: TARGETS[name] });
	if (game === "live") {
		const live = await site.bootLive();
		return {
			place: (name) => live.place({ userId: userOf(name), ...bet(name) }),
			cancel: (name, id) => live.cancel(userOf(name), id),
			cashOut: (name, id) => live.cashOut(userOf(name), id),
			end: live.end,
		};
	}
	const solo = await site.bootSolo(AT_200);
	for (const name of NAMES) {
		site.watch(SOLO_TOPIC, `user:${userOf(name)}`);
		await site.readSnapshot(SOLO_TOPIC, [`user:${userOf(name)}`]);
	}
	return {
		place: (name) => solo.ofViewer(userOf(name)).place(bet(name)),
		cancel: (name, id) => solo.ofViewer(userOf(name)).cancel(id),
		cashOut: (name, id) => solo.ofViewer(userOf(name)).cashOut(id),
		end: solo.end,
	};
}

async function play(game: Game, kill: Kill | undefined) {
	Object.assign(draw, { crashPoint: 200, drawn: new Map() });
	const site = await openSite({ users: NAMES });
	await site.db.transaction().execute((trx) => saveIsActive(trx, true, "2026-03-04T12:00:00.000Z"));
	const calls = await boot(site, game);
	let count = 0;
	let isKilled = false;
	const die = () => {
		isKilled = true;
		site.clock.forget();
		return new Promise<never>(() => {});
	};
	site.writes.around = async (act) => {
		if (isKilled) return die();
		count += 1;
		const isThis = count === kill?.transaction;
		if (isThis && kill?.moment === "before its commit") return die();
		const answer = await act();
		return isThis ? die() : answer;
	};
	/** What players have seen: answers to forms, and the ends of bets. */
	const seen = new Map<string, string>();
	const see = (name: string, answer: Promise<unknown>, text: string) =>
		void answerTo(answer).then((one) => {
			if (isKilled) return;
			if (typeof one !== "string") seen.set(name, text);
			else if (one === "tooLate") seen.set(name, "lost");
		});
	const ids = new Map<string, string>();
	for (const name of NAMES) {
		if (isKilled) break;
		const note = ({ id }: { id: string }) => isKilled || ids.set(name, id);
		calls.place(name).then(note, () => {});
		await turns(20);
	}
	const act = async (name: string, call: "cancel" | "cashOut", text: string) => {
		const id = ids.get(name);
		if (!isKilled && id) see(name, calls[call](name, id), text);
		await turns(20);
	};
	const advance = async (ms: number) => void (isKilled || (await site.clock.advance(ms)));
	await act("dora", "cancel", "cancelled");
	await advance(TIMING.waiting + 500);
	await act("bruno", "cashOut", "cashed_out");
	await advance(END - 500);
	await act("carla", "cashOut", "cashed_out");
	await advance(600);
	for (const { key, data } of site.frames) {
		const status = key && (data.own ?? data).bet?.status;
		if (status && status !== "active") seen.set(key.replace("user:user-", ""), status);
	}
	const transactions = count;
	isKilled = true;
	void calls.end();

	site.writes.around = (act) => act();
	site.clock.forget();
	const { count: ended } = await site.db
		.selectFrom("crash_rounds")
		.where("status", "=", "closed")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	site.clock.stall(60_000);
	const next = await boot(site, game);
	await site.clock.advance(120_000);
	await next.end();
	const bets = await site.db.selectFrom("crash_bets").select(["user_id", "status"]).execute();
	const statusOf = (name: string) => bets.find(({ user_id }) => user_id === userOf(name))?.status;
	await site.db.updateTable("crash_rounds").set({ seed_id: null, nonce: null }).execute();
	await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
	await site.close();
	return { transactions, seen, statusOf, ended };
}

it.each<Game>(["live", "solo"])(
	"what players of a %s round have seen stays, and no bet stays open, after a kill at any transaction",
	async (game) => {
		const whole = await play(game, undefined);
		expect(Object.fromEntries(NAMES.map((name) => [name, whole.statusOf(name)]))).toEqual(ENDS);
		expect(Object.fromEntries(whole.seen)).toEqual(ENDS);
		expect(whole.transactions).toBeGreaterThan(8);
		let kills = 0;
		for (let transaction = 1; transaction <= whole.transactions; transaction++) {
			for (const moment of ["before its commit", "after its commit"] as const) {
				const { seen, statusOf, ended } = await play(game, { transaction, moment });
				const what = `${transaction} ${moment}`;
				for (const [name, text] of seen) expect([what, name, statusOf(name)]).toEqual([what, name, text]);
				const statuses = NAMES.map(statusOf);
				expect([what, ...statuses]).not.toContain("active");
				// The commit of the end decides: after it nobody gets a stake back.
				if (ended === whole.ended) {
					expect([what, ...statuses]).not.toContain("refunded");
					kills += 1;
				}
			}
		}
		expect(kills, "after the end").toBeGreaterThan(0);
	},
	300_000,
);
