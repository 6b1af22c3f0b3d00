/** A round as its public page shows it. Amounts are points. */
export interface SharedRound {
	id: string;
	/** Null for an erased person. */
	player: string | null;
	/** Whether the viewer played it, and may withdraw its address. */
	isOwn: boolean;
	game: string;
	gamePath: string;
	/** Formatted. */
	day: string;
	result: string;
	staked: number;
	received: number;
	verifierPath: string;
}
