import { engineAt } from "db/open";
import { expect, it, vi } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";
import { runAsAdmin } from "../../support/postgres/admin";
import { CLUSTER_VARIABLE } from "../../support/postgres/create-database";

const test = databaseForEachTest();
const engine = () => engineAt(test.url, ".");

/** Ends the connections that hold an advisory lock of the test's database. */
const endHolder = () =>
	runAsAdmin(
		process.env[CLUSTER_VARIABLE] ?? "",
		`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
			where l.locktype = 'advisory' and d.datname = '${/\/(test_\w+)\?/.exec(test.url)?.[1]}'`,
	);

it("one process has the right to serve a database, until it releases it", async () => {
	const lease = await engine().takeLease(0);
	expect(lease).toBeDefined();
	expect(await engine().takeLease(0)).toBeUndefined();
	const next = engine().takeLease(10_000);
	await lease?.release();
	const second = await next;
	expect(second).toBeDefined();
	await second?.release();
});

it("a process whose connection has ended takes the right again", async () => {
	const [onLost, onBroken] = [vi.fn(), vi.fn()];
	const lease = await engine().takeLease(0, onLost, onBroken);
	await endHolder();
	await expect.poll(() => onBroken.mock.calls.length, { timeout: 10_000 }).toBe(1);
	await expect
		.poll(
			async () => {
				const taken = await engine().takeLease(0);
				await taken?.release();
				return taken === undefined;
			},
			{ timeout: 10_000 },
		)
		.toBe(true);
	await lease?.release();
});

it("a process that finds another one in its place is told so", async () => {
	const onLost = vi.fn();
	const lease = await engine().takeLease(0, onLost);
	const next = engine().takeLease(30_000);
	// The waiting process asks four times a second, as the one that lost its connection does.
	let second: Awaited<typeof next>;
	void next.then((taken) => {
		second = taken;
	});
	while (second === undefined && onLost.mock.calls.length === 0) {
		await endHolder();
		await new Promise((done) => setTimeout(done, 50));
	}
	await expect.poll(() => onLost.mock.calls.length, { timeout: 20_000 }).toBe(1);
	await second?.release();
	await lease?.release();
});
