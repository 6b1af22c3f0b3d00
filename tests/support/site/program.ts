import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** The production server of this clone's build. */
export const SERVER = [
	process.execPath,
	"node_modules/@remix-run/serve/dist/cli.js",
	"build/server/index.js",
] as const;

/** The variables that every program needs; a site inherits no others from the test runner's environment. */
export const inherited = (): Record<string, string | undefined> =>
	Object.fromEntries(
		["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"].flatMap((name) =>
			process.env[name] === undefined ? [] : [[name, process.env[name]]],
		),
	);

export interface Program {
	readonly process: ChildProcess;
	isRunning(): boolean;
	/** What it has printed so far. */
	logs(): string;
	/** Sends a signal, if one is given, and waits for the end. @returns the exit code */
	end(signal?: NodeJS.Signals, withinMs?: number): Promise<number | null>;
}

/** Starts a program in the repository. */
export function startProgram(
	[command, ...args]: readonly [string, ...string[]],
	env: Record<string, string | undefined>,
	note: (text: string) => void = () => {},
): Program {
	const child = spawn(command, args, {
		cwd: repositoryRoot,
		env: env as NodeJS.ProcessEnv,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const [exited, closed] = [once(child, "exit"), once(child, "close")];
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
			note(text);
		});
	}
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	return {
		process: child,
		isRunning,
		logs: () => output,
		async end(signal, withinMs = 600_000) {
			if (signal && isRunning()) child.kill(signal);
			if (!(await Promise.race([exited, sleep(withinMs, undefined, { ref: false })]))) {
				child.kill("SIGKILL");
				throw new Error(`The program did not end within ${withinMs} ms of ${signal}:\n${output}`);
			}
			// Programs that it has started may keep its output open.
			await Promise.race([closed, sleep(1000, undefined, { ref: false })]);
			return child.exitCode;
		},
	};
}
