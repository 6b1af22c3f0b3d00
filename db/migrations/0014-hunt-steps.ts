import { type Kysely, sql } from "kysely";

interface Tables {
	hunt_steps: { id: number; before: string; ended_guessing: string | null };
}

/** A step that ended guessing records it in a column. Before, the JSON in `before` had it as `guessing`. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.alterTable("hunt_steps")
		.addColumn("ended_guessing", "text", (column) => column.check(sql`ended_guessing in ('open', 'closed')`))
		.execute();
	const tables = db as Kysely<Tables>;
	const steps = await tables.selectFrom("hunt_steps").select(["id", "before"]).execute();
	for (const step of steps) {
		const { guessing, ...before } = JSON.parse(step.before) as { guessing?: string };
		if (guessing === undefined) continue;
		await tables
			.updateTable("hunt_steps")
			.set({ before: JSON.stringify(before), ended_guessing: guessing })
			.where("id", "=", step.id)
			.execute();
	}
}
