/** A viewer of a site behind nginx, without a browser: signs in and plays over HTTP/2. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { openClient, ProxyAnswer } from "./nginx";
import { openRows } from "./rows";
import { CookieJar, fetchWithJar } from "./sign-in";
import { decodeData } from "./single-fetch";

export const PLINKO = "/mini-games/plinko";
export const LIVE = "/mini-games/live-crash";
export const SAME_SITE = { "sec-fetch-site": "same-origin" };
export const HTML = { accept: "text/html", cookie: "age-verified=true; language=en" };
const FORM = { ...SAME_SITE, "content-type": "application/x-www-form-urlencoded" };

type Client = ReturnType<typeof openClient>;

export interface ProxyViewer {
	readonly name: string;
	readonly cookie: string;
	/** The `Set-Cookie` lines of the sign-in. */
	readonly setCookies: readonly string[];
	/** Sends a form like a page with scripts. */
	post(path: string, fields: Record<string, string | number>): Promise<{ status: number; data: GameAnswer }>;
}

export interface GameAnswer {
	ok: boolean;
	code?: string;
	betId?: string;
}

/** Signs in through the provider, which is not behind nginx. @param origin of nginx */
export async function signInBehind(origin: string, client: Client, name: string): Promise<ProxyViewer> {
	const jar = new CookieJar();
	jar.set(origin, "language", "en");
	jar.set(origin, "age-verified", "true");
	const setCookies: string[] = [];
	let address: string | undefined = `${origin}/login?login_hint=${name}&returnTo=/help`;
	let status = 0;
	while (address) {
		if (!address.startsWith(origin)) {
			address = (await fetchWithJar(jar, address)).next ?? undefined;
			continue;
		}
		const headers = { accept: "text/html", cookie: jar.header(origin) };
		const answer: ProxyAnswer = await client.send(address.slice(origin.length), { headers });
		const lines = answer.headers["set-cookie"] ?? [];
		setCookies.push(...lines);
		jar.keep(origin, new Response(null, { headers: lines.map((line) => ["set-cookie", line]) }));
		status = answer.status;
		const { location } = answer.headers;
		address = location && new URL(location, address).href;
	}
	if (status !== 200) throw new Error(`Signing in as ${name} ended with ${status}`);
	return {
		name,
		cookie: jar.header(origin),
		setCookies,
		async post(path, fields) {
			const body = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]));
			const headers = { ...FORM, cookie: jar.header(origin) };
			const answer = await client.send(`${path}.data`, { method: "POST", headers, body: body.toString() });
			const { data } = (answer.status < 500 ? await decodeData(answer.text) : {}) as { data?: GameAnswer };
			return { status: answer.status, data: data ?? { ok: false } };
		},
	};
}

export const plinkoForm = (idempotencyKey: string = randomUUID()) => ({
	intent: "play",
	idempotencyKey,
	stake: 10,
	balls: 1,
});

/** Places a bet of 10 points in live Crash and cashes out, unless the flight crashes first. @returns the bet as stored. */
export async function playLive(viewer: ProxyViewer, database: { databaseUrl: string }) {
	const rows = openRows(database);
	const bet = (id: string) =>
		rows.one("select status, payout from crash_bets where id = ?", id) as {
			status: string;
			payout: number | null;
		};
	try {
		let id: string | undefined;
		while (!id) {
			const fields = { intent: "place", idempotencyKey: randomUUID(), stake: 10 };
			const { data } = await viewer.post(LIVE, fields);
			id = data.betId;
			if (!id) await sleep(50);
		}
		while (bet(id).status === "active") {
			await viewer.post(LIVE, { intent: "cash-out", betId: id });
			await sleep(50);
		}
		return bet(id);
	} finally {
		rows.close();
	}
}
