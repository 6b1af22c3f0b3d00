import { setTimeout as sleep } from "node:timers/promises";
import { postForm } from "../support/site/single-fetch";

/** ms between two plays of a viewer. */
const PAUSE_MS = 40;

/**
 * Plays Plinko as each signed-in viewer, one round after the other, until the promise settles.
 * @param origin of the site.
 * @returns the sorted response times in ms.
 */
export async function playUntil(
	ended: Promise<unknown>,
	origin: string,
	cookies: readonly string[],
): Promise<number[]> {
	let hasEnded = false;
	void ended.then(() => (hasEnded = true));
	const waits: number[] = [];
	await Promise.all(
		cookies.map(async (cookie) => {
			while (!hasEnded) {
				const since = performance.now();
				const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 };
				const { status } = await postForm(`${origin}/mini-games/plinko`, { cookie }, fields);
				if (status !== 200) throw new Error(`a play was answered with ${status}`);
				waits.push(performance.now() - since);
				await sleep(PAUSE_MS);
			}
		}),
	);
	return waits.sort((a, b) => a - b);
}
