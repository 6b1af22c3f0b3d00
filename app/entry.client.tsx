import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createI18n } from "./i18n/i18next";

// The server decided the language; the words of the other one are never loaded.
const language = document.documentElement.lang === "en" ? "en" : "pt";
const messages = language === "en" ? (await import("./i18n/en")).en : (await import("./i18n/pt")).pt;

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
