/** Runs in the page: replaces the event stream by a live flight with a crowd, and measures the intervals of frames. */

export interface Frames {
	/** ms between two frames, in the order of the frames. */
	rest: number[];
	flight: number[];
	/** How many cash-outs were sent during the flight. */
	exits: number;
}

export interface Crowd {
	bets: number;
	exitsPerSecond: number;
	/** Durations in ms: before each part, and of each part. */
	settleMs: number;
	measureMs: number;
}

/** Install it with `addInitScript`. `window.crashFrames` is the promise of the result. Uses nothing outside itself. */
export function replayCrowd({ bets: count, exitsPerSecond, settleMs, measureMs }: Crowd): void {
	const LISTED = 50;
	const BETS_MS = 250;
	const TICK_MS = 100;
	let exits = 0;
	const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
	const bets = Array.from({ length: count }, (_, at) => ({
		id: `bet-${at}`,
		player: at % 3 === 0 ? { name: `player_${at}` } : { pseudonym: `c706${String(at).padStart(4, "0")}` },
		order: at + 1,
		stake: at < LISTED ? 100 : 10,
		status: "active",
		multiplier: null as number | null,
		payout: null as number | null,
	}));
	const totals = () => ({
		players: count,
		staked: 10 * count,
		paid: 20 * exits,
		flying: Math.max(0, count - exits),
	});
	const round = (phase: string, multiplier: number) => ({
		id: "round-1",
		phase,
		elapsed: 0,
		lasts: phase === "waiting" ? 60_000 : null,
		multiplier,
		number: 1,
		commitment: "0",
	});

	function measure(intervals: number[]): Promise<void> {
		return new Promise((resolve) => {
			let first = 0;
			let last = 0;
			const frame = (now: number) => {
				if (last > 0) intervals.push(now - last);
				else first = now;
				last = now;
				if (now - first < measureMs) requestAnimationFrame(frame);
				else resolve();
			};
			requestAnimationFrame(frame);
		});
	}

	class CrowdSource extends EventTarget {
		static readonly CLOSED = 2;
		readonly readyState = 1;
		onopen?: () => void;
		onerror?: () => void;
		constructor(address: string) {
			super();
			if (!address.includes("live-crash")) return;
			setTimeout(() => {
				this.onopen?.();
				Reflect.set(window, "crashFrames", this.play());
			}, 50);
		}
		close() {}
		private send(event: string, data: unknown) {
			this.dispatchEvent(new MessageEvent(`live-crash.${event}`, { data: JSON.stringify(data) }));
		}
		private async play(): Promise<Frames> {
			const result: Frames = { rest: [], flight: [], exits: 0 };
			const listed = bets.slice(0, LISTED);
			this.send("state", {
				...{
					active: true,
					round: round("waiting", 100),
					bets: listed,
					totals: totals(),
					history: [],
					best: null,
				},
			});
			await sleep(settleMs);
			await measure(result.rest);
			this.send("phase", round("flying", 100));
			const began = performance.now();
			let multiplier = 100;
			const ticks = setInterval(() => {
				const elapsed = performance.now() - began;
				multiplier = Math.floor((1003 * multiplier + 2500) / 1000);
				this.send("tick", [Math.round(elapsed), multiplier, TICK_MS]);
			}, TICK_MS);
			let due = 0;
			const crowd = setInterval(() => {
				due += (exitsPerSecond * BETS_MS) / 1000;
				const changed: unknown[] = [];
				const others: unknown[] = [];
				for (; due >= 1; due--) {
					// After everybody has cashed out, the same players go on.
					const at = exits++ % count;
					const bet = bets[at];
					if (!bet) continue;
					Object.assign(bet, { status: "cashed_out", multiplier, payout: (bet.stake * multiplier) / 100 });
					if (at < LISTED) changed.push({ ...bet });
					else others.push({ id: `exit-${exits}`, player: bet.player, multiplier, others: 0 });
				}
				this.send("bets", { changed, gone: [], exits: others, totals: totals() });
			}, BETS_MS);
			await sleep(settleMs);
			await measure(result.flight);
			clearInterval(ticks);
			clearInterval(crowd);
			result.exits = exits;
			return result;
		}
	}
	Reflect.set(window, "EventSource", CrowdSource);
}
