import { openRows } from "../site/rows";
import type { Site } from "../site/site";

let addedAt = 0;

/** Adds hunts to the database of a running site, and reads what it has stored. Amounts are in cents. */
export function openHunts(site: Pick<Site, "databaseUrl">) {
	const rows = openRows(site);
	const { all } = rows;
	return {
		all,
		run: rows.script,
		/** @returns the hunt's id. */
		add({ status = "open" as "open" | "finished", startCost = 10_000, title = "Hunt" } = {}): string {
			// The newest hunt is found by its time.
			addedAt = Math.max(Date.now(), addedAt + 1);
			const at = new Date(addedAt).toISOString();
			const isOpen = status === "open";
			return rows.add("hunts", {
				...{ title, start_cost: startCost, stop_loss: 0, status, guessing: isOpen ? "open" : "closed" },
				...{ created_at: at, finished_at: isOpen ? null : at },
			});
		},
		/** @returns the slot's id. */
		addSlot(huntId: string, name: string, bet = 100, payout: number | null = null): string {
			const position = all("select 1 from hunt_slots where hunt_id = ?", huntId).length + 1;
			const opened_at = payout === null ? null : new Date().toISOString();
			return rows.add("hunt_slots", { hunt_id: huntId, position, name, bet, payout, opened_at });
		},
		open: () => all("select * from hunts where status = 'open'")[0],
		slots: (huntId: string) => all("select * from hunt_slots where hunt_id = ? order by position", huntId),
		/** Finishes all hunts, so that the next one can be opened. */
		finishAll: () =>
			rows.script(
				"update hunts set status = 'finished', guessing = 'closed', finished_at = created_at where status = 'open'",
			),
		close: rows.close,
	};
}
