/**
 * Checks of the machine and the settings, which are made before the database is touched. They change nothing. `plateia doctor`
 * runs all.
 */
import {
	accessSync,
	constants,
	existsSync,
	readdirSync,
	readFileSync,
	realpathSync,
	statSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { DEFAULT_DATA_FOLDER, DEFAULT_DATABASE, filePathIn, isPostgresUrl } from "db/address";
import { nativeDrivers } from "db/drivers";
import { closest } from "~/lib/closest";
import { ConfigError, DEFAULT_PORT, readConfig } from "~/lib/config.server";
import { SETTING_NAMES } from "~/lib/settings.server";
import { readDisk } from "~/operations/host.server";
import { isDiskLow } from "~/operations/site-checks";
import { withPlaceholders } from "~/setup/sign-in-settings.server";
import { type Found, type Machine, runHostChecks, type Subject, sentencesOf } from "./host-check.server";
import { checkMemoryLimit } from "./memory-limit.server";
import { nodeFault, readPackage } from "./node-version.server";

type Environment = Record<string, string | undefined>;

export const MACHINE: Machine = {
	nodeVersion: process.versions.node,
	build: "build/server/index.js",
	modules: { ...nativeDrivers, "The image library (sharp)": () => import("sharp") },
	access: accessFault,
	listen: listeningFault,
	readDisk,
	units: "/etc/systemd/system",
};

type Examined = Pick<Subject, "environment" | "machine"> & Partial<Pick<Subject, "file" | "isRunning">>;
type Check = (examined: Examined) => Found | Promise<Found>;

const build: Check = ({ machine: { build } }) =>
	!existsSync(build) && `There is no ${build}: run "npm run build" first.`;
export const nativeModules: Check = ({ machine }) => checkNativeModules(machine.modules);
/** If one of these finds a fault, `plateia start` makes no others. */
export const PROGRAM_CHECKS = [build, nativeModules];

export const folders: Check = ({ environment, machine }) => checkFolders(environment, machine);
export const address: Check = ({ environment, machine, isRunning }) =>
	!isRunning && checkAddress(environment, machine);
/** What prevents a start. */
const PREVENTING: Check[] = [({ environment }) => checkMemoryLimit(environment), folders, address];

// A folder of backups that cannot be used, such as that of a disk that is away, prevents no start.
export const backupFolder: Check = ({ environment: { BACKUP_FOLDER: folder }, machine }) =>
	!!folder && folderFault("BACKUP_FOLDER", folder, machine.access);
const WARNING: Check[] = [({ environment }) => findMisspelt(environment), backupFolder];

/** All checks of the machine. The site itself checks its settings at a start. */
export const MACHINE_CHECKS: Check[] = [
	({ machine }) => nodeFault(machine.nodeVersion),
	({ file = {} }) => findUnknown(file),
	({ environment }) => checkSettings(environment),
	...PREVENTING,
	...WARNING,
	({ environment, machine }) => checkService(environment, machine),
	({ environment, machine }) => checkDatabaseFolder(environment, machine),
	({ environment, machine }) => checkDisks(environment, machine),
];

/** The faults that prevent a start, and warnings. */
export async function checkStart(
	environment: Environment,
): Promise<{ faults: string[]; warnings: string[] }> {
	const subject = { environment, machine: MACHINE };
	const program = await runHostChecks(PROGRAM_CHECKS, subject);
	if (program.length > 0) return { faults: program, warnings: [] };
	return {
		faults: await runHostChecks(PREVENTING, subject),
		warnings: await runHostChecks(WARNING, subject),
	};
}

/** Warnings for variables whose names are nearly those of settings. */
export function findMisspelt(environment: Environment): string[] {
	return Object.keys(environment).flatMap((name) => {
		const meant = /^[A-Z][A-Z0-9_]*$/.test(name) ? closest(name, SETTING_NAMES) : undefined;
		return meant === undefined ? [] : `${name} is not a setting. Did you mean ${meant}?`;
	});
}

/** Variables of Node and the system that have a place in `.env`. */
const OTHERS = /^(NODE_|TZ$|UV_|SSL_|INIT_CWD$)/;

/** Warnings for variables of a file of settings that are no settings; {@link findMisspelt} names the others. */
export function findUnknown(file: Environment): string[] {
	const known: readonly string[] = SETTING_NAMES;
	return Object.keys(file).flatMap((name) =>
		known.includes(name) || OTHERS.test(name) || findMisspelt({ [name]: "" }).length > 0
			? []
			: `${name} in .env is not a setting: remove it, or see docs/settings.md for the right name.`,
	);
}

/** Invalid settings. Those of the sign-in may be missing, because the site may have stored them at its setup. */
export function checkSettings(environment: Environment): string[] {
	try {
		readConfig(withPlaceholders(environment));
		return [];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.faults.map(
			({ name, message }) => `${name} ${message}: correct it; docs/settings.md describes it.`,
		);
	}
}

/** Loads the native modules: those of the database and the image library. */
export const checkNativeModules = (modules = MACHINE.modules): Promise<Found[]> =>
	Promise.all(
		Object.entries(modules).map(([name, load]) =>
			load().then(
				() => undefined,
				(error: Error) => `${name} cannot be loaded. ${nativeFault(error)}`,
			),
		),
	);

/** The cause of a native module that cannot be loaded, and what to do. */
export function nativeFault({ message }: Error): string {
	const { os: [madeFor] = [], cpu: [processor] = [], libc: [library] = [] } = readPackage();
	if (madeFor) {
		return `This release is for ${madeFor} on ${processor} with ${library}; this is ${process.platform} on ${process.arch}. (${firstLine(message)})`;
	}
	const wanted = /NODE_MODULE_VERSION/.test(message)
		? `It was installed with another version of Node.js than ${process.versions.node}: `
		: "";
	return `${wanted}run "npm ci" with this version. (${firstLine(message)})`;
}

const firstLine = (text: string) => text.split("\n", 1)[0];

/** Whether PORT and HOST are valid and free. Listens there for a moment. */
export async function checkAddress(
	{ PORT, HOST }: Environment,
	{ listen }: Pick<Machine, "listen"> = MACHINE,
): Promise<Found> {
	const port = PORT === undefined ? DEFAULT_PORT : /^\d+$/.test(PORT) ? Number(PORT) : 0;
	if (port < 1 || port > 65_535) return `PORT must be a whole number from 1 to 65535, not "${PORT}".`;
	const code = await listen(port, HOST || undefined);
	const unknownName = `HOST must be an address or a name of this machine. "${HOST}" cannot be found.`;
	const known: Record<string, string> = {
		EADDRINUSE: `Port ${port} is taken by another program: end it, or set PORT to another.`,
		EACCES: `This user may not listen on port ${port}: set PORT to a number above 1023.`,
		EADDRNOTAVAIL: `HOST must be an address of this machine, not "${HOST}".`,
		...{ ENOTFOUND: unknownName, EAI_AGAIN: unknownName },
	};
	const unknown = `The site cannot listen on port ${port} of ${HOST || "all addresses"} (${code}).`;
	return code !== undefined && (known[code] ?? unknown);
}

function listeningFault(port: number, host: string | undefined) {
	return new Promise<string | undefined>((done) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
		server.listen({ port, host }, () => server.close(() => done(undefined)));
	});
}

