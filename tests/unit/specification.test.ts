import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testTitles } from "../support/test-titles";

const PAGE = readFileSync("docs/specification.md", "utf8");
/** The sections of both documents that have rows. */
const SECTIONS = ["P", "G"].flatMap((document) =>
	[2, 3, 4, 5, 6, 7, 8, 9].map((section) => `${document}${section}`),
);

interface Row {
	id: string;
	text: string;
	/** The last column: tests, or the reason for a difference and tests of the implemented behaviour. */
	shownBy: string;
}

const rows: Row[] = [...PAGE.matchAll(/^\| ([PG]\d+\.\d+) \| (.*?) \| (.*) \|$/gm)].map(
	([, id = "", text = "", shownBy = ""]) => ({ id, text, shownBy }),
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

describe("docs/specification.md", () => {
	it("has every section of both documents, numbered without gaps", () => {
		const sectionOf = ({ id }: Row) => id.split(".")[0] ?? "";
		expect([...new Set(rows.map(sectionOf))]).toEqual(SECTIONS);
		for (const section of SECTIONS) {
			const ids = rows.filter((row) => sectionOf(row) === section).map(({ id }) => id);
			expect(ids).toEqual(ids.map((_, place) => `${section}.${place + 1}`));
		}
	});

	it("has no other rows in its tables", () => {
		const lines = PAGE.split("\n").filter((line) => /^\|(?! Row \|)(?!---)/.test(line));
		expect(lines.filter((line) => !rows.some(({ id }) => line.startsWith(`| ${id} |`)))).toEqual([]);
	});

	it("has a description and a test or the reason for a difference in every row", () => {
		const incomplete = rows.filter(
			(row) => row.text.length < 10 || (testsIn(row).length === 0 && !row.shownBy.startsWith("Differs: ")),
		);
		expect(incomplete.map(({ id }) => id)).toEqual([]);
	});

	it("refers only to existing tests, each unambiguously", { timeout: 30_000 }, () => {
		const wrong = rows.flatMap((row) =>
			testsIn(row).flatMap(({ line, path, titles }) => {
				if (!existsSync(path)) return `${row.id}: ${path} does not exist`;
				const hits = titlesOf(path).filter(
					(found) => found.slice(-titles.length).join(" › ") === titles.join(" › "),
				).length;
				if (titles.length > 0 && hits === 1) return [];
				return `${row.id}: ${hits} tests have the title ${line}`;
			}),
		);
		expect(wrong).toEqual([]);
	});
});
