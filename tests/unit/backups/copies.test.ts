/** Copies of backups in a local S3-compatible store. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engineAt } from "db/open";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { copyBackup, fetchCopy, listCopies, removeOldCopies } from "~/backups/copies.server";
import { scheduleCopies } from "~/backups/copy-schedule.server";
import { makeBackup } from "~/backups/make-backup.server";
import { nameOfBackup } from "~/backups/manifest.server";
import { restoreBackup } from "~/backups/restore-backup.server";
import { invariants } from "~/commands/invariants.server";
import { openStore, type StoreConfig, storeFaultOf, textBody } from "~/http/object-store.server";
import type { Config } from "~/lib/config.server";
import { createLog } from "~/observability/log.server";
import { fakeClock } from "../../support/database";
import { eventually } from "../../support/eventually";
import { serve } from "../../support/http-server";
import { type ObjectStore, startObjectStore } from "../../support/object-store";
import { copyTemplate } from "../../support/sqlite-template";
import { temporaryFolder } from "../../support/temporary-folder";
import { testSite } from "../../support/test-site";

const clock = fakeClock();
const PICTURES = { "mug.webp": "a mug", "a & b.png": "with characters that XML and addresses escape" };
let server: ObjectStore;
let root: string;
let folder: string;

beforeAll(async () => {
	server = await startObjectStore();
});
afterAll(() => server.close());
beforeEach(() => {
	server.objects.clear();
	server.requests.length = 0;
	server.refuseIf();
	clock.set("2026-03-04T12:00:00.000Z");
	root = temporaryFolder();
	folder = join(root, "backups");
	mkdirSync(join(root, "images"));
	for (const [name, text] of Object.entries(PICTURES)) writeFileSync(join(root, "images", name), text);
	copyTemplate(join(root, "site.sqlite"));
});

const engine = (path = join(root, "site.sqlite")) => engineAt(`file:${path}`, root);
const make = async () => {
	clock.pass(1000);
	const images = join(root, "images");
	const order = { engine: engine(), images, folder, keep: 3, invariants, now: clock.now() };
	await makeBackup(order);
	return nameOfBackup(clock.now());
};

function open(changes: Partial<StoreConfig> = {}, trusted = [server.settings.BACKUP_S3_ENDPOINT]) {
	const store = openStore({ ...server.settings, ...changes }, { now: clock.now, trusted: new Set(trusted) });
	if (!store) throw new Error("no store");
	return store;
}

const completeNames = async () =>
	(await listCopies(open())).filter(({ isComplete }) => isComplete).map(({ name }) => name);

it("a backup is copied, fetched on another machine and restored there", async () => {
	const name = await make();
	server.objects.set("site/holiday.jpg", Buffer.from("of another program"));
	await copyBackup(open(), folder, name, []);
	expect(await completeNames()).toEqual([name]);
	const elsewhere = join(root, "elsewhere");
	const path = await fetchCopy(open(), elsewhere);
	expect(path).toBe(join(elsewhere, name));
	await expect(fetchCopy(open(), elsewhere, name)).rejects.toThrow("exists already");
	await expect(fetchCopy(open(), elsewhere, "plateia-2020")).rejects.toThrow("There is no complete copy");
	const images = join(elsewhere, "images");
	await restoreBackup({
		...{ backup: path, engine: engine(join(elsewhere, "site.sqlite")), images, invariants },
		...{ evenBroken: false, now: clock.now() },
	});
	for (const [picture, text] of Object.entries(PICTURES))
		expect(readFileSync(join(images, picture), "utf8")).toBe(text);
	// What is stored is what the backup contains: nothing is added, such as the key file.
	const stored = [...server.objects.keys()].filter((key) => key !== "site/holiday.jpg").sort();
	const files = ["backup.json", "images/a & b.png", "images/mug.webp", "plateia.sqlite"];
	expect(stored).toEqual(files.map((file) => `site/${name}/${file}`));
});

it("an interrupted copy does not count and is continued, and a damaged one is not fetched", async () => {
	const name = await make();
	server.refuseIf((request) => (request.endsWith("mug.webp") ? [503, "SlowDown"] : undefined));
	await expect(copyBackup(open(), folder, name, [])).rejects.toThrow("503 SlowDown");
	expect(await completeNames()).toEqual([]);
	server.refuseIf();
	server.requests.length = 0;
	await copyBackup(open(), folder, name, await listCopies(open()));
	const sent = server.requests.filter((request) => request.startsWith("PUT"));
	expect(sent).toEqual(["images/mug.webp", "backup.json"].map((file) => `PUT site/${name}/${file}`));
	server.objects.set(`site/${name}/images/mug.webp`, Buffer.from("a cup"));
	await expect(fetchCopy(open(), join(root, "elsewhere"))).rejects.toThrow("is not what was backed up");
	server.objects.delete(`site/${name}/images/mug.webp`);
	await expect(fetchCopy(open(), join(root, "elsewhere"))).rejects.toThrow("is missing");
});

it("the newest complete copies are kept, and no other object of the bucket is touched", async () => {
	const at = (day: number) => nameOfBackup(new Date(Date.UTC(2026, 2, day)));
	const put = (key: string) => server.objects.set(`site/${key}`, Buffer.from("x"));
	for (const day of [1, 3, 4, 5])
		for (const file of ["images/a.webp", "backup.json"]) put(`${at(day)}/${file}`);
	// Interrupted copies: an old one, and one that may be in progress.
	for (const day of [2, 6]) put(`${at(day)}/images/a.webp`);
	for (const other of ["plateia-notes.txt", "photos/a.jpg", `unsound-${at(1)}/backup.json`]) put(other);
	await removeOldCopies(open(), await listCopies(open()), 2);
	const left = [...server.objects.keys()].map((key) => key.replace("site/", "")).sort();
	const kept = [4, 5].flatMap((day) => [`${at(day)}/backup.json`, `${at(day)}/images/a.webp`]);
	const others = ["photos/a.jpg", "plateia-notes.txt", `unsound-${at(1)}/backup.json`];
	expect(left).toEqual([...kept, `${at(6)}/images/a.webp`, ...others].sort());
	const removed = server.requests.filter((request) => request.startsWith("DELETE site/plateia-2026-03-01"));
	expect(removed[0]).toContain("backup.json");
});

it.each<[string, Partial<StoreConfig>, trusted: boolean, fault: string]>([
	["a wrong secret", { BACKUP_S3_SECRET: "wrong" }, true, "keys"],
	["another bucket", { BACKUP_S3_BUCKET: "other" }, true, "bucket"],
	["an address in the site's network", {}, false, "private"],
	["a private address", { BACKUP_S3_ENDPOINT: "https://127.0.0.1" }, false, "private"],
	["a port where nothing listens", { BACKUP_S3_ENDPOINT: "http://127.0.0.1:1" }, true, "unreachable"],
])("names %s", async (_name, changes, isTrusted, fault) => {
	const trusted = isTrusted ? [changes.BACKUP_S3_ENDPOINT ?? server.settings.BACKUP_S3_ENDPOINT] : [];
	const error = await open(changes, trusted)
		.put("plateia-test", textBody("x"))
		.catch((error: unknown) => error);
	expect(storeFaultOf(error)).toBe(fault);
	expect(server.objects.size).toBe(0);
});

it.each<[number, string, fault: string]>([
	[400, "AuthorizationHeaderMalformed", "region"],
	[301, "PermanentRedirect", "region"],
	[403, "RequestTimeTooSkewed", "clock"],
	[403, "", "keys"],
	[500, "InternalError", "other"],
])("names the refusal %i %s", async (status, code, fault) => {
	server.refuseIf(() => [status, code]);
	expect(storeFaultOf(await listCopies(open()).catch((error: unknown) => error))).toBe(fault);
});

describe("the schedule of copies", () => {
	const log = createLog({ LOG_LEVEL: "silent" });
	const lines: { event: string }[] = [];
	for (const level of ["info", "warn", "error"] as const)
		vi.spyOn(log, level).mockImplementation((line: unknown) => void lines.push(line as { event: string }));
	const events = () => lines.map(({ event }) => event);
	let copies: ReturnType<typeof scheduleCopies>;
	let config: Pick<Config, "BACKUP_FOLDER" | "BACKUP_EVERY_HOURS" | "BACKUP_KEEP"> & StoreConfig;

	beforeEach(() => {
		lines.length = 0;
		const schedule = { BACKUP_FOLDER: folder, BACKUP_EVERY_HOURS: 24, BACKUP_KEEP: 1 };
		config = { ...schedule, ...server.settings };
	});
	afterEach(() => copies.end());
	const start = () => {
		const trusted = new Set([server.settings.BACKUP_S3_ENDPOINT]);
		copies = scheduleCopies({
			...testSite({ config, log, now: clock.now, leads: () => true }),
			pollMs: 5,
			openStore: (ended) => openStore(config, { now: clock.now, trusted, ended }),
		});
	};

	it("copies each newest backup once, keeps as many as at home, and needs no right to delete", async () => {
		const first = await make();
		start();
		await eventually(() => expect(events()).toEqual(["backup-copied"]));
		const done = { ageMs: 0, hasFailed: false };
		await eventually(() => expect(copies.status()).toMatchObject(done));
		const second = await make();
		await eventually(async () => expect(await completeNames()).toEqual([second]));
		server.refuseIf((request) => (request.startsWith("DELETE") ? [403, "AccessDenied"] : undefined));
		const third = await make();
		await eventually(async () => {
			expect(await completeNames()).toEqual([third, second]);
			expect(events().at(-1)).toBe("backup-copies-kept");
		});
		expect(first).not.toBe(second);
		expect(copies.status()?.hasFailed).toBe(false);
	});

	it("neither counts nor removes a copy with a later date, which a wrong clock has made", async () => {
		const later = nameOfBackup(new Date("2030-01-01"));
		server.objects.set(`site/${later}/backup.json`, Buffer.from("x"));
		const first = await make();
		start();
		await eventually(() => expect(copies.status()?.ageMs).toBe(0));
		expect(await completeNames()).toEqual([later, first]);
	});

	it("reports a failure, waits before the next attempt, and tries at once with other settings", async () => {
		const name = await make();
		config.BACKUP_S3_SECRET = "wrong";
		start();
		await eventually(() => expect(copies.status()).toMatchObject({ ageMs: null, hasFailed: true }));
		const asked = server.requests.length;
		config.BACKUP_S3_SECRET = server.settings.BACKUP_S3_SECRET;
		await eventually(() => expect(events()).toEqual(["backup-copy-failed", "backup-copied"]));
		expect(await completeNames()).toEqual([name]);
		expect(asked).toBe(1);
		rmSync(join(folder, name), { recursive: true });
	});

	it("has no state while it is off or another process leads", () => {
		start();
		config.BACKUP_S3_ENDPOINT = undefined;
		expect(copies.status()).toBeNull();
	});
});

it("reads a list of many objects, and of tags that do not end, in a time that grows with its length", async () => {
	const objects = Array.from({ length: 50_000 }, (_, at) => ({
		key: `${nameOfBackup(clock.now())}/images/${at}`,
		bytes: 1,
	}));
	const [copy] = await listCopies({ list: async () => objects });
	expect(copy?.objects).toHaveLength(objects.length);
	const { origin, close } = await serve((_, response) => response.end("<Contents>".repeat(200_000)));
	expect(await open({ BACKUP_S3_ENDPOINT: origin }, [origin]).list("plateia-")).toEqual([]);
	await close();
});
