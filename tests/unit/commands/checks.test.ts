/** What the tests of doctor do not reach: each check alone, accepted and refused. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
	address,
	backupFolder,
	checkNativeModules,
	findMisspelt,
	folders,
	MACHINE,
} from "~/commands/checks.server";
import { runHostChecks, sentencesOf } from "~/commands/host-check.server";
import { checkMemoryLimit, heapFlags, heapLimit } from "~/commands/memory-limit.server";
import { SETTING_NAMES } from "~/lib/settings.server";
import { freePort } from "../../support/site/site";
import { canMount, mountSmallDisk } from "../../support/site/small-disk";
import { temporaryFolder } from "../../support/temporary-folder";

const MIB = 1024 * 1024;
const checkFolders = (environment: Record<string, string>) =>
	runHostChecks([folders, backupFolder], { environment, machine: MACHINE });
const checkAddress = (environment: Record<string, string>) =>
	runHostChecks([address], { environment, machine: MACHINE });
const settingsIn = (root: string) => ({
	DATABASE_URL: `file:${root}/data/site.sqlite`,
	IMAGE_FOLDER: `${root}/images`,
	BACKUP_FOLDER: `${root}/backups/daily`,
});

it("the native modules load", async () => {
	expect(sentencesOf(await checkNativeModules())).toEqual([]);
});

it("settings and variables of the system are not taken for misspelt settings, and those close to one are", () => {
	const system =
		"PATH HOME HOSTNAME HOSTTYPE USER SHELL TERM LANG PWD OLDPWD TZ TMPDIR LOGNAME MAIL SHLVL EDITOR NODE_OPTIONS NODE_PATH NODE_VERSION INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID RUNTIME_DIRECTORY STATE_DIRECTORY INIT_CWD SESSION_MANAGER HTTP_PROXY NO_PROXY";
	const known = [...SETTING_NAMES, ...system.split(" ")];
	expect(findMisspelt(Object.fromEntries(known.map((name) => [name, "x"])))).toEqual([]);
	for (const [typed, meant] of [
		["STARTING_POINT", "STARTING_POINTS"],
		["OIDC_CLIENTID", "OIDC_CLIENT_ID"],
		["ADMIN_SUJBECTS", "ADMIN_SUBJECTS"],
	] as const)
		expect(findMisspelt({ [typed]: "" })).toEqual([`${typed} is not a setting. Did you mean ${meant}?`]);
});

it.each(["", "0", "65536", "3000.5", "1e3", " 3000"])("PORT=%j is refused", async (PORT) => {
	expect(await checkAddress({ PORT })).toEqual([
		`PORT must be a whole number from 1 to 65535, not "${PORT}".`,
	]);
});

it("an address is refused if its port is taken or its host is not of this machine, and accepted otherwise", async () => {
	const PORT = String(await freePort());
	const server = createServer();
	await new Promise<void>((done) => server.listen(Number(PORT), () => done()));
	expect(await checkAddress({ PORT })).toEqual([
		`Port ${PORT} is taken by another program: end it, or set PORT to another.`,
	]);
	await new Promise((done) => server.close(done));
	for (const HOST of ["", "127.0.0.1", "localhost"]) expect(await checkAddress({ PORT, HOST })).toEqual([]);
	// Reserved for documentation, and a name that is invalid without a look-up.
	expect(await checkAddress({ PORT, HOST: "203.0.113.7" })).toEqual([
		'HOST must be an address of this machine, not "203.0.113.7".',
	]);
	expect(await checkAddress({ PORT, HOST: "a..b" })).toEqual([
		'HOST must be an address or a name of this machine. "a..b" cannot be found.',
	]);
});

it("folders may be missing and are not created, and must not be files, nor the database a folder", async () => {
	const folder = temporaryFolder();
	const DATA_FOLDER = join(folder, "data");
	const server = { ...settingsIn(folder), DATABASE_URL: "postgres://localhost/x", DATA_FOLDER };
	// A wrong address is reported by the configuration.
	for (const DATABASE_URL of [`file:${folder}/data/site.sqlite`, "file::memory:", "mysql://localhost/x"])
		expect(await checkFolders({ ...settingsIn(folder), DATABASE_URL })).toEqual([]);
	expect([await checkFolders(server), readdirSync(folder)]).toEqual([[], []]);
	writeFileSync(join(folder, "images"), "");
	mkdirSync(join(folder, "data/site.sqlite"), { recursive: true });
	expect(await checkFolders(settingsIn(folder))).toEqual([
		`DATABASE_URL: ${folder}/data/site.sqlite is a folder and not a file.`,
		`IMAGE_FOLDER: ${folder}/images is a file and not a folder.`,
	]);
});

it.runIf(canMount)("folders must be writable", async () => {
	const ADVICE =
		" If systemd runs the site, its unit must allow the folder by ReadWritePaths=; else the disk is read-only.";
	const disk = mountSmallDisk(1);
	onTestFinished(() => disk.remove());
	mkdirSync(join(disk.folder, "data"));
	writeFileSync(join(disk.folder, "data/site.sqlite"), "");
	disk.remount("ro");
	expect(await checkFolders(settingsIn(disk.folder))).toEqual([
		`DATABASE_URL: the folder ${disk.folder}/data cannot be written by this user (EROFS).${ADVICE}`,
		`DATABASE_URL: the file ${disk.folder}/data/site.sqlite cannot be read and written by this user (EROFS).`,
		`IMAGE_FOLDER: the folder ${disk.folder}/images cannot be created in ${disk.folder} by this user (EROFS).${ADVICE}`,
		`BACKUP_FOLDER: the folder ${disk.folder}/backups/daily cannot be created in ${disk.folder} by this user (EROFS).${ADVICE}`,
	]);
});

it("the memory limit follows from the memory, unless a setting or NODE_OPTIONS has one", () => {
	const limits = [512, 1024, 2048, 64 * 1024].map((memory) => heapLimit({}, memory * MIB));
	expect(limits).toEqual([192, 256, 512, 1024]);
	expect(heapLimit({ MEMORY_LIMIT_MB: "2000" }, 512 * MIB)).toBe(2000);
	const NODE_OPTIONS = "--max-old-space-size=700";
	expect(heapFlags({ NODE_OPTIONS })).toEqual([]);
	expect(heapFlags({ NODE_OPTIONS, MEMORY_LIMIT_MB: "300" })).toEqual(["--max-old-space-size=300"]);
	expect(heapFlags({ NODE_OPTIONS: "--no-warnings" })).toEqual([
		expect.stringMatching(/^--max-old-space-size=\d+$/),
	]);
	for (const accepted of [{}, { MEMORY_LIMIT_MB: "64" }]) expect(checkMemoryLimit(accepted)).toBe(false);
	for (const given of ["63", "1.5", "200MB"])
		expect(checkMemoryLimit({ MEMORY_LIMIT_MB: given })).toBe(
			`MEMORY_LIMIT_MB must be a whole number from 64, not "${given}".`,
		);
});
