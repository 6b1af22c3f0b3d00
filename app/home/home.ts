/** The hunt on the home page. Amounts of an open hunt are euros, of a finished one cents. */
export type HomeHunt =
	| { kind: "outside" }
	| {
			kind: "open";
			id: string;
			revision: number;
			guesses: number;
			title: string;
			isGuessing: boolean;
			opened: number;
			total: number;
			won: number;
			/** The multiplier that the unopened slots need to break even. */
			needed: number | null;
	  }
	| {
			kind: "last";
			id: string;
			revision: number;
			guesses: number;
			title: string;
			/** The day on which it was finished, formatted. */
			day: string;
			startCost: number;
			won: number;
			winner: string | null;
			bestMultiplier: { name: string; ratio: number } | undefined;
	  };

export interface NextStream {
	/** ISO instant. */
	at: string;
	/** The same instant in the site's time zone, formatted. */
	label: string;
}

export interface HomePromotion {
	id: string;
	title: string;
	image: string;
	welcomeBonus: string | null;
}

/** A game that can be played. */
export interface HomeGame {
	id: string;
	name: string;
	path: string;
	/** The address of its picture. */
	art: string;
	/** It is open only while an admin runs it. */
	isLive: boolean;
}
