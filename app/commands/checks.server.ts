/**
 * Checks of the machine and the settings that are made before the database is touched. Each returns sentences for the
 * host, one per fault, and changes nothing.
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
import { withPlaceholders } from "~/setup/sign-in-settings";
import { checkMemoryLimit } from "./memory-limit.server";
import { readPackage } from "./node-version.server";

type Environment = Record<string, string | undefined>;

const SERVER_BUILD = "build/server/index.js";

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

/** Whether the site is built. */
export const checkBuild = (build = SERVER_BUILD): string[] =>
	existsSync(build) ? [] : [`There is no ${build}: run "npm run build" first.`];

const NATIVE_MODULES: Readonly<Record<string, () => Promise<unknown>>> = {
	...nativeDrivers,
	"The image library (sharp)": () => import("sharp"),
};

/** Loads the native modules: those of the database and the image library. */
export async function checkNativeModules(modules = NATIVE_MODULES): Promise<string[]> {
	const faults: string[] = [];
	for (const [name, load] of Object.entries(modules)) {
		try {
			await load();
		} catch (error) {
			faults.push(`${name} cannot be loaded. ${nativeFault(error as Error)}`);
		}
	}
	return faults;
}

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

/** What the checks ask of the machine. Tests replace it, because root may do everything. */
export interface Machine {
	/** The code of the error when a path is accessed; undefined without one. */
	access(path: string, mode: number): string | undefined;
	/** The code of the error when a port is opened; undefined without one. */
	listen(port: number, host: string | undefined): Promise<string | undefined>;
	readDisk: typeof readDisk;
	/** The folder of systemd's units. */
	units: string;
}

export const MACHINE: Machine = {
	access: accessFault,
	listen: listeningFault,
	readDisk,
	units: "/etc/systemd/system",
};

/** Whether PORT and HOST are valid and free. Listens there for a moment. */
export async function checkAddress(
	{ PORT, HOST }: Environment,
	{ listen }: Pick<Machine, "listen"> = MACHINE,
): Promise<string[]> {
	const port = PORT === undefined ? DEFAULT_PORT : /^\d+$/.test(PORT) ? Number(PORT) : 0;
	if (port < 1 || port > 65_535) return [`PORT must be a whole number from 1 to 65535, not "${PORT}".`];
	const code = await listen(port, HOST || undefined);
	switch (code) {
		case undefined:
			return [];
		case "EADDRINUSE":
			return [`Port ${port} is taken by another program: end it, or set PORT to another.`];
		case "EACCES":
			return [`This user may not listen on port ${port}: set PORT to a number above 1023.`];
		case "EADDRNOTAVAIL":
			return [`HOST must be an address of this machine, not "${HOST}".`];
		case "ENOTFOUND":
		case "EAI_AGAIN":
			return [`HOST must be an address or a name of this machine. "${HOST}" cannot be found.`];
		default:
			return [`The site cannot listen on port ${port} of ${HOST || "all addresses"} (${code}).`];
	}
}

function listeningFault(port: number, host: string | undefined) {
	return new Promise<string | undefined>((done) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
		server.listen({ port, host }, () => server.close(() => done(undefined)));
	});
}

/** Whether the folders of database, pictures and backups exist or can be created, and can be written. */
export function checkFolders(
	environment: Environment,
	{ access }: Pick<Machine, "access"> = MACHINE,
): string[] {
	const database = databasePath(environment);
	return foldersOf(environment).flatMap(([setting, folder]) => [
		...folderFault(setting, folder, access).map((fault) =>
			setting === "DATA_FOLDER" && !environment.DATA_FOLDER
				? `${fault} Set DATA_FOLDER to the folder of the key file, such as /var/lib/plateia.`
				: fault,
		),
		...(setting === "DATABASE_URL" && database !== undefined ? fileFault(database, access) : []),
	]);
}

/** Whether the folder of a database that DATABASE_URL names exists. A start would create an empty database in a new one. */
export function checkDatabaseFolder(environment: Environment): string[] {
	const folder = environment.DATABASE_URL ? dirname(databasePath(environment) ?? "/") : "/";
	if (existsSync(folder)) return [];
	return [
		`DATABASE_URL: the folder ${resolve(folder)} does not exist: correct the path of the database, or create the folder if the site is new.`,
	];
}

