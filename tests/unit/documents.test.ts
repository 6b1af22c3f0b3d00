import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { testTitles } from "../support/test-titles";

const SPECIFICATION = readFileSync("docs/specification.md", "utf8");
const SECURITY = readFileSync("docs/security.md", "utf8");

const specified = [...SPECIFICATION.matchAll(/^\| ([PGT]\d+\.\d+) \| (.*?) \| (.*) \|$/gm)].map(
	([, id = "", text = "", shownBy = ""]) => ({ id, text, shownBy }),
);
const points = SECURITY.split("\n").flatMap((line) => {
	const [id = "", text = "", shownBy = ""] = line.split(" | ");
	return shownBy.startsWith("`") ? { id: id.slice(2), text, shownBy: shownBy.replace(/ \|$/, "") } : [];
});

const known = new Map<string, string[][]>();
function titlesOf(path: string): string[][] {
	if (!known.has(path)) known.set(path, testTitles(path));
	return known.get(path) ?? [];
}

/** References such as "`unit/store/redeem.test.ts` › a redeem › takes points and a piece" that name no test, or several. */
const wrongIn = (rows: readonly { id: string; shownBy: string }[], isUnique: boolean) =>
	rows.flatMap(({ id, shownBy }) =>
		shownBy.split("<br>").flatMap((line) => {
			if (!line.startsWith("`")) return [];
			const [file = "", ...titles] = line.split(" › ");
			const path = `tests/${file.slice(1, -1)}`;
			const sought = titles.join(" › ").replaceAll("$id", "…");
			const found = existsSync(path) ? titlesOf(path) : [];
			const hits = found.filter((one) => one.slice(-titles.length).join(" › ") === sought).length;
			return titles.length > 0 && (isUnique ? hits === 1 : hits > 0)
				? []
				: `${id}: ${hits} tests are ${line}`;
		}),
	);

it("the rows of docs/specification.md are complete and name existing tests", { timeout: 30_000 }, () => {
	const sections = ["P", "G", "T"].flatMap((document) =>
		[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `${document}${at}`),
	);
	const numbers = sections.flatMap((section) =>
		specified.filter(({ id }) => id.startsWith(`${section}.`)).map((_row, at) => `${section}.${at + 1}`),
	);
	expect(specified.map(({ id }) => id)).toEqual(numbers);
	expect([...SPECIFICATION.matchAll(/^\|(?! Row \|)(?!---)/gm)]).toHaveLength(specified.length);
	const bare = specified.filter(({ text, shownBy }) => text.length < 10 || !/^(Differs: |`)/.test(shownBy));
	expect(bare).toEqual([]);
	expect(wrongIn(specified, true)).toEqual([]);
});

it("every point of docs/security.md has a test, and each named test exists", { timeout: 30_000 }, () => {
	expect(points.length).toBeGreaterThan(25);
	const listed = SECURITY.split("\n").filter((line) => /^\| .* \(.*\d\.\d/.test(line));
	expect(listed.filter((line) => !points.some(({ id }) => line.startsWith(`| ${id} |`)))).toEqual([]);
	expect(wrongIn(points, false)).toEqual([]);
});
