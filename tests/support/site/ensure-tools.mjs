/** Finds the programs that some tests need, or installs them from Debian: nginx with openssl, promtool, PostgreSQL. */
import { spawnSync } from "node:child_process";
import {
	appendFileSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "../../../demo/processes.mjs";
import { findPostgres } from "../postgres/find-postgres.mjs";
import { aptGet, canInstall, installPackages } from "./debian.mjs";

const NGINX_PATHS = [
	"/usr/sbin/nginx",
	"/usr/local/sbin/nginx",
	"/usr/local/bin/nginx",
	"/opt/homebrew/bin/nginx",
];
const PROMTOOL = join(repositoryRoot, "node_modules/.cache/plateia/promtool");

/** @returns {string | undefined} the path of an nginx on this machine, if openssl is installed too */
export function findNginx() {
	const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
	return hasOpenssl ? NGINX_PATHS.find((path) => existsSync(path)) : undefined;
}

/** @returns {string | undefined} the path or name of promtool */
export const findPromtool = () =>
	["promtool", PROMTOOL].find((program) => spawnSync(program, ["--version"]).status === 0);

/**
 * Installs what is missing if this process is root on Debian and its mirror answers. Otherwise the tests that need it are
 * skipped.
 */
export function ensureTools() {
	if (!(findNginx() && findPromtool() && findPostgres()) && canInstall()) {
		console.log("nginx, openssl, promtool or PostgreSQL is missing: installing …");
		aptGet(["update"]);
		if (!findNginx()) installPackages("nginx-light", "openssl");
		if (!findPromtool()) extractPromtool();
		if (!findPostgres()) installPostgres();
	}
	if (!findNginx()) console.error("Skipped without nginx and openssl: the hosting tests.");
	if (!findPromtool()) console.error("Skipped without promtool: the tests of the alert rules.");
	if (!findPostgres()) console.error("Skipped without PostgreSQL: the tests on PostgreSQL.");
}

/** Installs the server without the cluster that Debian's package makes and starts: the tests make their own. */
function installPostgres() {
	if (!installPackages("postgresql-common")) return;
	appendFileSync("/etc/postgresql-common/createcluster.conf", "\ncreate_main_cluster = false\n");
	installPackages("postgresql");
}

/** Takes promtool out of Debian's package without installing the Prometheus service. */
function extractPromtool() {
	const folder = mkdtempSync(join(tmpdir(), "plateia-promtool-"));
	aptGet(["download", "prometheus"], folder);
	const [file] = readdirSync(folder);
	if (file) {
		spawnSync("dpkg", ["-x", file, "."], { cwd: folder, stdio: "inherit" });
		mkdirSync(dirname(PROMTOOL), { recursive: true });
		copyFileSync(join(folder, "usr/bin/promtool"), PROMTOOL);
	}
	rmSync(folder, { recursive: true });
}
