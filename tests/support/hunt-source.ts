import type { RequestListener } from "node:http";
import sharp from "sharp";
import { serve } from "./http-server";

export const SLOT = {
	slotName: "Gates of Olympus",
	slotImage: "gates.png",
	idForBonusHunt: 1,
	betSize: 1.2,
	payout: 1234.5,
	multiplier: 1028.75,
	providerName: "Pragmatic Play",
	preNote: "Super bonus",
};

export const STATISTICS = {
	countTotalBonus: 12,
	countOpenedBonus: 5,
	totalWinAmount: 12345.6,
	averageMultiplier: 87.5,
	breakEvenInitial: 101.239,
	breakEvenCurrent: null,
};

/** A handler that answers with a status, a body and headers. */
export const respondWith =
	(status: number, body: string | Buffer = "", headers: Record<string, string> = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, headers).end(body);
	};
export const json = (value: unknown, headers: Record<string, string> = {}): RequestListener =>
	respondWith(200, JSON.stringify(value), { "content-type": "application/json", ...headers });

/** A handler with an endless body: sent as fast as it is read, or in small chunks at an interval. */
export const endless =
	(chunk: string | Buffer, everyMs = 0): RequestListener =>
	(_request, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		const drip = everyMs ? setInterval(() => response.write(chunk), everyMs) : undefined;
		const pour = () => {
			while (!response.destroyed && response.write(chunk));
		};
		if (!drip) {
			response.on("drain", pour);
			pour();
		}
		response.on("close", () => clearInterval(drip));
	};

export const png = (width = 40, height = 30): Promise<Buffer> =>
	sharp({ create: { width, height, channels: 3, background: "#c80" } })
		.png()
		.toBuffer();

/** A local server that stands in for the outside source of a bonus hunt, well-behaved or hostile. */
export async function startHuntSource() {
	const requests: string[] = [];
	const plays = new Map<string, RequestListener>();
	const picture = await png();
	const { origin, close } = await serve((request, response) => {
		requests.push(request.url ?? "");
		const { pathname } = new URL(request.url ?? "", "http://source");
		const play = plays.get(pathname);
		if (play) play(request, response);
		else if (pathname === "/stats") json(STATISTICS)(request, response);
		else if (pathname === "/slots") json([SLOT])(request, response);
		else if (pathname === "/images/gates.png") respondWith(200, picture)(request, response);
		else respondWith(404)(request, response);
	});
	return {
		origin,
		/** The URLs of all requests. */
		asked: requests,
		settings: {
			BONUS_HUNT_STATS_URL: `${origin}/stats`,
			BONUS_HUNT_SLOTS_URL: `${origin}/slots?key=secret&user={user}`,
			BONUS_HUNT_IMAGE_URL: `${origin}/images/{name}`,
			BONUS_HUNT_USER: "navalhas",
		},
		/** Sets the handler of a path; without one, it answers correctly. */
		play(path: string, listener?: RequestListener) {
			if (listener) plays.set(path, listener);
			else plays.delete(path);
		},
		/** Resets all handlers and the recorded requests. */
		reset() {
			plays.clear();
			requests.length = 0;
		},
		close,
	};
}
