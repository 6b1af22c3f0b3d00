/** A throw-away PostgreSQL server for tests. It listens on a unix socket only and keeps nothing. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPostgres, serverUser } from "./find-postgres.mjs";

/** The path of a unix socket has at most 107 characters; the names of the folder and the socket take about 35. */
const MAX_TEMPORARY_PATH = 60;

export interface Cluster {
	/** The folder of the server's socket. */
	readonly folder: string;
	/** The URL of one of its databases. */
	url(database: string): string;
	/** The output of the server. */
	log(): string;
	/** The server's process id, for tests that kill or freeze it. */
	processId(): number;
	/** Starts the server again after it was halted or killed, and waits until it accepts connections. */
	start(): void;
	/** Stops the server: `fast` as its operator would, `immediate` like a crash. */
	halt(mode: "fast" | "immediate"): void;
	/** Stops the server and removes its folder. */
	remove(): Promise<void>;
}

/** Nothing has to outlive a crash of the machine, and a test run has many small databases. */
const SETTINGS: Readonly<Record<string, string>> = {
	listen_addresses: "",
	fsync: "off",
	synchronous_commit: "off",
	full_page_writes: "off",
	autovacuum: "off",
	jit: "off",
	max_connections: "300",
	shared_buffers: "256MB",
	max_pred_locks_per_transaction: "256",
};

/** Waits for the end of its input, which the system closes also when the test run is killed. */
const WATCH = `cat >/dev/null; "$PG_CTL" -D "$FOLDER/data" -m immediate stop >/dev/null 2>&1; rm -rf "$FOLDER"`;

export const urlIn = (folder: string, database: string): string =>
	`postgres://plateia@/${database}?host=${folder}`;

/**
 * Makes and starts a server, with the user `plateia` as its superuser. It ends with this process.
 * @param changes settings that are added to, or replace, the usual ones.
 * @param temporary the folder in which the server's folder is made.
 * @throws without an installed PostgreSQL: see `findPostgres`.
 */
export function startCluster(
	changes: Readonly<Record<string, string>> = {},
	temporary: string = tmpdir(),
): Cluster {
	const programs = findPostgres();
	if (!programs) throw new Error("no PostgreSQL server is installed");
	const folder = mkdtempSync(join(temporary.length > MAX_TEMPORARY_PATH ? "/tmp" : temporary, "plateia-pg-"));
	const user = process.getuid?.() === 0 ? serverUser() : undefined;
	if (user) chownSync(folder, user.uid, user.gid);
	const data = join(folder, "data");
	const logFile = join(folder, "log");
	const { PATH = "" } = process.env;
	const context = {
		cwd: folder,
		env: { NODE_ENV: "test" as const, PATH, FOLDER: folder, PG_CTL: join(programs, "pg_ctl") },
		...user,
	};

	const log = () => (existsSync(logFile) ? readFileSync(logFile, "utf8") : "");

	function run(program: string, ...args: string[]) {
		const { status, stdout, stderr } = spawnSync(join(programs as string, program), ["-D", data, ...args], {
			...context,
			encoding: "utf8",
			// The server outlives pg_ctl and would keep its pipes open.
			stdio: program === "pg_ctl" ? "ignore" : "pipe",
		});
		if (status !== 0) throw new Error(`${program} failed:\n${stdout ?? ""}${stderr ?? ""}${log()}`);
	}

	const options = Object.entries({ ...SETTINGS, ...changes }).map(([name, value]) => `-c ${name}='${value}'`);
	const start = () => run("pg_ctl", "-w", "-l", logFile, "-o", ["-k", folder, ...options].join(" "), "start");

	try {
		run("initdb", "--locale=C", "--encoding=UTF8", "--auth=trust", "-U", "plateia", "--no-sync");
		start();
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	// In its own process group, because Ctrl-C in a terminal must end the tests before the server.
	const watcher = spawn("sh", ["-c", WATCH], {
		...context,
		stdio: ["pipe", "ignore", "ignore"],
		detached: true,
	});
	watcher.unref();

	return {
		folder,
		url: (database) => urlIn(folder, database),
		log,
		processId: () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]),
		start,
		halt: (mode) => run("pg_ctl", "-w", "-m", mode, "stop"),
		async remove() {
			const ended = once(watcher, "exit");
			// Without this, a program with nothing else to do would exit before the watcher has ended.
			watcher.ref();
			watcher.stdin.end();
			await ended;
		},
	};
}
