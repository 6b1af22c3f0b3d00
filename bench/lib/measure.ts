/** Whether the bench runs once with its smallest sizes. It then shows that it works; its figures are not judged. */
export const isOnce = process.env.BENCH_ONCE === "1";

/** A size of a bench: `usual`, or `once` in the short form. */
export const sized = <Size>(usual: Size, once: Size): Size => (isOnce ? once : usual);

/** Prints a table with aligned columns. */
export function printTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
	const lines = [heads, ...rows].map((row) => row.map(String));
	const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
	for (const line of lines) {
		const cells = line.map((cell, column) =>
			column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
		);
		console.log(`  ${cells.join("  ")}`);
	}
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** @param sorted ascending. @returns NaN if there are no values. */
export const quantile = (sorted: readonly number[], part: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

export const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Prints a value with its limit. @returns whether the limit is met; in the short form whether the value was measured */
export function verdict(what: string, value: number, limit: { least?: number; most?: number }): boolean {
	const isMet = isOnce
		? Number.isFinite(value)
		: value >= (limit.least ?? -Infinity) && value <= (limit.most ?? Infinity);
	const bound = limit.least === undefined ? `at most ${limit.most}` : `at least ${limit.least}`;
	const result = isMet ? (isOnce ? "measured" : "ok") : "MISSED";
	console.log(`${what}: ${Number.isInteger(value) ? value : value.toFixed(2)} (limit: ${bound}) ${result}`);
	return isMet;
}

/** Ends the process with 1 later if a limit was missed. */
export function conclude(verdicts: readonly boolean[]): void {
	process.exitCode = verdicts.length > 0 && verdicts.every(Boolean) ? 0 : 1;
}
