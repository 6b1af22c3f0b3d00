import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterEach, describe, expect, it, vi } from "vitest";
import { en } from "~/i18n/en";
import { base } from "~/i18n/en/base";
import { LANGUAGES } from "~/i18n/languages";
import type { Namespace } from "~/i18n/messages";
import { pt } from "~/i18n/pt";
import { base as ptBase } from "~/i18n/pt/base";
import routes from "../../../app/routes";

afterEach(() => {
	vi.unstubAllGlobals();
});

const APP = join(import.meta.dirname, "../../../app");
const NAMESPACES = Object.keys(en).filter((name) => !(name in base) && !["names", "notices"].includes(name));
/** Imports between browser modules, types aside; server modules have all messages. */
const IMPORT = /(?:from|import) "((?:~|\.\.?)\/[^"]+)"/g;
const KEY = new RegExp(`["'\`](${NAMESPACES.join("|")})\\.[a-zA-Z]`, "g");
const DECLARED = /declarePage\(\{[\s\S]*?messages: \[([^\]]*)\]/;

const fileOf = (path: string) =>
	[path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(
		(file) => /\.tsx?$/.test(file) && existsSync(file),
	);

const known = new Map<string, { imports: string[]; namespaces: string[] }>();
function read(file: string) {
	const source = readFileSync(file, "utf8").replaceAll(/^import type [^;]*;/gm, "");
	const imports = [...source.matchAll(IMPORT)].flatMap(([, name = ""]) => {
		if (/\.server$|\/i18n\//.test(name)) return [];
		const path = name.startsWith("~/") ? join(APP, name.slice(2)) : join(dirname(file), name);
		return fileOf(path) ?? [];
	});
	return { imports, namespaces: [...source.matchAll(KEY)].map(([, namespace = ""]) => namespace) };
}

/** The namespaces whose messages a module and its imports use. */
function usedBy(entry: string): Set<string> {
	const seen = new Set<string>();
	const used = new Set<string>();
	for (const pending = [entry]; pending.length > 0; ) {
		const file = pending.pop() ?? "";
		if (seen.has(file)) continue;
		seen.add(file);
		const found = known.get(file) ?? read(file);
		known.set(file, found);
		for (const namespace of found.namespaces) used.add(namespace);
		pending.push(...found.imports);
	}
	return used;
}

interface Page {
	file: string;
	/** Files of its parent routes. */
	parents: string[];
}

const pagesIn = (entries: readonly RouteConfigEntry[], parents: string[] = []): Page[] =>
	entries.flatMap((entry) => {
		const file = join(APP, entry.file);
		return [{ file, parents }, ...pagesIn(entry.children ?? [], [...parents, file])];
	});

const PAGES = pagesIn(routes as RouteConfigEntry[]).filter(({ file }) => file.endsWith(".tsx"));

const declaredIn = (file: string): string[] =>
	[...(DECLARED.exec(readFileSync(file, "utf8"))?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
		([, name = ""]) => name,
	);

it("each page declares the messages that it uses, and only those that it or its child routes use", () => {
	expect(declaredIn(join(APP, "routes/store.tsx"))).toContain("store");
	const wrong = PAGES.flatMap(({ file, parents }) => {
		const declared = declaredIn(file);
		const available = new Set([...declared, ...parents.flatMap(declaredIn)]);
		const children = PAGES.filter((page) => page.file === file || page.parents.includes(file));
		const used = new Set(children.flatMap((page) => [...usedBy(page.file)]));
		const missing = [...usedBy(file)].filter((name) => !available.has(name));
		const unused = declared.filter((name) => !used.has(name));
		return missing.length + unused.length > 0 ? [{ file, missing, unused }] : [];
	});
	expect(wrong).toEqual([]);
	expect([...usedBy(join(APP, "root.tsx"))], "the shell needs no declaration").toEqual([]);
});

describe.each(LANGUAGES)("a browser with the document's language %s", (language) => {
	it("fetches the messages that a page declares, and the common ones", async () => {
		vi.resetModules();
		vi.stubGlobal("document", { documentElement: { lang: language } });
		const { browserI18n, loadMessages } = await import("~/i18n/browser");
		await loadMessages(["crashFairness"]);
		const messages = language === "en" ? en : pt;
		const has = (namespace: string) => browserI18n().getResource(language, "translation", namespace);
		expect(has("crashFairness")).toEqual(messages.crashFairness);
		expect(has("shell")).toEqual((language === "en" ? base : ptBase).shell);
		expect(has("store")).toBeUndefined();
	});
});

it.each(LANGUAGES)("each namespace has a file with its name: %s", async (language) => {
	vi.resetModules();
	vi.stubGlobal("document", { documentElement: { lang: language } });
	const { browserI18n, loadMessages } = await import("~/i18n/browser");
	await loadMessages(NAMESPACES as Namespace[]);
	for (const namespace of NAMESPACES) {
		expect(browserI18n().getResource(language, "translation", namespace)).toEqual(
			(language === "en" ? en : pt)[namespace as Namespace],
		);
	}
});
