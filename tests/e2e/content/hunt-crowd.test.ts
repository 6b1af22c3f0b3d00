import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openHunts } from "../../support/data/hunt-rows";
import { openViewers } from "../../support/site/crowd-viewers";
import { EventStream } from "../../support/site/event-stream";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

const VIEWERS = 500;
const ADDED = 20;
const WITHIN_MS = 1000;
const LIVE = "/live?topics=bonus-hunt";

let site: Site;

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
});
afterAll(() => site?.close());

it(`notifies ${VIEWERS} viewers of each added slot within a second while viewers submit guesses`, {
	timeout: 120_000,
}, async () => {
	const hunts = openHunts(site);
	hunts.finishAll();
	const huntId = hunts.add({ title: "Crowd" });
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(VIEWERS));
	viewers.close();
	const admin = await signInWithCookies(site, "admin");
	const streams: EventStream[] = [];
	try {
		for (let at = 0; at < VIEWERS; at += 50) {
			const batch = cookies
				.slice(at, at + 50)
				.map((cookie) => new EventStream(site.origin, LIVE, { cookie }));
			streams.push(...batch);
			await Promise.all(batch.map(({ begun }) => begun));
		}
		// Some viewers guess while slots are added.
		const guesses = Promise.all(
			cookies.slice(0, 150).map(async (cookie, at) => {
				await sleep(at * 30);
				return post("/bonus-hunt", cookie, { huntId, guess: String(100 + at) });
			}),
		);
		const delays: number[] = [];
		for (let at = 0; at < ADDED; at++) {
			const lengths = new Map(streams.map((stream) => [stream, stream.text.length]));
			const since = performance.now();
			const slot = { name: `Slot ${at}`, bet: "1" };
			const fields = { intent: "add-slot", idempotencyKey: crypto.randomUUID(), huntId, ...slot };
			expect(await post("/bonus-hunt/manage", admin, fields)).toBe(302);
			const { revision } = hunts.open() ?? {};
			const event = `"id":"${huntId}","revision":${revision},`;
			let waiting = streams.map((stream) => ({ stream, from: lengths.get(stream) ?? 0 }));
			while (waiting.length > 0) {
				waiting = waiting.filter(({ stream, from }) => !stream.text.includes(event, from));
				if (performance.now() - since > 10 * WITHIN_MS)
					throw new Error(`${waiting.length} missed slot ${at}`);
				await sleep(5);
			}
			delays.push(performance.now() - since);
		}
		expect((await guesses).every((status) => status === 302)).toBe(true);
		delays.sort((one, other) => one - other);
		console.log(
			`received by all ${VIEWERS}: median ${delays[ADDED / 2]?.toFixed()} ms, most ${delays.at(-1)?.toFixed()} ms`,
		);
		// Single events may be delayed by pauses of a busy machine.
		expect(delays[ADDED / 2]).toBeLessThan(WITHIN_MS);
		const count = "select count(*) as guesses from hunt_guesses where hunt_id = ?";
		expect(hunts.all(count, huntId)).toEqual([{ guesses: 150 }]);
		expect(streams.some(({ ended }) => ended)).toBe(false);
	} finally {
		for (const { socket } of streams) socket.destroy();
		hunts.close();
	}
});

/** Posts a form as a browser without scripts does. @returns the status. */
function post(path: string, cookie: string, fields: Record<string, string>) {
	const body = new URLSearchParams(fields).toString();
	const headers = {
		cookie,
		"sec-fetch-site": "same-origin",
		"content-type": "application/x-www-form-urlencoded",
		"content-length": body.length,
	};
	return new Promise<number | undefined>((resolve, reject) => {
		request(`${site.origin}${path}`, { method: "POST", headers }, (answer) => {
			answer.resume();
			resolve(answer.statusCode);
		})
			.on("error", reject)
			.end(body);
	});
}
