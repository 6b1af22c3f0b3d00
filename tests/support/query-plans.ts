import type { Db } from "db/database";
import { openDatabase } from "db/open";
import { CompiledQuery } from "kysely";
import type { TestDatabase } from "./database";

/**
 * SQLite's plans of the statements that `run` sends, in their order; one line per step.
 * @param run uses the connection that it gets, a second one to the test's database.
 */
export async function plansOf(
	test: Pick<TestDatabase, "db" | "url">,
	run: (db: Db) => Promise<unknown>,
): Promise<{ statement: string; plan: string }[]> {
	const statements: string[] = [];
	const db = openDatabase(test.url, { ran: (statement) => void statements.push(statement) });
	try {
		await run(db);
	} finally {
		await db.destroy();
	}
	const queries = statements.filter((statement) => /^(select|with|insert|update|delete)\b/.test(statement));
	const plans: { statement: string; plan: string }[] = [];
	for (const statement of queries) {
		// Plans do not depend on the values.
		const values = Array.from(statement.matchAll(/\?/g), () => null);
		const { rows } = await test.db.executeQuery<{ detail: string }>(
			CompiledQuery.raw(`explain query plan ${statement}`, values),
		);
		plans.push({ statement, plan: rows.map(({ detail }) => detail).join("\n") });
	}
	return plans;
}
