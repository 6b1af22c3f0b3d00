import { hashOf } from "~/events/tournaments/bracket/seats";
import { openRows } from "../site/rows";
import type { Site } from "../site/site";

const DAY_MS = 86_400_000;

/** Adds brackets to the database of a running site. */
export function openBrackets(site: Pick<Site, "databaseUrl">) {
	const rows = openRows(site);
	return {
		rows,
		/** Adds a bracket that new viewers have entered, free of charge. @returns its id, and the ids of its entries. */
		add(entries: number, { format = "bonus", title = "Cup", slot = "Wolf Gold" } = {}) {
			const now = Date.now();
			const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
			const seed = crypto.randomUUID();
			const size = [4, 8, 16, 32].find((places) => places >= entries) ?? 32;
			const id = rows.add("tournaments", {
				...{ kind: "bracket", title, fee: 0, max_entries: null, min_account_hours: 0, translations: "{}" },
				rule: JSON.stringify({ kind: "bracket", size, format, spins: 50, draw: "replay" }),
				...{ prizes: '[{"points":500}]', seat_seed: seed, seat_seed_hash: hashOf(seed), state: "open" },
				...{ opens_at: at(-1), closes_at: at(1), starts_at: at(1), ends_at: null, ended_at: null },
			});
			const ids = Array.from({ length: entries }, (_, index) => {
				const name = `viewer-${crypto.randomUUID().slice(0, 8)}`;
				const user_id = rows.add("users", { twitch_id: name, twitch_username: name, roles: "[]" });
				rows.run("insert into user_points (user_id, points) values (?, 0)", user_id);
				return rows.add("tournament_entries", {
					...{ tournament_id: id, user_id, fee: 0, slot_name: slot, seat: null, place: null, prize: null },
					created_at: new Date(now - DAY_MS / 2 + index).toISOString(),
				});
			});
			return { id, ids };
		},
		/** Ends all brackets, so that the page of tournaments shows none. */
		endAll: () =>
			rows.script("update tournaments set state = 'cancelled', ended_at = created_at where state = 'open'"),
		close: rows.close,
	};
}
