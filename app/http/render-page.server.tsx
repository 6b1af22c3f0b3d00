import type { EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { pageManifest } from "./page-routes.server";

interface Rendering {
	url: string;
	context: EntryContext;
	nonce: string;
	/** Puts around the page what its parts look for. */
	within(page: ReactElement): ReactElement;
}

/**
 * A page in one piece. All that pages show is there once their loaders are done, so that nothing is gained by
 * sending one bit by bit, which takes React, compression and connection half as long again.
 * @throws whatever the page throws while it is rendered; Remix then renders the page of an error.
 */
export async function renderPage({ url, context, nonce, within }: Rendering): Promise<string> {
	const manifest = pageManifest(context);
	const result = { done: true, value: await handoffOf(context) };
	const renderMeta = {
		...context.renderMeta,
		streamCache: { 0: Object.assign(Promise.resolve(), { result }) },
	};
	const page = <RemixServer context={{ ...context, manifest, renderMeta }} url={url} nonce={nonce} />;
	return `<!DOCTYPE html>${renderToString(within(page))}`;
}

/** The loaders' data for the browser, which Remix would otherwise read while React waits. */
async function handoffOf({ serverHandoffStream }: EntryContext): Promise<string> {
	if (!serverHandoffStream) throw new Error("Remix hands over no data: is its single fetch off?");
	const reader = serverHandoffStream.getReader();
	const decoder = new TextDecoder();
	let value = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		value += decoder.decode(part.value, { stream: true });
	}
	reader.releaseLock();
	return value;
}
