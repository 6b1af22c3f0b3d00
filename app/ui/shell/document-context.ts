import { createContext } from "react";

/** What a piece of a page is rendered from; plain data. */
export type Inputs = readonly unknown[];

/** The marks of a piece in a rendered page, by which its HTML is found. */
export interface PieceMarks {
	/** At both ends. A known piece without own parts has it once. */
	piece: string;
	/** The places of the own parts of a piece whose HTML is known, so that only these are rendered. */
	places: readonly number[] | undefined;
	/** The mark of one of its own parts, for both ends. @param place its place among them */
	own(place: number): string;
}

/** The pieces of one render by the server: see `Kept`. */
export interface Pieces {
	open(inputs: Inputs): PieceMarks;
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
