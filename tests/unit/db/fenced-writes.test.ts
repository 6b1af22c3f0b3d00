import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** How a statement outside of an act would be written; the acts of a process that no longer leads are refused as a whole. */
const UNFENCED: readonly RegExp[] = [
	/\b(?!trx\b)\w+\s*\.(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(/g,
	/sql(<[^`]*>)?`\s*(insert|update|delete|with)\b[^`]*\b(insert into|update|delete from)\b[^`]*`\s*\.execute\((?!\s*trx\b)/g,
	/\.(transaction|startTransaction|connection)\(\)/g,
	/\btrx: (?!Trx\b)\w+/g,
];

it("each statement of the site that writes runs on the transaction of an act", () => {
	const found = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name))
		.flatMap((name) => {
			const text = readFileSync(`app/${name}`, "utf8");
			return UNFENCED.flatMap((pattern) => [...text.matchAll(pattern)].map(([part]) => `${name}: ${part}`));
		});
	expect(found).toEqual([]);
});
