import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "./i18n/i18next";

// The server decided the language; the words of the other one are never loaded.
const language = document.documentElement.lang === "en" ? "en" : "pt";
const words =
	language === "en" ? import("./i18n/en").then(({ en }) => en) : import("./i18n/pt").then(({ pt }) => pt);

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

const [messages] = await Promise.all([words, decodePageData()]);

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<I18nextProvider i18n={createI18n(language, messages)}>
				<RemixBrowser />
			</I18nextProvider>
		</StrictMode>,
	);
});
