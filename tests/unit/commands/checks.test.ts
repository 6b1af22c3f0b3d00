import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
	checkAddress,
	checkFolders,
	checkNativeModules,
	findMisspelt,
	nativeFault,
} from "~/commands/checks.server";
import { checkMemoryLimit, heapFlags, heapLimit } from "~/commands/memory-limit.server";
import { nodeFault } from "~/commands/node-version.server";
import { SETTINGS } from "~/lib/config.server";
import { freePort } from "../../support/site/site";
import { canMount, mountSmallDisk } from "../../support/site/small-disk";

it("an old version of Node is named with the oldest supported ones", () => {
	expect(nodeFault("22.13.1")).toBe(
		"This needs Node.js 22.14 or 24, or a later release of these; this is 22.13.1.",
	);
	for (const version of ["20.20.2", "23.11.0"]) expect(nodeFault(version)).toContain(`this is ${version}`);
	for (const version of ["22.14.0", "24.0.0", "26.1.0"]) expect(nodeFault(version)).toBeUndefined();
});

it("the native modules load, and a fault says what to do", async () => {
	expect(await checkNativeModules()).toEqual([]);
	const other = new Error("x was compiled against NODE_MODULE_VERSION 115.\nmore");
	expect(nativeFault(other)).toMatch(
		new RegExp(
			`^It was installed with another version of Node.js than ${process.versions.node}: run "npm ci`,
		),
	);
	expect(nativeFault(new Error("Cannot find module"))).toMatch(/^run "npm ci.*\(Cannot find module\)$/);
});

describe("misspelt settings", () => {
	it("are named with the setting that is meant", () => {
		const environment = {
			ADMIN_SUBJECT: "1",
			STARTING_POINT: "5",
			OIDC_ROLE_CLAIM: "roles",
			MEMORY_LIMIT_MG: "",
		};
		expect(findMisspelt(environment)).toEqual([
			"ADMIN_SUBJECT is not a setting. Did you mean ADMIN_SUBJECTS?",
			"STARTING_POINT is not a setting. Did you mean STARTING_POINTS?",
			"OIDC_ROLE_CLAIM is not a setting. Did you mean OIDC_ROLES_CLAIM?",
			"MEMORY_LIMIT_MG is not a setting. Did you mean MEMORY_LIMIT_MB?",
		]);
	});

	it("are neither settings nor variables of the system", () => {
		const names = [...SETTINGS, "PORT", "HOST", "MEMORY_LIMIT_MB"];
		const system =
			"PATH HOME HOSTNAME HOSTTYPE USER SHELL TERM LANG PWD OLDPWD TZ TMPDIR LOGNAME MAIL SHLVL EDITOR NODE_OPTIONS NODE_PATH NODE_VERSION INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID RUNTIME_DIRECTORY STATE_DIRECTORY INIT_CWD SESSION_MANAGER HTTP_PROXY NO_PROXY";
		const all = [...names, ...system.split(" ")].map((name) => [name, "x"]);
		expect(findMisspelt(Object.fromEntries(all))).toEqual([]);
	});
});

describe("the address", () => {
	let taken: Server | undefined;
	afterEach(() => taken?.close());

	it.each(["abc", "", "0", "65536", "-1", "3000.5", "1e3", " 3000"])("PORT=%j is refused", async (PORT) => {
		expect(await checkAddress({ PORT })).toEqual([
			`PORT must be a whole number from 1 to 65535, not "${PORT}".`,
		]);
	});

	it("is refused if its port is taken, and accepted once it is free", async () => {
		const port = await freePort();
		const server = createServer();
		taken = server;
		await new Promise<void>((done) => server.listen(port, () => done()));
		const PORT = String(port);
		expect(await checkAddress({ PORT })).toEqual([
			`Port ${PORT} is taken by another program: end it, or set PORT to another.`,
		]);
		await new Promise((done) => server.close(done));
		expect(await checkAddress({ PORT })).toEqual([]);
		expect(await checkAddress({ PORT, HOST: "" })).toEqual([]);
		expect(await checkAddress({ PORT, HOST: "127.0.0.1" })).toEqual([]);
		expect(await checkAddress({ PORT, HOST: "localhost" })).toEqual([]);
	});

	it("is refused if HOST is unknown or of another machine", async () => {
		const PORT = String(await freePort());
		// Reserved for documentation, and a name that is invalid without a look-up.
		expect(await checkAddress({ PORT, HOST: "203.0.113.7" })).toEqual([
			'HOST must be an address of this machine, not "203.0.113.7".',
		]);
		expect(await checkAddress({ PORT, HOST: "a..b" })).toEqual([
			'HOST must be an address or a name of this machine. "a..b" cannot be found.',
		]);
	});
});

describe("the folders", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "plateia-checks-"));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const settings = (root = folder) => ({
		DATABASE_URL: `file:${root}/data/site.sqlite`,
		IMAGE_FOLDER: `${root}/images`,
		BACKUP_FOLDER: `${root}/backups/daily`,
	});

	it("may be missing, and are not created by the check", async () => {
		expect(checkFolders(settings())).toEqual([]);
		expect(readdirSync(folder)).toEqual([]);
		expect(checkFolders({ ...settings(), DATABASE_URL: "file::memory:" })).toEqual([]);
		// Reported by the configuration.
		expect(checkFolders({ ...settings(), DATABASE_URL: "mysql://localhost/x" })).toEqual([]);
		const DATA_FOLDER = join(folder, "data");
		const server = { ...settings(), DATABASE_URL: "postgres://localhost/x", DATA_FOLDER };
		expect(checkFolders(server)).toEqual([]);
		writeFileSync(DATA_FOLDER, "");
		expect(checkFolders(server)).toEqual([`DATA_FOLDER: ${DATA_FOLDER} is a file and not a folder.`]);
	});

	it("must not be files, and the database must not be a folder", async () => {
		writeFileSync(join(folder, "images"), "");
		mkdirSync(join(folder, "data/site.sqlite"), { recursive: true });
		expect(checkFolders(settings())).toEqual([
			`DATABASE_URL: ${folder}/data/site.sqlite is a folder and not a file.`,
			`IMAGE_FOLDER: ${folder}/images is a file and not a folder.`,
		]);
	});

	it.runIf(canMount)("must be writable", async () => {
		const disk = mountSmallDisk(1);
		try {
			mkdirSync(join(disk.folder, "data"));
			writeFileSync(join(disk.folder, "data/site.sqlite"), "");
			disk.remount("ro");
			expect(checkFolders(settings(disk.folder))).toEqual([
				`DATABASE_URL: the folder ${disk.folder}/data cannot be written by this user (EROFS).`,
				`DATABASE_URL: the file ${disk.folder}/data/site.sqlite cannot be read and written by this user (EROFS).`,
				`IMAGE_FOLDER: the folder ${disk.folder}/images cannot be created in ${disk.folder} by this user (EROFS).`,
				`BACKUP_FOLDER: the folder ${disk.folder}/backups/daily cannot be created in ${disk.folder} by this user (EROFS).`,
			]);
		} finally {
			disk.remove();
		}
	});
});

