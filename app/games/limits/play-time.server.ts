import type { Clock } from "~/lib/clock";
import { userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import { LIMITS_TOPIC } from "./limits-topic";

/** A player who stakes nothing for this long has stopped playing. */
const PAUSE_MS = 15 * 60_000;

interface Stretch {
	began: number;
	/** When the last stake was made. */
	last: number;
	isDue: boolean;
}

interface Tools {
	clock: Pick<Clock, "now">;
	hub: Pick<Hub, "openTopic" | "publishTo">;
	/** Play time in ms before the first reminder, and between reminders. */
	remindAfterMs: number;
}

/** Measures how long each player has played without a pause, and publishes the reminder. */
export function createPlayTime({ clock, hub, remindAfterMs }: Tools) {
	/** Ordered by the last stake, oldest first. */
	const stretches = new Map<string, Stretch>();

	const isDue = (userId: string): boolean => stretches.get(userId)?.isDue === true;
	const tell = (userId: string) =>
		hub.publishTo(userKey(userId), LIMITS_TOPIC, "reminder", { isDue: isDue(userId) });

	hub.openTopic(LIMITS_TOPIC, {
		snapshot: (keys) => {
			const userId = keys.map(userIn).find(Boolean);
			return userId === undefined ? [] : [{ event: "reminder", data: { isDue: isDue(userId) } }];
		},
	});

	function forgetStopped(now: number) {
		for (const [userId, { last }] of stretches) {
			if (now - last < PAUSE_MS) return;
			stretches.delete(userId);
		}
	}

	return {
		isDue,

		/** A player has staked points. */
		played(userId: string) {
			const now = clock.now();
			forgetStopped(now);
			const stretch = stretches.get(userId) ?? { began: now, last: now, isDue: false };
			stretch.last = now;
			stretches.delete(userId);
			stretches.set(userId, stretch);
			if (stretch.isDue || now - stretch.began < remindAfterMs) return;
			stretch.isDue = true;
			tell(userId);
		},

		/** The player has read the reminder; the next one is due after another `remindAfterMs`. */
		dismiss(userId: string) {
			const stretch = stretches.get(userId);
			if (!stretch?.isDue) return;
			stretch.isDue = false;
			stretch.began = clock.now();
			tell(userId);
		},
	};
}
