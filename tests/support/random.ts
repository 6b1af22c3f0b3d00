/** A deterministic generator of numbers in [0, 1) (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** A random element of `choices`. */
export function pickFrom<Choice>(choices: readonly Choice[], random: Random): Choice {
	const choice = choices[Math.floor(random() * choices.length)];
	if (choice === undefined) throw new RangeError("no choices to pick from");
	return choice;
}

/** The seed from the named environment variable, or a new one. */
export function seedFrom(environmentName: string): number {
	const given = process.env[environmentName];
	return given === undefined ? Date.now() % 2 ** 32 : Number(given);
}
