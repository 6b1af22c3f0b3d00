/** Processes that the commands start. Uses Node's built-in modules only. */
import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute path of the repository. */
export const repositoryRoot = fileURLToPath(new URL("..", import.meta.url));

/** The programs of npm are shell scripts on Windows. */
export const shell = process.platform === "win32";

/** @param {string} folder whose programs this process and those that it starts find before all others */
export function addToPath(folder) {
	process.env.PATH = [folder, process.env.PATH].join(delimiter);
}

/**
 * Runs a program in the repository without blocking. It ends with this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<boolean>} whether it ended with 0; false too if there is no such program
 */
export function run(command, args, options) {
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: repositoryRoot,
			stdio: ["ignore", "inherit", "inherit"],
			...options,
		});
		const end = () => child.kill();
		process.once("exit", end);
		const settle = (succeeded) => {
			process.off("exit", end);
			resolve(succeeded);
		};
		child.once("error", () => settle(false));
		child.once("close", (code) => settle(code === 0));
	});
}

/**
 * Runs npm, with the development packages if it installs.
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export const npm = (args, options) =>
	run("npm", args, { shell, env: { ...process.env, NODE_ENV: "development" }, ...options });

/**
 * Lets a program take the place of this process, which passes on signals and exits with its code, or with 1 after a signal.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<never>}
 */
export function become(command, args, { cwd = process.cwd(), inShell = false } = {}) {
	const child = spawn(command, args, { cwd, stdio: "inherit", shell: inShell && shell });
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
		process.removeAllListeners(signal);
		process.on(signal, () => child.kill(signal));
	}
	process.once("exit", () => child.kill());
	return new Promise(() => {
		child.once("error", (error) => {
			console.error(`${command} cannot be started: ${error.message}`);
			process.exit(1);
		});
		child.once("exit", (code) => process.exit(code ?? 1));
	});
}
