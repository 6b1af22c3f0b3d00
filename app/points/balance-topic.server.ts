import type { Db } from "db/database";
import { userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import { instantOf } from "~/platform/instant";
import { BALANCE_TOPIC, type BalanceUpdate } from "./balance";
import { findBalance } from "./ledger.queries.server";

/**
 * Opens the topic on which a viewer's tabs hear of their points.
 * @returns what tells them, to be called after each commit that changed the balance and in that order.
 */
export function openBalanceTopic({ db, hub }: { db: Db; hub: Pick<Hub, "openTopic" | "publishTo"> }) {
	hub.openTopic(BALANCE_TOPIC, {
		async snapshot(keys) {
			const userId = keys.map(userIn).find(Boolean);
			const at = instantOf(performance.now());
			const points = userId && (await findBalance(db, userId));
			return typeof points === "number" ? [{ event: "updated", data: { userId, points, at } }] : [];
		},
	});
	return (userId: string, points: number) => {
		const update: BalanceUpdate = { userId, points, at: instantOf(performance.now()) };
		hub.publishTo(userKey(userId), BALANCE_TOPIC, "updated", update);
	};
}
