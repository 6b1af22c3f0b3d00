/** The open pages of a hunt: each loads its data at a random moment. */
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Reload {
	origin: string;
	/** One for each page. */
	cookies: string[];
	/** The reloads are spread over this time, in ms. */
	spreadMs: number;
}

export interface Reloaded {
	/** The number of answers with another status than 200. */
	failed: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });
const DATA = "/bonus-hunt.data?_routes=routes%2Fbonus-hunt";

const load = (url: string, cookie: string) =>
	new Promise<number | undefined>((resolve) => {
		get(url, { agent, headers: { cookie } }, (answer) => {
			answer.resume().once("end", () => resolve(answer.statusCode));
		}).once("error", () => resolve(undefined));
	});

process.on("message", async ({ origin, cookies, spreadMs }: Reload) => {
	const statuses = await Promise.all(
		cookies.map(async (cookie, at) => {
			await sleep((at / cookies.length) * spreadMs);
			return load(origin + DATA, cookie);
		}),
	);
	const reloaded: Reloaded = { failed: statuses.filter((status) => status !== 200).length };
	process.send?.(reloaded);
});
process.on("disconnect", () => process.exit());