describe("the memory limit", () => {
	const MIB = 1024 * 1024;

	it.each([
		[512, 192],
		[1024, 256],
		[2048, 512],
		[64 * 1024, 1024],
	])("of %i MB of memory is %i MB", (memory, limit) => {
		expect(heapLimit({}, memory * MIB)).toBe(limit);
		expect(heapLimit({ MEMORY_LIMIT_MB: "" }, memory * MIB)).toBe(limit);
	});

	it("is the setting if there is one", () => {
		expect(heapLimit({ MEMORY_LIMIT_MB: "2000" }, 512 * MIB)).toBe(2000);
		expect(checkMemoryLimit({ MEMORY_LIMIT_MB: "2000" })).toEqual([]);
		expect(checkMemoryLimit({})).toEqual([]);
	});

	it.each(["63", "1.5", "lots", "-200", "200MB"])("MEMORY_LIMIT_MB=%s is refused", (given) => {
		expect(checkMemoryLimit({ MEMORY_LIMIT_MB: given })).toEqual([
			`MEMORY_LIMIT_MB must be a whole number from 64, not "${given}".`,
		]);
	});

	it("of NODE_OPTIONS stays, unless there is a setting", () => {
		const NODE_OPTIONS = "--max-old-space-size=700";
		expect(heapFlags({ NODE_OPTIONS })).toEqual([]);
		expect(heapFlags({ NODE_OPTIONS, MEMORY_LIMIT_MB: "300" })).toEqual(["--max-old-space-size=300"]);
		expect(heapFlags({ NODE_OPTIONS: "--no-warnings" })).toEqual([
			expect.stringMatching(/^--max-old-space-size=\d+$/),
		]);
	});
});
