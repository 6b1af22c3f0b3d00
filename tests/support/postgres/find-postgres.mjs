/** Finds an installed PostgreSQL server and the user to run it. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const PROGRAMS = ["initdb", "pg_ctl", "postgres", "psql", "pg_dump", "pg_restore"];
/** Debian has a folder per major version here, with programs that are not on the PATH. */
const DEBIAN = "/usr/lib/postgresql";
const HOMEBREW = ["/opt/homebrew/opt", "/usr/local/opt"];

/**
 * @returns {string | undefined} the folder of the programs of the server; undefined if there is none, or if this
 * process is root and there is no user to run it.
 */
export function findPostgres() {
	if (process.getuid?.() === 0 && !serverUser()) return undefined;
	const onPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
	const versions = entriesOf(DEBIAN)
		.sort((one, other) => Number(other) - Number(one))
		.map((version) => join(DEBIAN, version, "bin"));
	const brewed = HOMEBREW.flatMap((folder) =>
		entriesOf(folder)
			.filter((name) => /^postgresql(@\d+)?$/.test(name))
			.sort((one, other) => majorOf(other) - majorOf(one))
			.map((name) => join(folder, name, "bin")),
	);
	return [...onPath, ...versions, ...brewed].find((folder) =>
		PROGRAMS.every((program) => existsSync(join(folder, program))),
	);
}

/**
 * PostgreSQL refuses to run as root.
 * @returns {{ uid: number, gid: number } | undefined} the user `postgres`, or undefined if there is none
 */
export function serverUser() {
	const [uid, gid] = ["-u", "-g"].map((flag) => {
		const { status, stdout } = spawnSync("id", [flag, "postgres"], { encoding: "utf8" });
		return status === 0 ? Number(stdout) : undefined;
	});
	return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

const entriesOf = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** `postgresql` without a version is the newest. */
const majorOf = (name) => Number(name.split("@")[1] ?? Number.POSITIVE_INFINITY);
