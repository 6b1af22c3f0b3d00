/** The process is killed at each write of a round, before and after its commit. */
import { expect, it } from "vitest";
import type { BetRepository } from "~/games/crash/engine/bet-repository";
import { momentOf } from "~/games/crash/engine/curve";
import { turns } from "../../../../support/clock";
import { answerTo, CLOSES, openEngine } from "./engine.setup";

type Repository = BetRepository;
type Moment = "before its commit" | "after its commit";
type Kill = { write: number; moment: Moment };

/** The flight ends at 3.00x. */
const TARGETS = { ana: 150, bruno: null, carla: null, dora: null, eva: 300, finn: 301 };
const PLAYERS = Object.keys(TARGETS);

/**
 * Plays a round: `dora` cancels, `ana` and `eva` have targets that the flight reaches, `bruno` cashes out, `carla` does not, and
 * the target of `finn` is not reached. The process is killed at a write: nothing after it reaches a player.
 */
async function play(kill: Kill | undefined) {
	const writes: string[] = [];
	let isKilled = false;
	const die = () => {
		isKilled = true;
		engine.clock.forget();
		return new Promise<never>(() => {});
	};
	const killing = (repository: Repository): Repository => {
		const killed = { ...repository } as Record<string, (...args: unknown[]) => Promise<unknown>>;
		for (const name of ["open", "launch", "place", "cancel", "pay", "close"]) {
			const act = killed[name];
			killed[name] = async (...args) => {
				if (isKilled) return new Promise(() => {});
				writes.push(name);
				const isThis = writes.length === kill?.write;
				if (isThis && kill.moment === "before its commit") return die();
				const answer = await act?.(...args);
				return isThis ? die() : answer;
			};
		}
		return killed as unknown as Repository;
	};
	const engine = openEngine({ crashPoint: () => 300, wrap: killing });
	/** What players have seen, by player. */
	const seen = new Map<string, string>();
	const see = (userId: string, answer: Promise<string>) =>
		void answer.then((text) => isKilled || seen.set(userId, text));
	const ids = new Map<string, string>();
	const placed = async (userId: string, target: number | null) => {
		const answer = await answerTo(engine.place(userId, target));
		if (typeof answer === "object") ids.set(userId, answer.id);
	};

	void engine.start();
	await turns(5);
	for (const [userId, target] of Object.entries(TARGETS)) void placed(userId, target);
	await turns(20);
	const round = engine.roundId();
	const dora = ids.get("dora");
	if (dora) {
		const cancelled = answerTo(engine.engine.cancel("dora", dora));
		see(
			"dora",
			cancelled.then((answer) => (typeof answer === "number" ? "cancelled" : "?")),
		);
	}
	if (!isKilled) await engine.clock.advanceTo(CLOSES + 1000);
	const cashOut = (userId: string) =>
		answerTo(engine.engine.cashOut(userId, ids.get(userId) ?? "")).then((answer) =>
			typeof answer === "object" ? `paid ${answer.bet.multiplier}` : answer === "tooLate" ? "lost" : "?",
		);
	if (!isKilled) see("bruno", cashOut("bruno"));
	if (!isKilled) await engine.clock.advanceTo(CLOSES + momentOf(300));
	if (!isKilled) see("carla", cashOut("carla"));
	await turns(20);
	const events = engine.events.map((event) => event.replace(/^\d+ /, ""));
	const isEndSeen = events.includes("crashed");
	engine.memory.boot();
	const stored = (userId: string) => {
		const bet = engine.memory.betOf(ids.get(userId) ?? "");
		return bet && (bet.status === "cashed_out" ? `paid ${bet.multiplier}` : bet.status);
	};
	return { writes, seen, events, isEndSeen, stored, round, memory: engine.memory };
}

const { writes } = await play(undefined);
const KILLS = writes.flatMap((name, at) =>
	(["before its commit", "after its commit"] as const).map((moment) => ({ name, write: at + 1, moment })),
);

it("a round without a kill has the writes of all outcomes", async () => {
	const { isEndSeen, stored, seen } = await play(undefined);
	expect([...new Set(writes)].sort()).toEqual(["cancel", "close", "launch", "open", "pay", "place"]);
	expect(isEndSeen).toBe(true);
	expect(PLAYERS.map(stored)).toEqual([...["paid 150", "paid 120", "lost", "cancelled", "paid 300", "lost"]]);
	expect([...seen.entries()].sort()).toEqual([
		["bruno", "paid 120"],
		["carla", "lost"],
		["dora", "cancelled"],
	]);
});

it.each(KILLS)("what players have seen stays after a kill at write $write ($name), $moment", async (kill) => {
	const { seen, events, isEndSeen, stored, round, memory } = await play(kill);
	for (const [userId, text] of seen) expect([userId, stored(userId)]).toEqual([userId, text]);
	for (const event of events) {
		const [what, userId = "", multiplier] = event.split(" ");
		if (what === "paid") expect(stored(userId)).toBe(`paid ${multiplier}`);
		if (what === "gone") expect(stored(userId)).toBe("cancelled");
	}
	const isClosed = round !== "" && memory.roundOf(round).status === "closed";
	// The commit of the end decides: after it nobody gets a stake back, before it nobody loses.
	expect(isEndSeen && !isClosed).toBe(false);
	for (const userId of PLAYERS) {
		const status = stored(userId);
		if (isClosed) expect([userId, status]).not.toEqual([userId, "refunded"]);
		else expect([userId, status]).not.toEqual([userId, "lost"]);
		expect([userId, status]).not.toEqual([userId, "active"]);
	}
});
