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
		add({ status = "open", startCost = 10_000, title = "Hunt" } = {}): string {
			const id = crypto.randomUUID();
			// The newest hunt is found by its time.
			addedAt = Math.max(Date.now(), addedAt + 1);
			const at = new Date(addedAt).toISOString();
			const isOpen = status === "open";
			rows.run(
				`insert into hunts (id, title, start_cost, stop_loss, status, guessing, revision, created_at, finished_at)
				values (?, ?, ?, 0, ?, ?, 1, ?, ?)`,
				...[id, title, startCost, status, isOpen ? "open" : "closed", at, isOpen ? null : at],
			);
			return id;
		},
		/** @returns the slot's id. */
		addSlot(huntId: string, name: string, bet = 100, payout: number | null = null): string {
			const id = crypto.randomUUID();
			const at = new Date().toISOString();
			rows.run(
				`insert into hunt_slots (id, hunt_id, position, name, provider, image, bet, payout, pre_note, revision,
				created_at, opened_at)
				values (?, ?, (select count(*) + 1 from hunt_slots where hunt_id = ?), ?, '', '', ?, ?, '', 1, ?, ?)`,
				...[id, huntId, huntId, name, bet, payout, at, payout === null ? null : at],
			);
			return id;
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
