import type { BetRequest } from "~/games/crash/engine/bet-repository";
import { pickFrom, type Random } from "../../../../support/random";
import { naiveMoment } from "./engine.oracle";
import { TIMING } from "./engine.setup";
import type { Crowd, World } from "./engine.world";

const USERS = 12;
/** Moments are multiples of this many ms, so that floating-point addition is exact. */
const GRAIN = 1 / 64;
const STAKES = [10, 20, 50, 130, 990] as const;

export const crowdUsers = Array.from({ length: USERS }, (_, index) => `user-${index}`);

/** Probabilities of the injected faults. */
export interface FaultRates {
	/** Per write. */
	failedWrites: number;
	/** Per request: it is decided too late. */
	slowRequests: number;
	/** Per round. */
	stalls: number;
	stops: number;
	restarts: number;
	kills: number;
	/** Per round: after the round all writes fail for a while. */
	outages: number;
}

export const FEW_FAULTS: FaultRates = {
	...{
		failedWrites: 0.003,
		slowRequests: 0.003,
		stalls: 0.06,
		stops: 0.03,
		restarts: 0.015,
		kills: 0,
		outages: 0.03,
	},
};
export const MANY_FAULTS: FaultRates = {
	...{
		failedWrites: 0.05,
		slowRequests: 0.05,
		stalls: 0.2,
		stops: 0.15,
		restarts: 0.08,
		kills: 0,
		outages: 0.1,
	},
};
export const FAILING_WRITES: FaultRates = {
	...{ failedWrites: 0.35, slowRequests: 0.1, stalls: 0.3, stops: 0.3, restarts: 0.3, kills: 0, outages: 0 },
};

/** Crash points: often 1.00x, rarely high. */
export function randomCrashPoint(random: Random): number {
	const between = (from: number, to: number) => from + Math.floor(random() * (to - from));
	const kind = random();
	if (kind < 0.15) return 100;
	if (kind < 0.55) return between(101, 150);
	if (kind < 0.87) return between(150, 400);
	if (kind < 0.97) return between(400, 2000);
	return kind < 0.995 ? between(2000, 20_000) : 100_000;
}

/** Duration of a write in ms: mostly 0, sometimes that of a slow disk. */
export function randomDelay(random: Random): number {
	const kind = random();
	if (kind < 0.75) return 0;
	return grain(kind < 0.97 ? random() * 20 : random() * 1500);
}

export const grain = (ms: number): number => Math.round(ms / GRAIN) * GRAIN;

/**
 * Simulated players. They also repeat requests, send them late and name other players' bets. They know each
 * crash point, so that they can act just before and just after it.
 */