/** Whether the folders of database and pictures exist or can be created, and can be written. */
export function checkFolders(environment: Environment, { access }: Pick<Machine, "access"> = MACHINE): Found {
	const database = databasePath(environment);
	const folders = foldersOf({ ...environment, BACKUP_FOLDER: "" });
	return folders.map(([setting, folder]) => {
		const fault = folderFault(setting, folder, access);
		const isUnset = setting === "DATA_FOLDER" && !environment.DATA_FOLDER;
		const advice = " Set DATA_FOLDER to the folder of the key file, such as /var/lib/plateia.";
		return [
			fault && isUnset ? fault + advice : fault,
			setting === "DATABASE_URL" && database !== undefined && fileFault(database, access),
		];
	});
}

/** Whether the folder of a database that DATABASE_URL names exists. A start would create an empty database in a new one. */
function checkDatabaseFolder(environment: Environment, machine: Machine): Found {
	const folder = environment.DATABASE_URL ? dirname(databasePath(environment) ?? "/") : "/";
	if (existsSync(folder) || sentencesOf(checkFolders(environment, machine)).length > 0) return false;
	return `DATABASE_URL: the folder ${resolve(folder)} does not exist: correct the path of the database, or create the folder if the site is new.`;
}

/** Where systemd's ProtectHome hides everything. */
const HIDDEN = /^\/(home|root|run\/user)(\/|$)/;

