import type { Site } from "~/lib/site";
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
 * to that player. It opens {@link LIMITS_TOPIC}: create it once per process.
 */
export function createPlayTime({ clock, hub, config }: Pick<Site, "clock" | "hub" | "config">) {
	/** Ordered by the last stake, oldest first. */
	const stretches = new Map<string, Stretch>();

	const isDue = (userId: string): boolean => stretches.get(userId)?.isDue === true;
	const publishReminder = (userId: string) =>
		hub.publishTo(userKey(userId), LIMITS_TOPIC, "reminder", { isDue: isDue(userId) });

	hub.openTopic(LIMITS_TOPIC, {
		privateState(key) {
			const userId = userIn(key);
			return userId === undefined ? [] : [{ event: "reminder", data: { isDue: isDue(userId) } }];
		},
		isRelayed: true,
	});

	function forgetStopped(now: number) {
		for (const [userId, { last }] of stretches) {
			if (now - last < PAUSE_MS) return;
			stretches.delete(userId);
		}
	}

	return {
		/** Whether a reminder is due that the player has not dismissed. */
		isDue,

		/** Call it when a player has staked points. Publishes the reminder if it becomes due. */
		played(userId: string) {
			const now = clock.now();
			forgetStopped(now);
			const stretch = stretches.get(userId) ?? { began: now, last: now, isDue: false };
			stretch.last = now;
			stretches.delete(userId);
			stretches.set(userId, stretch);
			if (stretch.isDue || now - stretch.began < config.PLAY_REMINDER_MINUTES * MINUTE_MS) return;
			stretch.isDue = true;
			publishReminder(userId);
		},

		/**
		 * Call it when the player dismisses the reminder: publishes that, and the next one is due after another period. Does nothing if none is due.
		 */
		dismiss(userId: string) {
			const stretch = stretches.get(userId);
			if (!stretch?.isDue) return;
			stretch.isDue = false;
			stretch.began = clock.now();
			publishReminder(userId);
		},
	};
}
