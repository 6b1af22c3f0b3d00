/** Messages in the browser, in the document's language. Each namespace is fetched when a page first needs it. */
import type { i18n } from "i18next";
import { createI18n } from "./i18next";
import { DEFAULT_LANGUAGE, isLanguage } from "./languages";
import type { Namespace, SomeMessages } from "./messages";

const BASES = import.meta.glob<{ base: SomeMessages }>("./*/base.ts");
const PAGES = import.meta.glob<Record<string, object>>("./*/pages/*.ts");

let instance: i18n | undefined;

/**
 * The i18next instance of this page, created at the first call without messages. The server decides the language;
 * messages of other languages are never fetched.
 */
export function browserI18n(): i18n {
	const { lang } = document.documentElement;
	instance ??= createI18n(isLanguage(lang) ? lang : DEFAULT_LANGUAGE, {});
	return instance;
}

/**
 * Fetches the base messages and those of `namespaces` that are not loaded yet, and adds them to {@link browserI18n}.
 * @throws {TypeError} when they cannot be fetched.
 */
export async function loadMessages(namespaces: readonly Namespace[]): Promise<void> {
	await Promise.all([loadBase(), ...namespaces.map(loadNamespace)]);
}

async function loadBase(): Promise<void> {
	const { language } = browserI18n();
	if (browserI18n().getResource(language, "translation", "shell")) return;
	const loaded = await BASES[`./${language}/base.ts`]?.();
	browserI18n().addResourceBundle(language, "translation", loaded?.base, true);
}

async function loadNamespace(namespace: Namespace): Promise<void> {
	const { language } = browserI18n();
	if (browserI18n().getResource(language, "translation", namespace)) return;
	const file = namespace.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	const loaded = await PAGES[`./${language}/pages/${file}.ts`]?.();
	browserI18n().addResourceBundle(language, "translation", { [namespace]: loaded?.[namespace] }, true);
}
