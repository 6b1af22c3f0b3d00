import { instantOf } from "~/lib/instant";
import type { Site } from "~/lib/site";
import { userIn, userKey } from "~/live/audience";
import { BALANCE_TOPIC, type BalanceUpdate } from "./balance";
import { findBalance } from "./ledger/ledger.queries.server";

declare module "~/lib/site" {
	interface Site {
		announceBalance: ReturnType<typeof openBalanceTopic>;
	}
}

/**
 * Opens the topic that updates the points in a viewer's tabs.
 * @returns the function that publishes a user's balance to their own tabs; call it after a commit that changed the
 * balance. It reads the balance in the background, so the order of two calls does not matter. Failures are logged.
 */
export function openBalanceTopic({ db, hub, log }: Pick<Site, "db" | "hub" | "log">) {
	async function read(userId: string): Promise<BalanceUpdate | undefined> {
		const at = instantOf(performance.now());
		const points = await findBalance(db, userId);
		return points === undefined ? undefined : { userId, points, at };
	}

	hub.openTopic(BALANCE_TOPIC, {
		async snapshot(keys) {
			const userId = keys.map(userIn).find(Boolean);
			const update = userId && (await read(userId));
			return update ? [{ event: "updated" as const, data: update }] : [];
		},
	});
	return (userId: string) => {
		const key = userKey(userId);
		if (!hub.isWatched(BALANCE_TOPIC, key)) return;
		read(userId)
			.then((update) => update && hub.publishTo(key, BALANCE_TOPIC, "updated", update))
			.catch((error: unknown) => log.error({ event: "balance-event-failed", userId, err: error }));
	};
}
