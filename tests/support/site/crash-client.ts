import { setTimeout as sleep } from "node:timers/promises";
import { EventStream } from "./event-stream";
import { postForm } from "./single-fetch";

export type CrashGame = "crash" | "live-crash";

interface CrashAnswer {
	ok: boolean;
	code?: string;
	message?: string;
	betId?: string;
	balance?: number;
}

/** A page of Crash without a browser: sends the forms of a page with scripts, and hears the game's stream. */
export function openCrash(site: { readonly origin: string }, game: CrashGame, cookie: string) {
	const topic = game === "crash" ? "solo-crash" : "live-crash";
	const stream = new EventStream(site.origin, `/live?topics=${topic}`, { cookie });
	const post = async (intent: string, fields: Record<string, string | number> = {}) => {
		const { data } = await postForm(`${site.origin}/mini-games/${game}`, { cookie }, { intent, ...fields });
		return data as CrashAnswer;
	};
	return {
		stream,
		post,
		/** Places a bet, in the next round if no bet is taken now. @returns its id. */
		async place(fields: Record<string, string | number> = {}): Promise<string> {
			for (;;) {
				const bet = { idempotencyKey: crypto.randomUUID(), stake: 100, ...fields };
				const { betId, code } = await post("place", bet);
				if (betId) return betId;
				if (code !== "bettingClosed") throw new Error(`A bet is refused: ${code}`);
				await sleep(50);
			}
		},
		/** Whether the stream has shown a round in a phase. */
		hasSeen: (phase: string, roundId: string) => stream.text.includes(`"id":"${roundId}","phase":"${phase}"`),
		/** The round and phase of the last frame that shows them. */
		last() {
			const [, round = "", phase = ""] =
				[...stream.text.slice(-8192).matchAll(/"id":"([\w-]+)","phase":"(\w+)"/g)].at(-1) ?? [];
			return { round, phase };
		},
	};
}
