/** The effect of a merge, before it is confirmed. */
export interface MergeOffer {
	provider: string;
	/** The user name at the provider. */
	username: string;
	/** Points on the site. */
	points: number;
	/** Points at the provider. */
	held: number;
	/** Points that were merged before. */
	merged: number;
	credit: number;
}

/** A completed merge. */
export interface MergeLine {
	id: string;
	provider: string;
	username: string;
	/** Points at the provider at that time. */
	held: number;
	credited: number;
	when: string;
	by: string;
	undone: { when: string; by: string } | undefined;
}
