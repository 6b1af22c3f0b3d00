import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "./i18n/i18next";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "./i18n/languages";
import type { SomeMessages } from "./i18n/messages";
import { loadWords } from "./i18n/parts";
import { DocumentContext } from "./ui/shell/document-context";

// The server decided the language; the words of the others are never loaded.
const { lang, dataset } = document.documentElement;
const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
const BASES: Record<Language, () => Promise<{ base: SomeMessages }>> = {
	pt: () => import("./i18n/pt/base"),
	en: () => import("./i18n/en/base"),
};

/** When the site is too busy to answer. */
const MAX_RETRIES = 3;

async function createWords() {
	const { base } = await BASES[language]();
	const i18n = createI18n(language, base);
	await loadWords(i18n, location.pathname);
	return i18n;
}

/**
 * RemixBrowser suspends at the root until the page's data are decoded. A click in that moment makes
 * React 18 hydrate at once, which it cannot, and throw "Root did not complete". So the decoding, which
 * the first call starts and throws as a promise, is over before React begins.
 */
async function decodePageData() {
	try {
		RemixBrowser({});
	} catch (decoding) {
		await decoding;
	}
}

/**
 * Remix writes an error into the console when a page's data are cut off while it reads them, as a click or newer
 * data may at any time. So it gets them once they are whole. A site that is busy says when to ask again: so do
 * those who read, and whoever sent a form is told instead.
 */
function readDataWhole() {
	const { fetch } = window;
	window.fetch = async (input, init) => {
		let response = await fetch(input, init);
		for (let times = 1; response.status === 503 && !init?.method && times <= MAX_RETRIES; times += 1) {
			const seconds = Number(response.headers.get("Retry-After"));
			if (!seconds) break;
			await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
			response = await fetch(input, init);
		}
		if (!response.body || !response.headers.has("X-Remix-Response")) return response;
		return new Response(await response.arrayBuffer(), response);
	};
}

readDataWhole();
const [i18n] = await Promise.all([createWords(), decodePageData()]);

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<I18nextProvider i18n={i18n}>
				<DocumentContext.Provider value={{ requestId: dataset.requestId }}>
					<RemixBrowser />
				</DocumentContext.Provider>
			</I18nextProvider>
		</StrictMode>,
	);
});
