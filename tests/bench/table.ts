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

/** Prints a value with its limit. @returns whether the limit is met */
export function verdict(what: string, value: number, limit: { least?: number; most?: number }): boolean {
	const isMet = value >= (limit.least ?? -Infinity) && value <= (limit.most ?? Infinity);
	const bound = limit.least === undefined ? `at most ${limit.most}` : `at least ${limit.least}`;
	console.log(
		`${what}: ${Number.isInteger(value) ? value : value.toFixed(2)} (limit: ${bound}) ${isMet ? "ok" : "MISSED"}`,
	);
	return isMet;
}
