import { createContext } from "react";

interface DocumentContextValue {
	/** The nonce of the page's inline scripts during the server's render; undefined in the browser. */
	nonce?: string | undefined;
	/** The id of a request that failed. Not part of the page data, because visitors share cached pages. */
	requestId?: string | undefined;
}

/** Values of the document that the server's render and the browser provide differently. */
export const DocumentContext = createContext<DocumentContextValue>({});
