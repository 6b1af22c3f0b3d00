/** Installs packages of Debian for the tests. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const INSTALL_WITHIN_MS = 300_000;
/** A mirror that does not answer within this time counts as unreachable. apt itself would try for minutes. */
const ANSWER_WITHIN_MS = 7000;
const OPTIONS = ["Acquire::http::Timeout=5", "Acquire::https::Timeout=5", "Acquire::Retries=0"].flatMap(
	(option) => ["-o", option],
);

/** @type {boolean | undefined} */
let isPossible;

/** @returns {boolean} whether this process is root on Debian and a mirror answers; says so once if none does */
export function canInstall() {
	if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
	isPossible ??= askMirror();
	return isPossible;
}

/** Downloads a small file of the first source as apt does, so that its proxies apply. */
function askMirror() {
	const { stdout } = spawnSync("apt-get", ["update", "--print-uris"], { encoding: "utf8" });
	const [, address = ""] = /'(\S+)'/.exec(stdout) ?? [];
	const folder = mkdtempSync(join(tmpdir(), "plateia-mirror-"));
	const { status } = spawnSync(
		"/usr/lib/apt/apt-helper",
		[...OPTIONS, "download-file", address, join(folder, "file")],
		{ stdio: "ignore", timeout: ANSWER_WITHIN_MS, killSignal: "SIGKILL" },
	);
	rmSync(folder, { recursive: true });
	if (status !== 0) console.error(`Nothing is installed: Debian's mirror does not answer (${address}).`);
	return status === 0;
}

/** Runs apt-get. @param {string[]} args @returns {boolean} whether it succeeded */
export function aptGet(args, cwd = tmpdir()) {
	const options = { cwd, stdio: "inherit", timeout: INSTALL_WITHIN_MS };
	return spawnSync("apt-get", [...OPTIONS, ...args], options).status === 0;
}

/** @param {string[]} packages @returns {boolean} whether they are installed now */
export const installPackages = (...packages) =>
	aptGet(["install", "-y", "--no-install-recommends", ...packages]);
