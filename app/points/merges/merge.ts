/** What a merge would do. */
export interface MergeOffer {
	provider: string;
	/** The name that the provider was asked for. */
	username: string;
	/** On the site. */
	points: number;
	/** At the provider. */
	held: number;
	/** Of those, taken over before. */
	merged: number;
	credit: number;
}

/** A merge that was done. */
export interface MergeLine {
	id: string;
	provider: string;
	username: string;
	/** What the provider held then. */
	held: number;
	credited: number;
	when: string;
	by: string;
	undone: { when: string; by: string } | undefined;
}
