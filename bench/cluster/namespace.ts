/** A network namespace that is connected with this machine by a pair of virtual Ethernet devices. Requires root. */
import { spawnSync } from "node:child_process";

const NAME = `plateia-${process.pid}`;
const OUTER = `pl${process.pid}a`;
const INNER = `pl${process.pid}b`;
/** Private addresses that are not in use. */
const NETWORK = `10.203.${process.pid % 256}`;

export interface Namespace {
	/** The address of this machine, as the namespace sees it. */
	outerAddress: string;
	/** The address of the namespace. */
	innerAddress: string;
	/** Runs a program in the namespace. The program replaces the command and keeps its process id. */
	command: readonly [string, ...string[]];
	/** Drops all packets between the namespace and a port of this machine. */
	cutOff(port: number): void;
	heal(): void;
	/** Ends the processes in the namespace, and removes it and its devices. The end of this process does so too. */
	remove(): void;
}

const ENDS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const exit = () => process.exit(1);

/**
 * Installs nftables with apt-get if it is missing.
 * @returns undefined, after printing why, if this process is not root or a program is missing.
 */
export function openNamespace(): Namespace | undefined {
	const missing = whatIsMissing();
	if (missing) {
		console.log(`  skipped: ${missing}`);
		return undefined;
	}
	const outerAddress = `${NETWORK}.1`;
	const innerAddress = `${NETWORK}.2`;
	const inside = ["ip", "netns", "exec", NAME] as const;

	function remove() {
		for (const id of run("ip", "netns", "pids", NAME).stdout.split("\n").filter(Boolean))
			process.kill(Number(id), "SIGKILL");
		run("ip", "link", "delete", OUTER);
		run("ip", "netns", "delete", NAME);
		process.off("exit", remove);
		for (const signal of ENDS) process.off(signal, exit);
	}

	process.on("exit", remove);
	for (const signal of ENDS) process.on(signal, exit);
	try {
		runOrThrow("ip", "netns", "add", NAME);
		runOrThrow("ip", "link", "add", OUTER, "type", "veth", "peer", "name", INNER, "netns", NAME);
		runOrThrow("ip", "address", "add", `${outerAddress}/30`, "dev", OUTER);
		runOrThrow("ip", "link", "set", OUTER, "up");
		runOrThrow(...inside, "ip", "address", "add", `${innerAddress}/30`, "dev", INNER);
		runOrThrow(...inside, "ip", "link", "set", INNER, "up");
		runOrThrow(...inside, "ip", "link", "set", "lo", "up");
	} catch (error) {
		remove();
		throw error;
	}
	return {
		outerAddress,
		innerAddress,
		command: inside,
		cutOff(port) {
			const rules = `table ip cut {
				chain out { type filter hook output priority 0; ip daddr ${outerAddress} tcp dport ${port} drop; }
				chain in { type filter hook input priority 0; ip saddr ${outerAddress} tcp sport ${port} drop; }
			}`;
			runOrThrow(...inside, "nft", rules);
		},
		heal: () => runOrThrow(...inside, "nft", "delete", "table", "ip", "cut"),
		remove,
	};
}

function whatIsMissing(): string | undefined {
	if (process.getuid?.() !== 0) return "a network namespace requires root";
	if (run("ip", "-V").status !== 0) return "iproute2 is not installed";
	if (run("nft", "--version").status === 0) return undefined;
	run("apt-get", "install", "-y", "--no-install-recommends", "nftables");
	return run("nft", "--version").status === 0 ? undefined : "nftables is not installed";
}

function run(command: string, ...args: string[]) {
	return spawnSync(command, args, { encoding: "utf8" });
}

function runOrThrow(command: string, ...args: string[]): void {
	const { status, stderr, error } = run(command, ...args);
	if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
}
