import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** They define what this module searches for, and export much else. */
const DEFINITIONS = ["tests/support/database.ts", "tests/support/for-each-test.ts"];
const OPENS = /\b(openTestDatabase|openEmptyDatabase|databaseForEachTest)\b/;
const IMPORT = /\bfrom\s+"(\.[^"]+)"/g;

/**
 * The unit test files that open a test database, themselves or through a module of tests/ that they import.
 * @param root the folder of the repository.
 * @returns their paths from `root`.
 */
export function databaseTests(root: string): string[] {
	const known = new Map<string, boolean>();

	function opens(path: string): boolean {
		const answer = known.get(path);
		if (answer !== undefined) return answer;
		// An import cycle adds nothing.
		known.set(path, false);
		const text = DEFINITIONS.includes(path) ? "" : readFileSync(join(root, path), "utf8");
		const found = OPENS.test(text) || importsOf(root, path, text).some(opens);
		known.set(path, found);
		return found;
	}

	return readdirSync(join(root, "tests/unit"), { recursive: true, encoding: "utf8" })
		.map((name) => join("tests/unit", name))
		.filter((path) => /\.test\.tsx?$/.test(path) && !path.endsWith(".sqlite.test.ts"))
		.filter((path) => path.endsWith(".postgres.test.ts") || opens(path))
		.sort();
}

function importsOf(root: string, path: string, text: string): string[] {
	return [...text.matchAll(IMPORT)].flatMap(([, name = ""]) => {
		const target = join(dirname(path), name);
		const file = [target, `${target}.ts`, `${target}.tsx`].find(
			(one) => /\.tsx?$/.test(one) && existsSync(join(root, one)),
		);
		return file?.startsWith("tests/") ? [file] : [];
	});
}
