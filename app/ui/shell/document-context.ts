import { createContext } from "react";

/** What a piece of a page is rendered from; plain data. */
export type Inputs = readonly unknown[];

/** The marks by which the HTML of a piece is found in a rendered page. */
export interface PieceMarks {
	/** Stands at both ends of a piece, or once instead of a known piece without own parts. */
	piece: string;
	/** The places of the own parts of a known piece, which alone are rendered. Undefined for an unknown piece. */
	places: readonly number[] | undefined;
	/** The mark for both ends of an own part. @param place the index of the part in `own` */
	own(place: number): string;
}

/** The pieces of one render by the server: see `Kept`. */
export interface Pieces {
	/** The marks of the piece with these inputs. */
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
