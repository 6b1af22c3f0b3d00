import { totalmem } from "node:os";

type Environment = Record<string, string | undefined>;

const MIB = 1024 * 1024;
const MIN_MB = 192;
const MAX_MB = 1024;
/** Buffers, compiled code and SQLite's cache need about as much again, and the rest is for the system and the proxy. */
const SHARE = 1 / 4;
/** Smaller heaps cannot hold the site. */
const MIN_GIVEN_MB = 64;

/** Whether MEMORY_LIMIT_MB is valid. */
export const checkMemoryLimit = ({ MEMORY_LIMIT_MB: given }: Environment): string | false =>
	!!given &&
	!(/^\d{1,6}$/.test(given) && Number(given) >= MIN_GIVEN_MB) &&
	`MEMORY_LIMIT_MB must be a whole number from ${MIN_GIVEN_MB}, not "${given}".`;

/** The memory of the machine, or of the container or service if that has a smaller limit (cgroup), in bytes. */
function memoryBytes(): number {
	// Reads memory.max of cgroup v2, or the limit of v1. 0 or undefined without a limit.
	const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
	return Math.min(limit, totalmem());
}

/**
 * The limit of the JavaScript heap in MB: MEMORY_LIMIT_MB, or by default a quarter of the memory, but at least 192 and at
 * most 1024. Without it V8 lets garbage accumulate up to its own limit of 2 to 4 GB.
 */
export function heapLimit({ MEMORY_LIMIT_MB: given }: Environment, bytes = memoryBytes()): number {
	if (given) return Number(given);
	return Math.min(MAX_MB, Math.max(MIN_MB, Math.floor((bytes * SHARE) / MIB)));
}

/** Node's flags for the limit of the heap; none if only NODE_OPTIONS sets one. */
export function heapFlags(environment: Environment): string[] {
	const isSet = /max[-_]old[-_]space[-_]size/.test(environment.NODE_OPTIONS ?? "");
	return isSet && !environment.MEMORY_LIMIT_MB ? [] : [`--max-old-space-size=${heapLimit(environment)}`];
}
