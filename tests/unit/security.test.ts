import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { testTitles } from "../support/test-titles";

const PAGE = readFileSync("docs/security.md", "utf8");

/** For each row with tests: its point and its references to tests. */
const rows = PAGE.split("\n").flatMap((line) => {
	const [, point = "", , shownBy = ""] = line.split(" | ").length === 3 ? [line, ...line.split(" | ")] : [];
	return shownBy.startsWith("`")
		? { point: point.replace(/^\| /, ""), tests: shownBy.replace(/ \|$/, "").split("<br>") }
		: [];
});

it("docs/security.md has a test for every point", () => {
	expect(rows.length).toBeGreaterThan(25);
	const points = PAGE.split("\n").filter((line) => /^\| .* \(.*\d\.\d/.test(line));
	expect(points.filter((line) => !rows.some(({ point }) => line.startsWith(`| ${point} |`)))).toEqual([]);
});

it("docs/security.md refers only to existing tests", { timeout: 30_000 }, () => {
	const missing = rows.flatMap(({ point, tests }) =>
		tests.flatMap((line) => {
			const [file = "", ...titles] = line.split(" › ");
			const path = `tests/${file.slice(1, -1)}`;
			if (!existsSync(path)) return `${point}: ${path} does not exist`;
			const expected = titles.join(" › ").replaceAll("$id", "…");
			const hits = testTitles(path).filter((found) => found.slice(-titles.length).join(" › ") === expected);
			return hits.length > 0 ? [] : `${point}: no test has the title ${line}`;
		}),
	);
	expect(missing).toEqual([]);
});
