import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, it } from "vitest";
import { en } from "~/i18n/en";
import { base } from "~/i18n/en/base";
import { createI18n } from "~/i18n/i18next";
import { LANGUAGES } from "~/i18n/languages";
import { hasWords, loadWords, PARTS, partsOf } from "~/i18n/parts";
import { pt } from "~/i18n/pt";
import { base as ptBase } from "~/i18n/pt/base";
import routes from "../../../app/routes";

const APP = join(import.meta.dirname, "../../../app");
/** Of the browser's modules only: on the server all words are at hand. */
const IMPORT = /(?:from|import) "((?:~|\.\.?)\/[^"]+)"/g;
const WORD = new RegExp(`["'\`](${PARTS.join("|")})\\.[a-zA-Z]`, "g");

const fileOf = (path: string) =>
	[path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(
		(file) => /\.tsx?$/.test(file) && existsSync(file),
	);

const known = new Map<string, { imports: string[]; parts: string[] }>();
function read(file: string) {
	const source = readFileSync(file, "utf8");
	const imports = [...source.matchAll(IMPORT)].flatMap(([, name = ""]) => {
		if (/\.server$|\/i18n\//.test(name)) return [];
		const path = name.startsWith("~/") ? join(APP, name.slice(2)) : join(dirname(file), name);
		return fileOf(path) ?? [];
	});
	return { imports, parts: [...source.matchAll(WORD)].map(([, part = ""]) => part) };
}

/** The parts that a module speaks with, and all that it imports. */
function partsUsed(entry: string): Set<string> {
	const seen = new Set<string>();
	const parts = new Set<string>();
	for (const waiting = [entry]; waiting.length > 0; ) {
		const file = waiting.pop() ?? "";
		if (seen.has(file)) continue;
		seen.add(file);
		const found = known.get(file) ?? read(file);
		known.set(file, found);
		for (const part of found.parts) parts.add(part);
		waiting.push(...found.imports);
	}
	return parts;
}

const pages = (entries: readonly RouteConfigEntry[], above = ""): [address: string, file: string][] =>
	entries.flatMap((entry) => {
		const address = entry.path ? `${above}/${entry.path}` : above || "/";
		return [[address, join(APP, entry.file)] as [string, string], ...pages(entry.children ?? [], address)];
	});

/** Without the addresses that answer with something else than a page. */
const PAGES = pages(routes as RouteConfigEntry[]).filter(([, file]) => file.endsWith(".tsx"));

describe("the words of a page", () => {
	it.each(PAGES)("%s has those that its modules speak with", (address, file) => {
		const used = [...partsUsed(file)];
		expect(partsOf(address)).toEqual(expect.arrayContaining(used));
	});

	it("are none that it does not speak with", () => {
		const isUnder = (address: string, above: string) => `${address}/`.startsWith(`${above}/`);
		const tops = PAGES.filter(
			([address]) => !PAGES.some(([other]) => other !== address && isUnder(address, other)),
		);
		for (const [top] of tops) {
			const under = PAGES.filter(([address]) => isUnder(address, top));
			const used = new Set(under.flatMap(([, file]) => [...partsUsed(file)]));
			for (const [address] of under) {
				for (const part of partsOf(address)) expect(used, address).toContain(part);
			}
		}
	});

	it("of the shell are the base alone", () => {
		expect([...partsUsed(join(APP, "root.tsx"))]).toEqual([]);
	});

	it("are not those of a page whose address only begins alike", () => {
		expect(partsOf("/storehouse")).toEqual([]);
		expect(partsOf("/store/an-item/redeem")).toEqual(["pictures", "store"]);
	});

	it.each(["/STORE", "/%73tore/", "/Store/%zz"])(
		"are there however the address is written: %s",
		(address) => {
			expect(partsOf(address)).toEqual(["pictures", "store"]);
		},
	);
});

it.each(LANGUAGES)("words that were not there are there once they are loaded: %s", async (language) => {
	const i18n = createI18n(language, language === "en" ? base : ptBase);
	expect([hasWords(i18n, "/"), hasWords(i18n, "/fairness")]).toEqual([true, false]);
	await loadWords(i18n, "/fairness");
	expect(hasWords(i18n, "/fairness")).toBe(true);
	const { fairness } = language === "en" ? en : pt;
	expect(i18n.t("fairness.title")).toBe(fairness.title);
});

it("all words are base, part, or said by the server alone", () => {
	expect(Object.keys(en).sort()).toEqual([...Object.keys(base), "notices", ...PARTS].sort());
});
