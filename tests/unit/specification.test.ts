import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testTitles } from "../support/test-titles";

const PAGE = readFileSync("docs/specification.md", "utf8");
/** Of both documents: every section that says something to be shown. */
const SECTIONS = ["P", "G"].flatMap((document) =>
	[2, 3, 4, 5, 6, 7, 8, 9].map((section) => `${document}${section}`),
);

interface Row {
	id: string;
	says: string;
	/** The last column: tests, or why it differs and tests of what is there instead. */
	shownBy: string;
}

const rows: Row[] = [...PAGE.matchAll(/^\| ([PG]\d+\.\d+) \| (.*?) \| (.*) \|$/gm)].map(
	([, id = "", says = "", shownBy = ""]) => ({ id, says, shownBy }),
);

/** `unit/store/redeem.test.ts` › a redeem › takes points and a piece */
const testsIn = ({ shownBy }: Row) =>
	shownBy
		.split("<br>")
		.filter((line) => line.startsWith("`"))
		.map((line) => {
			const [file = "", ...titles] = line.split(" › ");
			return { line, path: `tests/${file.slice(1, -1)}`, titles };
		});

const known = new Map<string, string[][]>();
function titlesOf(path: string): string[][] {
	const titles = known.get(path) ?? testTitles(path);
	known.set(path, titles);
	return titles;
}

describe("the specification, row by row", () => {
	it("has every section of both documents, numbered without a gap", () => {
		const sectionOf = ({ id }: Row) => id.split(".")[0] ?? "";
		expect([...new Set(rows.map(sectionOf))]).toEqual(SECTIONS);
		for (const section of SECTIONS) {
			const ids = rows.filter((row) => sectionOf(row) === section).map(({ id }) => id);
			expect(ids).toEqual(ids.map((_, place) => `${section}.${place + 1}`));
		}
	});

	it("has nothing else in its tables", () => {
		const lines = PAGE.split("\n").filter((line) => /^\|(?! Row \|)(?!---)/.test(line));
		expect(lines.filter((line) => !rows.some(({ id }) => line.startsWith(`| ${id} |`)))).toEqual([]);
	});

	it("says of every row what it is about, and names a test or why it differs", () => {
		const silent = rows.filter(
			(row) => row.says.length < 10 || (testsIn(row).length === 0 && !row.shownBy.startsWith("Differs: ")),
		);
		expect(silent.map(({ id }) => id)).toEqual([]);
	});

	it("names only tests that are there, each so that it is one", { timeout: 30_000 }, () => {
		const lost = rows.flatMap((row) =>
			testsIn(row).flatMap(({ line, path, titles }) => {
				if (!existsSync(path)) return `${row.id}: there is no ${path}`;
				const hits = titlesOf(path).filter(
					(found) => found.slice(-titles.length).join(" › ") === titles.join(" › "),
				).length;
				if (titles.length > 0 && hits === 1) return [];
				return `${row.id}: ${hits} tests are called ${line}`;
			}),
		);
		expect(lost).toEqual([]);
	});
});
