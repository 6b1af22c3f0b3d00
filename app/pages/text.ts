/** A long text as the server composes it, ready to be shown. */
export interface TextPage {
	title: string;
	intro: Piece[];
	sections: Section[];
}

export interface Section {
	/** Of its heading, for links to it. */
	id: string;
	title: string;
	blocks: Block[];
}

export type Block =
	| { kind: "text"; pieces: Piece[] }
	| { kind: "list"; items: Piece[][] }
	| { kind: "table"; head: string[]; rows: Piece[][][] };

/** Words, a link, or a name such as a cookie's. */
export type Piece = string | { text: string; to: string } | { code: string };
