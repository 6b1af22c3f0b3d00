import { transact } from "db/transact";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { addMiddleware } from "~/lib/request-context.server";
import { openDatabaseWithFailingCommits } from "../../support/database";
import { eventually } from "../../support/eventually";
import { serve } from "../../support/http-server";
import { addRow, rowsOf } from "../../support/rows-of";
import { ana, answerOf, ORIGIN, openAction, post, type TestAction } from "./create-action.setup";

let origin: string;
afterEach(() => void vi.useRealTimers());

/** Serves the action over HTTP like remix-serve, as a web Request with the remaining headers of Node's request. */
async function open(action: TestAction) {
	const server = await serve(async (incoming, response) => {
		const headers = new Headers();
		for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
		const body = new URLSearchParams({ points: "5" });
		const answer = await answerOf(
			action.act(new Request(`${ORIGIN}/act`, { method: "POST", headers, body })),
		);
		response.statusCode = answer.status;
		response.end(answer.body.message);
	});
	onTestFinished(server.close);
	origin = server.origin;
	return async (headers: Record<string, string>) => {
		const response = await fetch(server.origin, { method: "POST", headers });
		return { status: response.status, text: await response.text(), response };
	};
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const sameOrigin = { ...form, "Sec-Fetch-Site": "same-origin" };

describe("a browser that sends no Sec-Fetch-Site", () => {
	it("is checked by its Origin header, which is removed from the request", async () => {
		const send = await open(openAction());
		expect((await send({ ...form, Origin: ORIGIN })).status).toBe(200);
		expect(await send({ ...form, Origin: "http://evil.example" })).toMatchObject({
			status: 403,
			text: "pt:crossSite",
		});
		expect((await send(form)).status).toBe(403);
	});

	it("and whose page has another name of the site's host is told the address of the site", async () => {
		const action = openAction();
		const send = await open(action);
		let otherHosts = ["www.plateia.example"];
		const end = addMiddleware((context, pass) => {
			context.otherHosts = otherHosts;
			pass();
		});
		onTestFinished(end);
		expect(await send({ ...form, Origin: "http://www.plateia.example:8080" })).toMatchObject({
			status: 403,
			text: `pt:otherHost{"origin":"${ORIGIN}"}`,
		});
		expect((await send({ ...form, Origin: "http://evil.example" })).text).toBe("pt:crossSite");
		const secure = { ...sameOrigin, Origin: "https://www.plateia.example" };
		expect((await send(secure)).text).toBe(`pt:otherHost{"origin":"${ORIGIN}"}`);
		expect(action.steps).not.toContain("use case");
		otherHosts = ["127.0.0.1"];
		expect((await send({ ...sameOrigin, Origin: "http://127.0.0.1:3000" })).status).toBe(200);
		expect((await send({ ...form, Origin: "http://127.0.0.1:3000" })).status).toBe(403);
		expect((await send({ ...form, Origin: ORIGIN })).status, "a proxy replaces the host").toBe(200);
	});
});

describe("too many requests", () => {
	it("are refused with 429, a message and Retry-After", async () => {
		const send = await open(openAction({ points: 2, viewer: ana }));
		expect([(await send(sameOrigin)).status, (await send(sameOrigin)).status]).toEqual([200, 200]);
		const { status, text, response } = await send(sameOrigin);
		const seconds = Number(response.headers.get("Retry-After"));
		expect(status).toBe(429);
		expect(seconds).toBeGreaterThan(0);
		expect(seconds).toBeLessThanOrEqual(60);
		expect(text).toBe(`pt:tooManyRequests{"seconds":${seconds}}`);
	});

	it("are counted for all visitors of an address together, who may send ten times as many", async () => {
		const send = await open(openAction({ points: 2 }));
		const statuses: number[] = [];
		for (let form = 0; form < 21; form += 1) statuses.push((await send(sameOrigin)).status);
		expect(statuses).toEqual([...Array(20).fill(200), 429]);
	});

	it("are counted per viewer, not per address", async () => {
		const send = await open(openAction({ points: 1 }));
		const as = async (viewer: string) => (await send({ ...sameOrigin, "X-Viewer": viewer })).status;
		expect([await as("ana"), await as("ana"), await as("bruno"), await as("bruno")]).toEqual([
			200, 429, 200, 429,
		]);
	});

	it("are accepted again after the period", async () => {
		vi.useFakeTimers({ now: Date.parse("2026-03-04T12:00:00Z") });
		const { act } = openAction({ viewer: ana, points: 1 });
		expect((await answerOf(act(post()))).status).toBe(200);
		vi.advanceTimersByTime(59_000);
		expect((await answerOf(act(post()))).status).toBe(429);
		vi.advanceTimersByTime(1001);
		expect((await answerOf(act(post()))).status).toBe(200);
	});

	it.each([
		[2, 2],
		[0.5, 1],
		[0.1, 1],
	])("with a scale of %d and a limit of one begin after %i accepted", async (scale, allowed) => {
		const { act } = openAction({ viewer: ana, points: 1, scale });
		const statuses = [];
		for (let i = 0; i < 4; i++) statuses.push((await answerOf(act(post()))).status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(allowed);
	});
});

it("a form whose commit fails is answered with 503 and Retry-After, and stores nothing", async () => {
	const { db, failCommits, close: closeDatabase } = await openDatabaseWithFailingCommits();
	onTestFinished(closeDatabase);
	const run = () =>
		transact(db, async (trx) => {
			await addRow(trx, "social_links", { platform: "x", url: "https://x.example" });
			return {};
		});
	const send = await open(openAction({ run }));
	failCommits(true);
	const refused = await send(sameOrigin);
	expect(refused).toMatchObject({ status: 503, text: "pt:cannotStore" });
	expect(refused.response.headers.get("Retry-After")).toBe("30");
	expect(await rowsOf(db, "social_links")).toEqual([]);
	failCommits(false);
	const accepted = await send(sameOrigin);
	expect([accepted.status, accepted.response.headers.has("Retry-After")]).toEqual([200, false]);
	expect(await rowsOf(db, "social_links")).toHaveLength(1);
});

it("a request whose connection closes while waiting leaves the queue and does not reach the use case", async () => {
	const ends: (() => void)[] = [];
	const run = () => new Promise<object>((resolve) => ends.push(() => resolve({})));
	const action = openAction({ queue: { concurrent: 1 }, run });
	await open(action);
	const address = origin;
	const first = fetch(address, { method: "POST", headers: sameOrigin });
	await eventually(() => expect(ends).toHaveLength(1));
	const abort = new AbortController();
	const second = fetch(address, { method: "POST", headers: sameOrigin, signal: abort.signal });
	await eventually(() => expect(action.queues.form.counts().waiting).toBe(1));
	abort.abort();
	await expect(second).rejects.toThrow();
	await eventually(() => expect(action.queues.form.counts().waiting).toBe(0));
	ends[0]?.();
	expect((await first).status).toBe(200);
	expect([ends.length, action.queues.form.counts().open]).toEqual([1, 0]);
});
