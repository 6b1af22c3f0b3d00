/** An entry of the list of turns for which points wait. */
export const turnText = (turn: number, points: number): string => `${turn}:${points} `;

/** Reads such a list: the points of each turn. */
export const turnsIn = (list: string): Map<number, number> =>
	new Map(
		list
			.trimEnd()
			.split(" ")
			.filter(Boolean)
			.map((text) => text.split(":").map(Number) as [turn: number, points: number]),
	);
