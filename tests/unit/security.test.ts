import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { testTitles } from "../support/test-titles";

const PAGE = readFileSync("docs/security.md", "utf8");

/** Of each row that names tests: its point, and the tests as they are named there. */
const rows = PAGE.split("\n").flatMap((line) => {
	const [, point = "", , shownBy = ""] = line.split(" | ").length === 3 ? [line, ...line.split(" | ")] : [];
	return shownBy.startsWith("`")
		? { point: point.replace(/^\| /, ""), tests: shownBy.replace(/ \|$/, "").split("<br>") }
		: [];
});

it("has a test for every point that it makes", () => {
	expect(rows.length).toBeGreaterThan(25);
	const points = PAGE.split("\n").filter((line) => /^\| .* \(.*\d\.\d/.test(line));
	expect(points.filter((line) => !rows.some(({ point }) => line.startsWith(`| ${point} |`)))).toEqual([]);
});

it("names only tests that are there", { timeout: 30_000 }, () => {
	const lost = rows.flatMap(({ point, tests }) =>
		tests.flatMap((line) => {
			const [file = "", ...titles] = line.split(" › ");
			const path = `tests/${file.slice(1, -1)}`;
			if (!existsSync(path)) return `${point}: there is no ${path}`;
			const wanted = titles.join(" › ").replaceAll("$id", "…");
			const hits = testTitles(path).filter((found) => found.slice(-titles.length).join(" › ") === wanted);
			return hits.length > 0 ? [] : `${point}: no test is called ${line}`;
		}),
	);
	expect(lost).toEqual([]);
});
