/** The effect of a merge, before it is confirmed. */
export interface MergeOffer {
	provider: string;
	/** The user name at the provider. */
	username: string;
	/** Points on the site. */
	points: number;
	/** Points at the provider. */
	providerPoints: number;
	/** Points that were merged before. */
	merged: number;
	/** Points that the merge would credit: those at the provider minus those merged before, at least 0. */
	credit: number;
}

/** A completed merge. */
export interface MergeLine {
	id: string;
	provider: string;
	username: string;
	/** Points at the provider at that time. */
	providerPoints: number;
	credited: number;
	when: string;
	by: string;
	undone: { when: string; by: string } | undefined;
}
