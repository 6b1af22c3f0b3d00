/** A composed text. */
export interface TextPage {
	title: string;
	intro: Piece[];
	sections: Section[];
}

export interface Section {
	/** The id of its heading, for links. */
	id: string;
	title: string;
	blocks: Block[];
}

export type Block =
	| { kind: "text"; pieces: Piece[] }
	| { kind: "list"; items: Piece[][] }
	| { kind: "table"; head: string[]; rows: Piece[][][] };

/** Plain text, a link, or a name such as a cookie's. */
export type Piece = string | { text: string; to: string } | { code: string };