export function createCrowd(
	world: World,
	random: Random,
	{ slowRequests, stalls, stops, restarts, kills }: FaultRates,
	crashPointOf: (roundId: string) => number,
): Crowd {
	const { clock } = world;
	const chance = (share: number) => random() < share;
	const upTo = (ms: number) => grain(random() * ms);
	const at = (moment: number, run: () => void) => void clock.at(Math.max(moment, clock.now()), run);
	/** The id of the latest bet that was confirmed to each player. */
	const latest = new Map<string, string>();
	let requests = 0;

	/** Time in ms from the arrival of a request to its decision. */
	function lag(): number {
		const kind = random();
		if (kind < 0.6) return 0;
		if (kind < 0.9) return upTo(20);
		return chance(10 * slowRequests) ? upTo(20_000) : upTo(3000);
	}

	function place(userId: string, target: number | null) {
		const stake = pickFrom(STAKES, random);
		const request: BetRequest = { userId, idempotencyKey: `request-${++requests}`, stake, target };
		const send = (sent = request) => {
			const placing = world.place(sent, lag());
			at(clock.now() + upTo(400), () => placing.betId && latest.set(userId, placing.betId));
		};
		send();
		if (chance(0.15)) at(clock.now() + upTo(chance(0.5) ? 5 : 12_000), () => send());
		if (chance(0.03)) at(clock.now() + upTo(9000), () => send({ ...request, stake: 70 }));
	}

	function cancel(userId: string) {
		const betId = latest.get(chance(0.03) ? pickFrom(crowdUsers, random) : userId);
		if (betId === undefined) return;
		world.cancel(userId, betId, lag());
		if (chance(0.2))
			at(clock.now() + upTo(chance(0.5) ? 5 : 20_000), () => world.cancel(userId, betId, lag()));
	}

	function cashOut(userId: string) {
		const betId = latest.get(chance(0.02) ? pickFrom(crowdUsers, random) : userId);
		if (betId === undefined) return;
		world.cashOut(userId, betId, lag());
		if (chance(0.2))
			at(clock.now() + upTo(chance(0.7) ? 50 : 30_000), () => world.cashOut(userId, betId, lag()));
	}

	function randomTarget(crashPoint: number): number | null {
		const kind = random();
		if (kind < 0.4) return null;
		const target = kind < 0.7 ? crashPoint - 2 + Math.floor(random() * 5) : 101 + Math.floor(random() * 300);
		return Math.min(100_000, Math.max(101, target));
	}

	/** A moment of the flight: anywhere, near its end or at a tick. */
	function randomMoment(crashPoint: number): number {
		const end = naiveMoment(crashPoint);
		const kind = random();
		if (kind < 0.4) return upTo(end + 500);
		if (kind < 0.7) return end + grain((random() - 0.5) * 40);
		return kind < 0.85 ? end : 100 * Math.floor(random() * (end / 100 + 1));
	}

	const note = (act: Promise<void>) => void act.catch((error) => world.errors.push(error));

	/** Schedules stalls, stops, restarts and kills. */
	function disturb() {
		const during = () => clock.now() + upTo(chance(0.5) ? TIMING.waiting : TIMING.waiting + 12_000);
		if (chance(stalls)) at(during(), () => world.stall(upTo(chance(0.5) ? 300 : 6000)));
		if (chance(stops)) {
			at(during(), () => {
				world.stop();
				at(clock.now() + upTo(chance(0.3) ? 100 : 30_000), world.start);
			});
		}
		if (chance(restarts)) at(during(), () => note(world.restart()));
		if (chance(kills)) at(during(), () => note(world.kill()));
	}

	return {
		waiting(record) {
			const crashPoint = crashPointOf(record.id);
			const players = chance(0.01) ? USERS : Math.floor(random() * 5);
			for (let player = 0; player < players; player++) {
				const userId = pickFrom(crowdUsers, random);
				const placesAt = clock.now() + upTo(TIMING.waiting + 200);
				at(placesAt, () => place(userId, randomTarget(crashPoint)));
				if (chance(0.2)) {
					at(placesAt + upTo(4000), () => {
						cancel(userId);
						if (chance(0.2)) place(userId, randomTarget(crashPoint));
					});
				}
				if (chance(0.1)) at(placesAt + upTo(6000), () => place(userId, randomTarget(crashPoint)));
				if (chance(0.05)) at(placesAt + upTo(5000), () => cashOut(userId));
			}
			disturb();
		},
		flying({ startedAt, crashPoint }) {
			for (const { userId, target } of [...(world.current()?.round.bets.values() ?? [])]) {
				for (let times = Math.floor(random() * 2.5); times > 0; times--) {
					at(startedAt + randomMoment(crashPoint), () => cashOut(userId));
				}
				if (target !== null && target <= crashPoint && chance(0.2)) {
					at(startedAt + naiveMoment(target) + grain((random() - 0.7) * 20), () => cashOut(userId));
				}
				if (chance(0.05)) at(startedAt + upTo(2000), () => cancel(userId));
				if (chance(0.03)) at(startedAt + upTo(2000), () => place(userId, null));
			}
		},
	};
}
