import type { Db } from "db/database";
import type { Config } from "~/lib/config.server";
import { userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import { publishInOrder } from "~/live/in-order.server";
import type { Log } from "~/observability/log.server";
import { findRestriction } from "./limits-page.server";
import { type CurrentRestriction, RESTRICTION_TOPIC } from "./restriction-topic";

interface Tools {
	db: Db;
	now: () => Date;
	config: Pick<Config, "SITE_TIMEZONE">;
	hub: Pick<Hub, "openTopic" | "publishTo" | "isWatched">;
	log: Pick<Log, "error">;
}

/**
 * Opens the topic of why a player cannot bet.
 * @param smallestStake the lowest bet of all games, in points.
 * @returns the function that publishes it to the player's own tabs; call it after a commit that changed limits or took a
 * stake. It reads the limits in the background, and only if a tab shows a game. The last event of a player has the last
 * state. Failures are logged.
 */
export function openRestrictionTopic(tools: Tools, smallestStake: number) {
	const { hub, log } = tools;
	const read = async (userId: string): Promise<CurrentRestriction> =>
		(await findRestriction(tools, userId, smallestStake)) ?? null;

	hub.openTopic(RESTRICTION_TOPIC, {
		async snapshot(keys) {
			const userId = keys.map(userIn).find(Boolean);
			return userId ? [{ event: "current" as const, data: await read(userId) }] : [];
		},
	});
	const publish = publishInOrder({
		publish: async (userId) =>
			hub.publishTo(userKey(userId), RESTRICTION_TOPIC, "current", await read(userId)),
		onError: (error, userId) => log.error({ event: "restriction-event-failed", userId, err: error }),
	});
	return (userId: string) => {
		if (hub.isWatched(RESTRICTION_TOPIC, userKey(userId))) publish(userId);
	};
}
