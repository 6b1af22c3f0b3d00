import type { Kysely } from "kysely";
import { run } from "../tables";

/** Columns that join tables of earlier migrations. */
export const COLUMNS = {
	/** Whether the device is told about the start of the stream. */
	push_subscriptions: { wants_streams: "integer not null default 0 check (wants_streams in (0, 1))" },
} as const;

export const up = (db: Kysely<unknown>): Promise<void> =>
	run(
		db,
		`alter table push_subscriptions add column wants_streams ${COLUMNS.push_subscriptions.wants_streams}`,
	);
