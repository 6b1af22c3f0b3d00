import { type Kysely, sql } from "kysely";
import { makeImmutable } from "../triggers";

/** One table of jobs, in place of the states of redeem messages, events of platforms and turns of watching. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await db.schema
		.createTable("jobs")
		.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
		.addColumn("kind", "text", (column) => column.notNull())
		.addColumn("reference", "text", (column) => column.notNull())
		.addColumn("key", "text", (column) => column.notNull())
		.addColumn("body", "text", (column) => column.notNull())
		.addColumn("state", "text", (column) =>
			column.notNull().check(sql`state in ('off', 'due', 'done', 'dead')`),
		)
		.addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
		.addColumn("next_at", "text")
		.addColumn("fault", "text")
		.addColumn("created_at", "text", (column) => column.notNull())
		.addColumn("done_at", "text")
		.addUniqueConstraint("jobs_once", ["kind", "reference"])
		.addCheckConstraint("jobs_due", sql`(state = 'due') = (next_at is not null)`)
		.addCheckConstraint("jobs_done", sql`(state = 'done') = (done_at is not null)`)
		.execute();
	await db.schema.createIndex("jobs_due").on("jobs").columns(["state", "kind", "next_at"]).execute();
	for (const column of ["kind", "reference"]) await makeImmutable(db, "jobs", column);

	await sql`
		insert into jobs (kind, reference, key, body, state, tries, next_at, fault, created_at, done_at)
		select 'redeem-message', order_id, order_id, '{"orderId":"' || order_id || '"}',
			case state when 'pending' then 'due' when 'delivered' then 'done' when 'failed' then 'dead' else state end,
			tries, next_try_at, last_fault, created_at, delivered_at
		from redeem_messages`.execute(db);
	await db.schema.dropTable("redeem_messages").execute();

	await sql`
		insert into jobs (kind, reference, key, body, state, tries, next_at, fault, created_at)
		select 'platform-event', cast(id as text), platform || ':' || person_id, '{"eventId":' || id || '}',
			case state when 'failed' then 'dead' else 'due' end, tries, next_try_at, fault, received_at
		from platform_events where state in ('due', 'held', 'failed')`.execute(db);
	await sql`update platform_events set state = 'due' where state = 'failed'`.execute(db);
	await db.schema.dropIndex("platform_events_by_state").execute();
	await db.schema.alterTable("platform_events").addColumn("held_until", "text").execute();
	await sql`update platform_events set held_until = next_try_at where state = 'held'`.execute(db);
	for (const column of ["tries", "next_try_at", "fault"])
		await db.schema.alterTable("platform_events").dropColumn(column).execute();
	await db.schema
		.createIndex("platform_events_by_state")
		.on("platform_events")
		.columns(["state", "held_until"])
		.execute();
	for (const column of ["people", "handled"])
		await db.schema.alterTable("watch_turns").dropColumn(column).execute();
}
