import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { en } from "~/i18n/en";

/** Message keys such as `key.of.a.text`. */
const keysOf = (tree: object, path = ""): string[] =>
	Object.entries(tree).flatMap(([key, value]) =>
		typeof value === "string" ? [path + key] : keysOf(value, `${path}${key}.`),
	);

const known = new Set(keysOf(en));
/** Only in components: elsewhere, strings of this form may be columns of tables with a namespace's name. */
const KEY_IN_COMPONENT = new RegExp(`["'](?:${Object.keys(en).join("|")})(?:\\.\\w+)+["']`, "g");
const ARGUMENT_OF_T = /\bt\(\s*["'][\w.]+["']/g;

const used = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("i18n/"))
	.flatMap((file) => {
		const source = readFileSync(`app/${file}`, "utf8");
		const found = file.endsWith(".tsx")
			? [...source.matchAll(KEY_IN_COMPONENT), ...source.matchAll(ARGUMENT_OF_T)]
			: [...source.matchAll(ARGUMENT_OF_T)];
		return found.map(([text]) => ({ file, key: text.replaceAll(/^t\(|["'\s]/g, "") }));
	});

it("every message key that the code uses exists", () => {
	expect(used.length).toBeGreaterThan(300);
	expect(used.filter(({ key }) => !known.has(key) && !known.has(`${key}_one`))).toEqual([]);
});
