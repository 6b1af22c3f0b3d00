import { createContext } from "react";

/** What a piece of a page is rendered from; plain data. */
export type Inputs = readonly unknown[];

/** The pieces of one render by the server: see `Kept`. */
export interface Pieces {
	/** The HTML of a piece that was rendered from the same inputs. */
	find(inputs: Inputs): string | undefined;
	/** A text to put at both ends of a piece, so that its HTML is found in the page and kept. */
	mark(inputs: Inputs): string;
}

interface DocumentContextValue {
	/** The nonce of the page's inline scripts during the server's render; undefined in the browser. */
	nonce?: string | undefined;
	/** The id of a request that failed. Not part of the page data, because visitors share cached pages. */
	requestId?: string | undefined;
	/** Undefined in the browser. */
	pieces?: Pieces | undefined;
}

/** Values of the document that the server's render and the browser provide differently. */
export const DocumentContext = createContext<DocumentContextValue>({});
