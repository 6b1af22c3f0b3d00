/** Signed-in viewers of a site under measurement, and what they do. */
import { type Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openViewers } from "../../tests/support/site/crowd-viewers";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { postForm } from "../../tests/support/site/single-fetch";
import type { Site } from "../../tests/support/site/site";
import { quantile } from "./measure";

/** ms between two plays of a viewer. */
const PAUSE_MS = 40;
const LIVE_CRASH = "/mini-games/live-crash";
export const SOLO_CRASH = "/mini-games/crash";

/** Registers viewers in the database. @returns their cookies. */
export function signInMany(site: Site, count: number): string[] {
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(count));
	viewers.close();
	return cookies;
}

/** Starts the live game as the admin. @param origin of the process that leads. */
export async function startLiveGame(site: Site, origin = site.origin): Promise<void> {
	const cookie = await signInWithCookies(site, "admin");
	await postForm(`${origin}/mini-games`, { cookie }, { intent: "start" });
}

/** Places a bet, of live Crash by default. @returns its id; undefined if betting has closed. */
export async function placeBet(
	site: Site,
	cookie: string,
	stake: number,
	game = LIVE_CRASH,
): Promise<string | undefined> {
	const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake };
	return ((await postForm(site.origin + game, { cookie }, fields)).data as { betId?: string }).betId;
}

export interface SentCashOut {
	betId: string;
	/** In ms of the wall clock, which all processes share. */
	sentAt: number;
	answeredAt: number;
	status: number;
	text: string;
}

/** Sends a cash-out at once, on a connection of the agent. */
export function cashOut(
	agent: Agent,
	site: Site,
	cookie: string,
	betId: string,
	game = LIVE_CRASH,
): Promise<SentCashOut> {
	const body = `intent=cash-out&betId=${betId}`;
	const headers = {
		...{ cookie, "sec-fetch-site": "same-origin", "content-length": body.length },
		...{ "content-type": "application/x-www-form-urlencoded", "accept-encoding": "identity" },
	};
	return new Promise((resolve, reject) => {
		const sentAt = Date.now();
		request(`${site.origin}${game}.data`, { agent, method: "POST", headers }, (answer) => {
			let text = "";
			answer.setEncoding("utf8").on("data", (part: string) => (text += part));
			answer.once("end", () =>
				resolve({ betId, sentAt, answeredAt: Date.now(), status: answer.statusCode ?? 0, text }),
			);
		})
			.once("error", reject)
			.end(body);
	});
}

/**
 * Plays Plinko as each signed-in viewer, one round after the other, until the promise settles.
 * @returns the sorted response times in ms.
 */
export async function playUntil(
	ended: Promise<unknown>,
	{ origin }: Site,
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

/**
 * Plays while `work` runs, and as long again without it.
 * @returns the ratios of the response times, and the rows of {@link BESIDE_HEADS}.
 */
export async function playBeside(
	what: string,
	work: Promise<unknown>,
	site: Site,
	cookies: readonly string[],
) {
	const since = performance.now();
	const during = await playUntil(work, site, cookies);
	const ms = performance.now() - since;
	const without = await playUntil(sleep(ms), site, cookies);
	const ratio = (part: number) => quantile(during, part) / quantile(without, part);
	const row = (name: string, waits: readonly number[]) => [
		...[name, String(waits.length)],
		...[0.5, 0.99].map((part) => quantile(waits, part).toFixed(1)),
		(ms / 1000).toFixed(1),
	];
	return { median: ratio(0.5), p99: ratio(0.99), rows: [row(what, during), row("none", without)] };
}

export const BESIDE_HEADS = ["during", "plays", "p50 ms", "p99 ms", "s"];
