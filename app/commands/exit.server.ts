/** 0 after success, 1 after a failure, 2 for wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Prints the reason to standard error. @returns the exit code of a failure. */
export function fail(reason: string): 1 {
	console.error(reason);
	return 1;
}
