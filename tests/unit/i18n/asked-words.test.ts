import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { en } from "~/i18n/en";

/** `key.of.a.text`. */
const keysOf = (tree: object, path = ""): string[] =>
	Object.entries(tree).flatMap(([key, value]) =>
		typeof value === "string" ? [path + key] : keysOf(value, `${path}${key}.`),
	);

const known = new Set(keysOf(en));
/** Tables of the database go by the same names as some parts, but not in a page or as an argument of `t`. */
const IN_A_PAGE = new RegExp(`["'](?:${Object.keys(en).join("|")})(?:\\.\\w+)+["']`, "g");
const ASKED = /\bt\(\s*["'][\w.]+["']/g;

const asked = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("i18n/"))
	.flatMap((file) => {
		const source = readFileSync(`app/${file}`, "utf8");
		const found = file.endsWith(".tsx")
			? [...source.matchAll(IN_A_PAGE), ...source.matchAll(ASKED)]
			: [...source.matchAll(ASKED)];
		return found.map(([text]) => ({ file, key: text.replaceAll(/^t\(|["'\s]/g, "") }));
	});

it("there is every text that the code asks for", () => {
	expect(asked.length).toBeGreaterThan(300);
	expect(asked.filter(({ key }) => !known.has(key) && !known.has(`${key}_one`))).toEqual([]);
});
