import { openRows } from "../site/rows";
import type { Site } from "../site/site";

type Row = Record<string, string | number | null>;

/** Adds slots and promotions to the database of a running site, and reads what it has stored. */
export function openCatalogueRows(site: Pick<Site, "databaseUrl">) {
	const rows = openRows(site);
	let added = 0;
	/** The latest one is shown first. */
	const now = () => {
		const at = new Date(Date.now() + added++).toISOString();
		return { created_at: at, updated_at: at };
	};
	return {
		/** @returns the slot's id. */
		addSlot: (row: Row = {}) =>
			rows.add("slots", {
				...{ name: "Wolf", provider: "Pragmatic Play", description: "Howls at the moon", ...now() },
				demo_url: "https://demogamesfree.pragmaticplay.net/gs2c/openGame.do?gameSymbol=wolf",
				...row,
			}),
		/** @returns the promotion's id. */
		addPromotion: (row: Row = {}) =>
			rows.add("promotions", {
				title: "Aurora",
				claim_url: "https://casino.example/claim",
				...now(),
				...row,
			}),
		add: rows.add,
		run: rows.run,
		all: (sql: string, ...values: Row[string][]) => rows.all(sql, ...values) as Row[],
		/** The stored count of an event with this label. Counts are stored with a delay. */
		countOf: (event: string, label: string) =>
			Number(
				rows.one("select sum(count) as count from event_counts where event = ? and label = ?", event, label)
					.count ?? 0,
			),
		close: rows.close,
	};
}

export type CatalogueRows = ReturnType<typeof openCatalogueRows>;

/** Hostile text that is short enough for any field. */
export const HOSTILE = [
	"<script>alert(1)</script>",
	'"><img src=x onerror=alert(1)>',
	"{{name}} <b>%s</b>",
	"مرحبا 🎰",
];
