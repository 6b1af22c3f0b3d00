import { createContext } from "react";

interface DocumentContextValue {
	/** Marks the page's own scripts while the server renders; undefined in the browser. */
	nonce?: string | undefined;
	/** Of a document that failed. The page data do not hold it: many visitors share the same page. */
	requestId?: string | undefined;
}

export const DocumentContext = createContext<DocumentContextValue>({});
