import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { browserI18n } from "./i18n/browser";
import { registerWorkerWhenInstalled } from "./pwa/register-worker";
import { DocumentContext } from "./ui/shell/document-context";
import { openFailedPagesAsDocuments } from "./ui/start/failed-files";
import { undoChanges } from "./ui/start/foreign-changes";
import { keepTypedValues } from "./ui/start/typed-values";

/** Retries of a data request that is answered with 503. */
const MAX_RETRIES = 3;

/**
 * RemixBrowser suspends at the root until the page's data is decoded. A click during that time makes React 18 hydrate
 * synchronously and throw "Root did not complete". The first call of RemixBrowser starts the decoding and throws its
 * promise, which is awaited here, before React hydrates.
 */
async function decodePageData() {
	try {
		RemixBrowser({});
	} catch (decoding) {
		await decoding;
	}
}

/**
 * Wraps `fetch`. Data responses are buffered, because Remix logs an error to the console when it aborts a response that
 * it is still reading, for example at another click. Reads (requests without a method) that are answered with 503 are
 * retried after `Retry-After`. Forms are not retried: their page shows the error.
 */
function wrapFetch() {
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

/** Runs its function when React has taken over the document. */
function Started({ children, onStart }: { children: ReactNode; onStart: () => void }) {
	useLayoutEffect(onStart, [onStart]);
	return children;
}

async function start() {
	wrapFetch();
	registerWorkerWhenInstalled();
	await decodePageData();
	const { requestId } = document.documentElement.dataset;
	const putBack = undoChanges(window.pageStart?.takeChanges() ?? []);
	const restore = keepTypedValues();
	const onStart = () => {
		putBack();
		restore();
		openFailedPagesAsDocuments();
	};
	startTransition(() => {
		hydrateRoot(
			document,
			<StrictMode>
				<Started onStart={onStart}>
					<I18nextProvider i18n={browserI18n()}>
						<DocumentContext.Provider value={{ requestId }}>
							<RemixBrowser />
						</DocumentContext.Provider>
					</I18nextProvider>
				</Started>
			</StrictMode>,
		);
	});
}

if (!window.pageStart?.isPlain) await start();