/** The folders into which the service of install.sh may not write, although this user may. */
function checkService(environment: Environment, { units }: Machine): Found {
	const unit = join(units, "plateia.service");
	if (!existsSync(unit)) return false;
	const folder = `${unit}.d`;
	const dropIns = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".conf")) : [];
	const paths = [unit, ...dropIns.sort().map((name) => join(folder, name))];
	const text = paths.map((path) => readFileSync(path, "utf8")).join("\n");
	const values = (name: string) =>
		[...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].flatMap(([, value = ""]) => value.split(/\s+/));
	const isHere = values("WorkingDirectory").some(
		(path) => existsSync(path) && realpathSync(path) === realpathSync("."),
	);
	if (!isHere || values("ProtectSystem").at(-1) !== "strict") return false;
	const allowed = [
		...values("StateDirectory").map((name) => join("/var/lib", name)),
		...values("ReadWritePaths").map((path) => path.replace(/^[-+]+/, "")),
	].filter((path) => path.startsWith("/"));
	const isAllowed = (path: string) =>
		allowed.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`));
	return foldersOf(environment).map(([setting, typed]) => {
		const path = resolve(typed);
		if (HIDDEN.test(path))
			return `${setting}: the service cannot see ${path}: use a folder outside of /home and /root, such as /mnt/backups.`;
		const advice =
			setting === "BACKUP_FOLDER"
				? `run "/opt/plateia/current/install.sh --backups ${path}" as root, or add`
				: 'run "systemctl edit plateia", add';
		return (
			!isAllowed(path) &&
			`${setting}: the service may not write to ${path}, because its unit allows other folders only: ${advice} the lines [Service] and ReadWritePaths=${path}, and restart the site.`
		);
	});
}

/** Whether the disks of the folders have space. Each disk is reported once. */
async function checkDisks(environment: Environment, { readDisk }: Machine): Promise<Found> {
	const faults = new Map<number, string>();
	for (const [setting, folder] of foldersOf(environment)) {
		const existing = existingFolder(folder);
		const disk = await readDisk(existing);
		const { dev } = statSync(existing);
		if (disk === null || !isDiskLow(disk) || faults.has(dev)) continue;
		const free = Math.floor(disk.freeBytes / 1024 / 1024);
		faults.set(
			dev,
			`${setting}: the disk of ${resolve(folder)} is nearly full (${free} MB are free): make room, or use a larger disk.`,
		);
	}
	return [...faults.values()];
}

/** The path of the database; undefined if it is not a file. */
function databasePath({ DATABASE_URL }: Environment): string | undefined {
	const url = DATABASE_URL || DEFAULT_DATABASE;
	// Another scheme is reported by the configuration.
	const path = url.startsWith("file:") ? filePathIn(url) : ":memory:";
	return path === ":memory:" ? undefined : path;
}

/** The folders of the site, by their settings. */
function foldersOf(environment: Environment): [setting: string, folder: string][] {
	const { DATABASE_URL = "", DATA_FOLDER, IMAGE_FOLDER, BACKUP_FOLDER } = environment;
	const database = databasePath(environment);
	const folders: [string, string][] = [["IMAGE_FOLDER", IMAGE_FOLDER || ".data/images"]];
	if (BACKUP_FOLDER) folders.push(["BACKUP_FOLDER", BACKUP_FOLDER]);
	if (database !== undefined) return [["DATABASE_URL", dirname(database)], ...folders];
	return isPostgresUrl(DATABASE_URL)
		? [["DATA_FOLDER", DATA_FOLDER || DEFAULT_DATA_FOLDER], ...folders]
		: folders;
}

/** The folder itself, or the nearest one above it that exists. */
function existingFolder(folder: string): string {
	let existing = resolve(folder);
	while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
	return existing;
}

function folderFault(setting: string, folder: string, access: Machine["access"]): string | undefined {
	const existing = existingFolder(folder);
	if (!statSync(existing).isDirectory()) return `${setting}: ${existing} is a file and not a folder.`;
	const code = access(existing, constants.W_OK | constants.X_OK);
	if (code === undefined) return undefined;
	const what = existing === resolve(folder) ? "be written" : `be created in ${existing}`;
	const advice =
		code === "EROFS"
			? " If systemd runs the site, its unit must allow the folder by ReadWritePaths=; else the disk is read-only."
			: "";
	return `${setting}: the folder ${resolve(folder)} cannot ${what} by this user (${code}).${advice}`;
}

function fileFault(database: string, access: Machine["access"]): Found {
	if (!existsSync(database)) return false;
	if (!statSync(database).isFile()) return `DATABASE_URL: ${database} is a folder and not a file.`;
	const code = access(database, constants.R_OK | constants.W_OK);
	return code && `DATABASE_URL: the file ${database} cannot be read and written by this user (${code}).`;
}

function accessFault(path: string, mode: number): string | undefined {
	try {
		accessSync(path, mode);
		return undefined;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code;
	}
}
