import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { browserI18n } from "./i18n/browser";
import { DocumentContext } from "./ui/shell/document-context";

/** When the site is too busy to answer. */
const MAX_RETRIES = 3;

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
await decodePageData();
const { requestId } = document.documentElement.dataset;

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<I18nextProvider i18n={browserI18n()}>
				<DocumentContext.Provider value={{ requestId }}>
					<RemixBrowser />
				</DocumentContext.Provider>
			</I18nextProvider>
		</StrictMode>,
	);
});
