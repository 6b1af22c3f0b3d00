import type { Clock } from "~/lib/clock";
import { createTicker } from "~/live/ticker.server";
import { lastMoment, type Round } from "./crash";
import { type Tick, viewMultiplier } from "./view";

interface Flight {
	/** The round, and ms since its phase began. */
	current(): { round: Pick<Round, "phase" | "crashPoint">; elapsed: number } | undefined;
	/** Publishes a tick. @returns how long, in ms, that keeps the process busy. */
	publish(tick: Tick): number;
}

/**
 * Publishes a tick of each flight at a common interval, until its crash is due. The timer runs while there is at least
 * one flight. The interval grows when publishing takes long.
 */
export function createFlightTicker(clock: Clock) {
	const flights = new Map<string, Flight>();

	const ticker = createTicker({
		clock,
		send() {
			let busyMs = 0;
			for (const flight of flights.values()) busyMs += publishTick(flight);
			return busyMs;
		},
	});

	function publishTick({ current, publish }: Flight): number {
		const now = current();
		if (now?.round.phase !== "flying") return 0;
		const { round, elapsed } = now;
		if (elapsed >= lastMoment(round)) return 0;
		return publish([Math.round(elapsed), viewMultiplier(round, elapsed), ticker.interval()]);
	}

	return {
		/** Current ms between two ticks. */
		interval: ticker.interval,
		/** Number of flights. */
		count: () => flights.size,
		/** Adds a flight that starts now; one with the same key is replaced. */
		start(key: string, flight: Flight) {
			flights.set(key, flight);
			if (flights.size === 1) ticker.start(clock.now());
		},
		/** Removes a flight. Does nothing for an unknown key. */
		stop(key: string) {
			flights.delete(key);
			if (flights.size === 0) ticker.stop();
		},
	};
}
