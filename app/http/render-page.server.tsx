import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { sourceOf } from "./security-headers.server";

interface Rendering {
	url: string;
	context: EntryContext;
	nonce: string;
	/** Wraps the page in its context providers. */
	wrap(page: ReactElement): ReactElement;
}

/** Passes the data in the script before it to Remix's script, which decodes them. */
const PASS_DATA = `{const data=window.__remixContext.streamController;data.enqueue(document.currentScript.previousSibling.textContent);data.close()}`;

/**
 * Renders a page to one string, including the doctype and without its data. Pages have all their data when their loaders are
 * done, so streaming gains nothing and takes 50 % more time in React, compression and the connection.
 * @param rendering `nonce` marks the inline scripts.
 * @throws any error of the render; Remix then renders the error page.
 */
export function renderPage({ url, context, nonce, wrap }: Rendering): string {
	const { serverHandoffStream: _, ...rest } = context;
	return `<!DOCTYPE html>${renderToString(wrap(<RemixServer context={rest} url={url} nonce={nonce} />))}`;
}

/**
 * The data of a page, to append to its HTML. They are in a script that does not run, so that they need neither a hash nor quotes.
 * @param data see {@link readData}.
 */
export const dataScripts = (data: string): string =>
	`<script type="application/json">${data.replaceAll("<", "\\u003c")}</script><script>${PASS_DATA}</script>`;

/** The `script-src` source of {@link dataScripts}. */
export const DATA_SOURCE = sourceOf(PASS_DATA);

/** Reads the encoded loader data for the browser. Remix would otherwise read it by suspending React, which `renderToString` does not support. */
export async function readData({ serverHandoffStream }: EntryContext): Promise<string> {
	if (!serverHandoffStream) throw new Error("Remix passes no serverHandoffStream: is v3_singleFetch off?");
	const reader = serverHandoffStream.getReader();
	const decoder = new TextDecoder();
	let value = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		value += decoder.decode(part.value, { stream: true });
	}
	reader.releaseLock();
	return value;
}
