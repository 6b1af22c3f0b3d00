import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

interface Rendering {
	url: string;
	context: EntryContext;
	nonce: string;
	/** Wraps the page in its context providers. */
	wrap(page: ReactElement): ReactElement;
}

/**
 * Renders a page to one string, including the doctype. Pages have all their data when their loaders are done, so
 * streaming gains nothing and takes 50 % more time in React, compression and the connection.
 * @param rendering `nonce` marks the inline scripts. The context's handoff stream is consumed.
 * @throws any error of the render; Remix then renders the error page.
 */
export async function renderPage({ url, context, nonce, wrap }: Rendering): Promise<string> {
	const result = { done: true, value: await readHandoff(context) };
	const renderMeta = {
		...context.renderMeta,
		streamCache: { 0: Object.assign(Promise.resolve(), { result }) },
	};
	const page = <RemixServer context={{ ...context, renderMeta }} url={url} nonce={nonce} />;
	return `<!DOCTYPE html>${renderToString(wrap(page))}`;
}

/** Reads the encoded loader data for the browser. Remix would otherwise read it by suspending React, which `renderToString` does not support. */
async function readHandoff({ serverHandoffStream }: EntryContext): Promise<string> {
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
