/** Until the site is asked again whether it is there. */
const AGAIN_MS = 5000;

interface Options {
	/** Whether the site would answer; never rejects. */
	isThere(): Promise<boolean>;
	/** Reads what is shown again. A failure would take the place of the page. */
	read(): void;
	random?: () => number;
}

/**
 * Reads a page's data again once somebody has asked for it and the site is there to answer. Until then the page
 * stays as it is, with whatever is being typed in it.
 */
export function createReader({ isThere, read, random = Math.random }: Options) {
	let due: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
	/** The question that is under way. */
	let asking: object | undefined;

	function plan(ms: number) {
		const at = performance.now() + ms;
		// What is read sooner is as new as what was asked for.
		if (asking || (due && due.at <= at)) return;
		clearTimeout(due?.timer);
		due = { at, timer: setTimeout(turn, ms) };
	}

	async function turn() {
		due = undefined;
		const mine = {};
		asking = mine;
		const there = await isThere();
		if (asking !== mine) return;
		asking = undefined;
		if (there) read();
		else plan(AGAIN_MS * (0.5 + random()));
	}

	return {
		/** Reads at some moment within so many ms: a whole audience shall not come at once. */
		readWithin: (ms: number) => plan(random() * ms),
		stop() {
			clearTimeout(due?.timer);
			due = undefined;
			asking = undefined;
		},
	};
}
