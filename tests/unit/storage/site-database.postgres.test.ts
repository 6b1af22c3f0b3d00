/** The migration of a database that other processes serve. */
import { readdirSync } from "node:fs";
import { migrations } from "db/migrations";
import { engineAt } from "db/open";
import { run } from "db/tables";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openSiteDatabase } from "~/storage/site-database.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { temporaryFolder } from "../../support/temporary-folder";
import { testSite } from "../../support/test-site";
import { columnsOf } from "../../support/unguarded";

const test = databaseForEachTest({ users: { ana: 10 } });
const log = { info: vi.fn(), error: vi.fn() };
let folder: string;
beforeEach(() => {
	folder = temporaryFolder();
	log.info.mockClear();
});

/** A process that serves the database until the test ends. */
async function open() {
	const engine = engineAt(test.url, folder);
	const site = await openSiteDatabase({ ...testSite({ engine, log }), waitMs: 0 });
	onTestFinished(async () => {
		await site.db.destroy();
		await site.cluster.leave();
	});
	return site;
}

/** The next version, with a migration of this name. */
function release(name: string) {
	migrations[name] = { up: (db) => run(db, "alter table users add column visits integer") };
	onTestFinished(() => void delete migrations[name]);
}

const events = () => log.info.mock.calls.map(([line]) => line.event);

it("waits until it is alone, unless the migration only adds", async () => {
	const before = await open();
	release("9998-example");
	await expect(open()).rejects.toThrow("other processes use the database");
	delete migrations["9998-example"];
	release("9998-add-example");
	const after = await open();
	expect(events()).toEqual(["database-kept", "migrated"]);
	expect(await columnsOf(after.db, "users")).toContain("visits");
	const names = async () => (await before.db.selectFrom("users").select("id").execute()).length;
	expect(await names()).toBe(1);
});

it("keeps a copy from before, and only the latest", async () => {
	release("9997-example");
	await (await open()).cluster.leave();
	release("9998-add-example2");
	migrations["9998-add-example2"] = { up: (db) => run(db, "alter table users add column views integer") };
	await open();
	const [kept, ...others] = readdirSync(folder).filter((name) => name.includes(".before-"));
	expect([kept, others]).toEqual([expect.stringMatching(/\.before-9998-add-example2\.dump$/), []]);
	const copy = await engineAt(test.url, folder).openCopy(`${folder}/${kept}`);
	const columns = await columnsOf(copy.db, "users");
	await copy.close();
	expect([columns.includes("visits"), columns.includes("views")]).toEqual([true, false]);
});
