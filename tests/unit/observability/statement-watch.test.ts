import { openDatabase } from "db/open";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { createMetrics } from "~/observability/metrics.server";
import { watchStatements } from "~/observability/statement-watch.server";
import { testSite } from "../../support/test-site";

const log = { warn: vi.fn(), error: vi.fn() };

it("every SQL statement is recorded without its values", async () => {
	const statements: string[] = [];
	const metrics = createMetrics(log);
	const watch = watchStatements(testSite({ log, metrics }));
	const db = openDatabase("file::memory:", {
		ran(statement, ms) {
			statements.push(statement);
			watch.record(statement, ms);
		},
	});
	await sql`select ${"a secret"} as word`.execute(db);
	await sql`select 2`.execute(db);
	await db.destroy();
	expect(statements).toEqual(["select ? as word", "select 2"]);
	expect(await metrics.text()).toContain("plateia_database_statements_total 2\n");
});

it("a slow statement is logged, truncated", () => {
	log.warn.mockClear();
	const watch = watchStatements(testSite({ log, metrics: createMetrics(log) }));
	watch.record("select 1", 249);
	expect(log.warn).not.toHaveBeenCalled();
	watch.record(`select ${"x".repeat(400)}`, 250.4);
	const [{ event, ms, sql: text }] = log.warn.mock.calls[0] ?? [{}];
	expect([event, ms, text.length]).toEqual(["statement-slow", 250, 301]);
});
