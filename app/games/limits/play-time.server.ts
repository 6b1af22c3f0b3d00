import type { Site } from "~/lib/site";
import { inAllProcesses } from "~/live/all-processes.server";
import { userIn, userKey } from "~/live/audience";
import { LIMITS_TOPIC } from "./limits-topics";

/** A player who stakes nothing for this time has stopped playing. */
const PAUSE_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/** A period of play without a pause. Times are ms of the clock. */
interface Stretch {
	/** When the time until the next reminder began to count. */
	began: number;
	/** When the last stake was made. */
	last: number;
	isDue: boolean;
}

/**
 * Measures how long each player has played without a pause of {@link PAUSE_MS}, in memory, and publishes the reminder
 * to that player. Each process of the site measures the stakes of all processes; a reminder that becomes due or is dismissed in
 * one of them does so in all, also in those that were started during the play. It opens {@link LIMITS_TOPIC}: create it once per
 * process.
 */
export function createPlayTime({ clock, hub, bus, config }: Pick<Site, "clock" | "hub" | "bus" | "config">) {
	/** Ordered by the last stake, oldest first. */
	const stretches = new Map<string, Stretch>();

	const isDue = (userId: string): boolean => stretches.get(userId)?.isDue === true;

	hub.openTopic(LIMITS_TOPIC, {
		privateState(key) {
			const userId = userIn(key);
			return userId === undefined ? [] : [{ event: "reminder", data: { isDue: isDue(userId) } }];
		},
	});

	function forgetStopped(now: number) {
		for (const [userId, { last }] of stretches) {
			if (now - last < PAUSE_MS) return;
			stretches.delete(userId);
		}
	}

	const setDue = inAllProcesses(bus, "reminder", (userId: string, isDueNow: boolean) => {
		if (isDue(userId) === isDueNow) return;
		const now = clock.now();
		// The next period begins when a reminder is dismissed.
		const { last } = stretches.get(userId) ?? { last: now };
		stretches.set(userId, { began: now, last, isDue: isDueNow });
		hub.publishTo(userKey(userId), LIMITS_TOPIC, "reminder", { isDue: isDueNow });
	});

	return {
		/** Whether a reminder is due that the player has not dismissed. */
		isDue,

		/** Call it when a player has staked points. Publishes the reminder if it becomes due. */
		played: inAllProcesses(bus, "played", (userId: string) => {
			const now = clock.now();
			forgetStopped(now);
			const stretch = stretches.get(userId) ?? { began: now, last: now, isDue: false };
			stretch.last = now;
			stretches.delete(userId);
			stretches.set(userId, stretch);
			const isOver = now - stretch.began >= config.PLAY_REMINDER_MINUTES * MINUTE_MS;
			if (isOver && !stretch.isDue) setDue(userId, true);
		}),

		/**
		 * Call it when the player dismisses the reminder: publishes that, and the next one is due after another period. Does nothing if none is due.
		 */
		dismiss: (userId: string) => setDue(userId, false),
	};
}
