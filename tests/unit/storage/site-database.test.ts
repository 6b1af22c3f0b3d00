import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSchemaState } from "db/migrate";
import { migrations } from "db/migrations";
import { engineAt, openDatabase } from "db/open";
import { run } from "db/tables";
import { sql } from "kysely";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { CORRUPT_EXIT_CODE, openSiteDatabase, StartError } from "~/storage/site-database.server";
import { temporaryFolder } from "../../support/temporary-folder";
import { testSite } from "../../support/test-site";
import { columnsOf } from "../../support/unguarded";

let folder: string;
let file: string;
let url: string;
const log = { info: vi.fn(), error: vi.fn() };
beforeEach(() => {
	log.info.mockClear();
	folder = temporaryFolder();
	file = join(folder, "site.sqlite");
	url = `file:${file}`;
});

const open = (address = url) =>
	openSiteDatabase({ ...testSite({ engine: engineAt(address, folder), log }), waitMs: 0 });
const refusal = async (address = url): Promise<StartError> => {
	const error = await open(address).catch((thrown: unknown) => thrown);
	if (!(error instanceof StartError)) throw new Error("the database was not refused", { cause: error });
	return error;
};
const close = async ({ db, cluster }: Awaited<ReturnType<typeof open>>) => {
	await db.destroy();
	await cluster.leave();
};

it("a database is locked for one process, regardless of the notation of its path", async () => {
	const site = await open();
	symlinkSync(file, join(folder, "link.sqlite"));
	for (const address of [
		url,
		`file:${join(folder, "./x/../site.sqlite")}`,
		`file:${join(folder, "link.sqlite")}`,
	]) {
		expect((await refusal(address)).message).toContain("Another process of the site uses");
	}
	await close(site);
	await close(await open());
});

it("a database that is newer than the code is refused with a one-line message and not changed", async () => {
	const site = await open();
	await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(site.db);
	await close(site);
	const before = readFileSync(file);
	const { message, exitCode } = await refusal();
	expect([message.split("\n").length, message, exitCode]).toEqual([
		1,
		expect.stringMatching(
			/not those of this version .* 9999-future: it is newer, or of a development version/,
		),
		1,
	]);
	expect(readFileSync(file)).toEqual(before);
	expect(readdirSync(folder).sort()).toEqual(["site.sqlite", "site.sqlite.lock"]);
});

it("a database to which a newer version has only added is used", async () => {
	const site = await open();
	await sql`insert into kysely_migration (name, timestamp) values ('9999-add-future', '2099')`.execute(
		site.db,
	);
	await close(site);
	await close(await open());
	expect(readdirSync(folder).filter((name) => name.includes(".before-"))).toEqual([]);
});

it("an older database is copied before its migration, and only the latest copy is kept", async () => {
	await close(await open());
	writeFileSync(`${file}.before-0000-older`, "an older one");
	log.info.mockClear();
	migrations["9998-example"] = { up: (db) => run(db, "alter table users add column visits integer") };
	onTestFinished(() => void delete migrations["9998-example"]);
	const site = await open();
	expect(log.info.mock.calls.map(([line]) => line.event)).toEqual(["database-kept", "migrated"]);
	expect(await columnsOf(site.db, "users")).toContain("visits");
	await close(site);
	expect(readdirSync(folder).filter((name) => name.includes(".before-"))).toEqual([
		"site.sqlite.before-9998-example",
	]);
	const kept = openDatabase(`${url}.before-9998-example`);
	expect(await readSchemaState(kept)).toMatchObject({ pending: ["9998-example"] });
	expect(await columnsOf(kept, "users")).not.toContain("visits");
	await kept.destroy();
	await close(await open());
	expect(log.info).toHaveBeenCalledTimes(2);
});

it("a file that is not a database is refused as corrupt and not changed", async () => {
	writeFileSync(file, "this is no database ".repeat(100));
	const { message, exitCode } = await refusal();
	expect([message, exitCode]).toEqual([
		expect.stringMatching(/is corrupt .*plateia restore/),
		CORRUPT_EXIT_CODE,
	]);
	expect(readFileSync(file, "utf8")).toContain("this is no database");
});

it("a database that was marked as corrupt is checked before it is used again", async () => {
	await close(await open());
	const sound = readFileSync(file);
	engineAt(url, folder).markCorrupt(new Error("malformed"));
	const damaged = Buffer.from(sound);
	damaged.fill(0xa5, 20 * 4096, 40 * 4096);
	writeFileSync(file, damaged);
	expect((await refusal()).exitCode).toBe(CORRUPT_EXIT_CODE);
	expect(existsSync(`${file}.corrupt`)).toBe(true);
	expect(readFileSync(file)).toEqual(damaged);
	writeFileSync(file, sound);
	await close(await open());
	expect(existsSync(`${file}.corrupt`)).toBe(false);
});

it("the documented service does not restart after a corrupt database", () => {
	const unit = readFileSync("docs/hosting/plateia.service", "utf8");
	expect(unit).toContain(`\nRestartPreventExitStatus=${CORRUPT_EXIT_CODE}\n`);
});