/** Where systemd's ProtectHome hides everything. */
const HIDDEN = /^\/(home|root|run\/user)(\/|$)/;

/** The folders into which the service of install.sh may not write, although this user may. */
export function checkService(
	environment: Environment,
	{ units }: Pick<Machine, "units"> = MACHINE,
): string[] {
	const unit = join(units, "plateia.service");
	if (!existsSync(unit)) return [];
	const folder = `${unit}.d`;
	const dropIns = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".conf")) : [];
	const texts = [unit, ...dropIns.sort().map((name) => join(folder, name))].map((path) =>
		readFileSync(path, "utf8"),
	);
	const values = (name: string) =>
		[...texts.join("\n").matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].flatMap(([, value = ""]) =>
			value.split(/\s+/),
		);
	const isHere = values("WorkingDirectory").some(
		(path) => existsSync(path) && realpathSync(path) === realpathSync("."),
	);
	if (!isHere || values("ProtectSystem").at(-1) !== "strict") return [];
	const allowed = [
		...values("StateDirectory").map((name) => join("/var/lib", name)),
		...values("ReadWritePaths").map((path) => path.replace(/^[-+]+/, "")),
	].filter((path) => path.startsWith("/"));
	return foldersOf(environment).flatMap(([setting, typed]) => {
		const path = resolve(typed);
		if (HIDDEN.test(path)) {
			return [
				`${setting}: the service cannot see ${path}: use a folder outside of /home and /root, such as /mnt/backups.`,
			];
		}
		if (allowed.some((folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`)))
			return [];
		const advice =
			setting === "BACKUP_FOLDER"
				? `run "/opt/plateia/current/install.sh --backups ${path}" as root, or add`
				: 'run "systemctl edit plateia", add';
		return [
			`${setting}: the service may not write to ${path}, because its unit allows other folders only: ${advice} the lines [Service] and ReadWritePaths=${path}, and restart the site.`,
		];
	});
}

/** Whether the disks of the folders, which must be usable, have space. Each disk is reported once. */
export async function checkDisks(
	environment: Environment,
	{ readDisk }: Pick<Machine, "readDisk"> = MACHINE,
): Promise<string[]> {
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

function folderFault(setting: string, folder: string, access: Machine["access"]): string[] {
	const existing = existingFolder(folder);
	if (!statSync(existing).isDirectory()) return [`${setting}: ${existing} is a file and not a folder.`];
	const code = access(existing, constants.W_OK | constants.X_OK);
	if (code === undefined) return [];
	const what = existing === resolve(folder) ? "be written" : `be created in ${existing}`;
	const advice =
		code === "EROFS"
			? " If systemd runs the site, its unit must allow the folder by ReadWritePaths=; else the disk is read-only."
			: "";
	return [`${setting}: the folder ${resolve(folder)} cannot ${what} by this user (${code}).${advice}`];
}

function fileFault(database: string, access: Machine["access"]): string[] {
	if (!existsSync(database)) return [];
	if (!statSync(database).isFile()) return [`DATABASE_URL: ${database} is a folder and not a file.`];
	const code = access(database, constants.R_OK | constants.W_OK);
	return code
		? [`DATABASE_URL: the file ${database} cannot be read and written by this user (${code}).`]
		: [];
}

function accessFault(path: string, mode: number): string | undefined {
	try {
		accessSync(path, mode);
		return undefined;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code;
	}
}

/**
 * All faults that prevent a start. The site itself checks its other settings. A folder of backups that cannot be used, such as
 * that of a disk that is away, prevents none: it is a warning.
 */
export async function checkStart(
	environment: Environment,
): Promise<{ faults: string[]; warnings: string[] }> {
	const program = [...checkBuild(), ...(await checkNativeModules())];
	if (program.length > 0) return { faults: program, warnings: [] };
	const folders = checkFolders(environment);
	const isWarning = (fault: string) => fault.startsWith("BACKUP_FOLDER");
	return {
		faults: [
			...checkMemoryLimit(environment),
			...folders.filter((fault) => !isWarning(fault)),
			...(await checkAddress(environment)),
		],
		warnings: [...findMisspelt(environment), ...folders.filter(isWarning)],
	};
}
