/** `plateia start` in a clone. A release, which is the same program without sources, is tested by tests/long/release.test.ts. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Site, startSite } from "../support/site/site";
import { expectPicture } from "../support/site/slot-picture";

const root = fileURLToPath(new URL("../..", import.meta.url));
const MIB = 1024 * 1024;
const HEAP_MB = 300;
const TOKEN = "0123456789abcdef";
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
const folder = mkdtempSync(join(tmpdir(), "plateia-start-"));
let site: Site;

const plateia = (args: string[], env: Record<string, string> = site.settings({})) =>
	spawnSync(join(root, "bin/plateia"), args, {
		cwd: folder,
		env: env as NodeJS.ProcessEnv,
		encoding: "utf8",
	});

beforeAll(async () => {
	const env = { MEMORY_LIMIT_MB: String(HEAP_MB), METRICS_TOKEN: TOKEN, ADMIN_SUBJECT: "nobody", PATH };
	// The test reads the files of the database.
	const databaseFile = join(folder, "site.sqlite");
	site = await startSite({ startedIn: root, backups: true, databaseFile, env });
});
afterAll(async () => {
	await site?.close();
	rmSync(folder, { recursive: true, force: true });
});

describe("plateia start", () => {
	it("warns of a misspelt setting, and sets the heap limit of MEMORY_LIMIT_MB", async () => {
		expect(site.logs()).toContain("ADMIN_SUBJECT is not a setting. Did you mean ADMIN_SUBJECTS?\n");
		const response = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
		const limit = Number(/^plateia_heap_limit_bytes (\d+)/m.exec(await response.text())?.[1]);
		// V8 adds the space of new objects, whose size depends on the version of Node.
		expect(limit).toBeGreaterThanOrEqual(HEAP_MB * MIB);
		expect(limit).toBeLessThan((HEAP_MB + 256) * MIB);
	});

	it("re-encodes an uploaded picture in the picture process", () => expectPicture(site));

	it("makes scheduled backups, and creates files that only its user can read", async () => {
		await expect.poll(site.logs, { timeout: 60_000 }).toContain('"event":"backup-made"');
		const [backup = ""] = readdirSync(site.backups).filter((name) => name.startsWith("plateia-"));
		const data = [site.database, `${site.database}-wal`, join(site.backups, backup, "plateia.sqlite")];
		expect(data.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(["600", "600", "600"]);
	});

	it("is not started on a port that is taken, before a database is created", () => {
		const database = join(folder, "other/site.sqlite");
		const { status, stderr } = plateia(["start"], site.settings({ DATABASE_URL: `file:${database}` }));
		expect([status, stderr]).toEqual([1, expect.stringMatching(/^Port \d+ is taken by another program/m)]);
		expect(existsSync(dirname(database))).toBe(false);
	});
});

it("the site is audited and backed up by commands, with a folder relative to the caller's", () => {
	expect(plateia(["audit", "--quiet"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
	expect(plateia(["backup", "copies"])).toMatchObject({
		status: 0,
		stdout: expect.stringMatching(/^\/.*\/copies\/plateia-.*, checked\n$/),
	});
	expect(readdirSync(join(folder, "copies"))).toContainEqual(expect.stringMatching(/^plateia-/));
	const stderr = expect.stringContaining("Did you mean backup?");
	expect(plateia(["bakcup"])).toMatchObject({ status: 2, stderr });
});
