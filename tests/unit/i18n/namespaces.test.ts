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
const NAMESPACES = Object.keys(en).filter((name) => !(name in base) && name !== "notices");
/** Imports of browser modules; on the server all messages are there. */
const IMPORT = /(?:from|import) "((?:~|\.\.?)\/[^"]+)"/g;
const KEY = new RegExp(`["'\`](${NAMESPACES.join("|")})\\.[a-zA-Z]`, "g");
const DECLARED = /declarePage\(\{[\s\S]*?messages: \[([^\]]*)\]/;

const fileOf = (path: string) =>
	[path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(
		(file) => /\.tsx?$/.test(file) && existsSync(file),
	);

const known = new Map<string, { imports: string[]; namespaces: string[] }>();
function read(file: string) {
	const source = readFileSync(file, "utf8");
	const imports = [...source.matchAll(IMPORT)].flatMap(([, name = ""]) => {
		if (/\.server$|\/i18n\//.test(name)) return [];
		const path = name.startsWith("~/") ? join(APP, name.slice(2)) : join(dirname(file), name);
		return fileOf(path) ?? [];
	});
	return { imports, namespaces: [...source.matchAll(KEY)].map(([, namespace = ""]) => namespace) };
}

/** The namespaces whose messages a module and its imports show. */
function usedBy(entry: string): Set<string> {
	const seen = new Set<string>();
	const used = new Set<string>();
	for (const waiting = [entry]; waiting.length > 0; ) {
		const file = waiting.pop() ?? "";
		if (seen.has(file)) continue;
		seen.add(file);
		const found = known.get(file) ?? read(file);
		known.set(file, found);
		for (const namespace of found.namespaces) used.add(namespace);
		waiting.push(...found.imports);
	}
	return used;
}

interface Page {
	file: string;
	/** Files of the routes above it. */
	above: string[];
}

const pagesIn = (entries: readonly RouteConfigEntry[], above: string[] = []): Page[] =>
	entries.flatMap((entry) => {
		const file = join(APP, entry.file);
		return [{ file, above }, ...pagesIn(entry.children ?? [], [...above, file])];
	});

const PAGES = pagesIn(routes as RouteConfigEntry[]).filter(({ file }) => file.endsWith(".tsx"));

const declaredIn = (file: string): string[] =>
	[...(DECLARED.exec(readFileSync(file, "utf8"))?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
		([, name = ""]) => name,
	);

describe("the messages of a page", () => {
	it.each(PAGES)("$file declares those that it shows", ({ file, above }) => {
		const declared = [file, ...above].flatMap(declaredIn);
		expect(declared).toEqual(expect.arrayContaining([...usedBy(file)]));
	});

	it.each(PAGES)("$file declares none that neither it nor its child routes show", ({ file }) => {
		const used = PAGES.filter((page) => page.file === file || page.above.includes(file)).flatMap((page) => [
			...usedBy(page.file),
		]);
		expect(used).toEqual(expect.arrayContaining(declaredIn(file)));
	});

	it("are read from the declarations", () => {
		expect(declaredIn(join(APP, "routes/store.tsx"))).toContain("store");
	});

	it("are those of all pages in the shell", () => {
		expect([...usedBy(join(APP, "root.tsx"))]).toEqual([]);
	});
});

describe.each(LANGUAGES)("a browser with the document's language %s", (language) => {
	it("fetches the messages that a page declares, and those of all pages", async () => {
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

it.each(LANGUAGES)("each namespace has a file of its name: %s", async (language) => {
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
