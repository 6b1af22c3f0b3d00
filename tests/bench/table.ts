/** Prints rows under their heads, columns aligned. */
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

/** Prints a figure beside its aim. @returns whether it is reached */
export function verdict(what: string, figure: number, aim: { least?: number; most?: number }): boolean {
	const reached = figure >= (aim.least ?? -Infinity) && figure <= (aim.most ?? Infinity);
	const bound = aim.least === undefined ? `at most ${aim.most}` : `at least ${aim.least}`;
	console.log(
		`${what}: ${Number.isInteger(figure) ? figure : figure.toFixed(2)} (aim: ${bound}) ${reached ? "ok" : "MISSED"}`,
	);
	return reached;
}
