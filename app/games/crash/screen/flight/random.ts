/**
 * Returns a generator of numbers from 0 up to, not including, 1, seeded by the text (mulberry32). For decoration only:
 * it is predictable.
 */
export function randomFrom(text: string): () => number {
	let state = 0;
	for (const letter of text) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
