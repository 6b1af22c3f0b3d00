import { DEFAULT_PORT } from "~/lib/config.server";
import type { readDisk } from "~/operations/host.server";

/** What the checks ask of the machine. Tests replace it, because root may do everything. */
export interface Machine {
	nodeVersion: string;
	/** The path of the server's build. */
	build: string;
	/** Native modules, which load or fail. */
	modules: Readonly<Record<string, () => Promise<unknown>>>;
	/** The code of the error when a path is accessed; undefined without one. */
	access(path: string, mode: number): string | undefined;
	/** The code of the error when a port is opened; undefined without one. */
	listen(port: number, host: string | undefined): Promise<string | undefined>;
	readDisk: typeof readDisk;
	/** The folder of systemd's units. */
	units: string;
}

/** What `plateia doctor` examines. */
export interface Subject {
	environment: Record<string, string | undefined>;
	/** The variables of `.env`, which are also in `environment`. */
	file: Record<string, string | undefined>;
	machine: Machine;
	/** For the sign-in provider and the site itself. */
	fetcher: typeof fetch;
	now(): Date;
	/** Whether the site runs on its port. */
	isRunning: boolean;
	/** Called before a check that takes long. */
	announce?(text: string): void;
	/** The times of the check of event streams, in ms. */
	streamMs?: { first: number; heartbeat: number };
}

/** Sentences for the host that each name a fault and what to do, in any nesting; false and undefined are none. */
export type Found = string | false | undefined | readonly Found[];

/** Runs checks at the same time. @returns what they found, in the order of the list. */
export async function runHostChecks<Examined>(
	checks: readonly ((examined: Examined) => Found | Promise<Found>)[],
	examined: Examined,
): Promise<string[]> {
	return sentencesOf(await Promise.all(checks.map((check) => check(examined))));
}

export const sentencesOf = (found: Found): string[] =>
	typeof found === "string" ? [found] : found ? found.flatMap(sentencesOf) : [];

/** The address at which the site listens on this machine. */
export function ownOrigin({ PORT, HOST = "" }: Subject["environment"]): string {
	const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
	return `http://${host.includes(":") ? `[${host}]` : host}:${PORT ?? DEFAULT_PORT}`;
}
