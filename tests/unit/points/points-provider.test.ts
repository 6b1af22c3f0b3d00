import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { en } from "~/i18n/en";
import { i18nIn } from "~/i18n/i18next.server";
import { MAX_POINTS } from "~/points/amounts";
import { createPointsProvider } from "~/points/merges/points-provider.server";
import { expectRefusal } from "../../support/expectations";
import { serve } from "../../support/http-server";
import { endless, json, respondWith } from "../../support/hunt-source";

let server: Awaited<ReturnType<typeof serve>>;
let origin: string;
let answer: RequestListener;
let requested: string[];
const log = { warn: vi.fn() };

beforeAll(async () => {
	server = await serve((request, response) => {
		requested.push(request.url ?? "");
		answer(request, response);
	});
	origin = server.origin;
});
afterAll(() => server.close());
beforeEach(() => {
	requested = [];
});

const settings = (change = {}) => ({
	POINTS_PROVIDER_URL: `${origin}/points/{username}`,
	POINTS_PROVIDER_CHANNEL: undefined,
	POINTS_PROVIDER_NAME: "Elsewhere",
	...change,
});
const open = (times: { withinMs?: number; faultHoldsMs?: number; elapsed?: () => number } = {}) => {
	const provider = createPointsProvider(
		settings(),
		{ log, fetcher: fetch },
		{ withinMs: 10_000, faultHoldsMs: 0, ...times },
	);
	if (!provider) throw new Error("no provider");
	return provider;
};

describe("a valid response", () => {
	it.each([0, 1, 1500, MAX_POINTS])("of %d points is accepted", async (points) => {
		answer = json({ channel: "c", username: "ana", points, pointsAlltime: 9, rank: 3 });
		expect(await open().readPoints("ana")).toBe(points);
		expect(requested).toEqual(["/points/ana"]);
	});

	it("is requested with the name as one path segment", async () => {
		answer = json({ points: 1 });
		await open().readPoints("a/../b?c=d#e f%");
		expect(requested).toEqual(["/points/a%2F..%2Fb%3Fc%3Dd%23e%20f%25"]);
	});
});

const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024, 32));

/** Invalid responses with their error codes and values. */
const INVALID: [string, RequestListener, string, object?][] = [
	["no response", () => {}, "providerTimeout", { seconds: 1 }],
	["a body that never ends", endless(" ", 20), "providerTimeout"],
	["404", respondWith(404, '{"statusCode":404,"points":5}'), "providerUnknownUser", { username: "ana" }],
	["429 with seconds", respondWith(429, "", { "retry-after": "17" }), "providerBusy", { seconds: 17 }],
	["429 with an invalid header", respondWith(429, "", { "retry-after": "soon" }), "providerBusyAWhile"],
	["503", respondWith(503, "<html>"), "providerFailed", { status: 503 }],
	["204", respondWith(204), "providerRefused", { status: 204 }],
	["a redirect", respondWith(302, "", { location: "/other" }), "providerRedirected", { status: 302 }],
	["an HTML page", respondWith(200, "<!doctype html><p>5"), "providerNotJson"],
	["a bare number", json(5), "providerNoNumber"],
	["null", json(null), "providerNoNumber"],
	["points as text", json({ points: "1500" }), "providerNoNumber"],
	["a fractional number", json({ points: 12.5 }), "providerNoNumber"],
	["a negative number", json({ points: -1 }), "providerNegative"],
	["a number above the maximum", json({ points: MAX_POINTS + 1 }), "providerHuge"],
	["a number that overflows", respondWith(200, '{"points": 1e999}'), "providerHuge"],
	["64 KB and more", json({ points: 5, x: "x".repeat(65_536) }), "providerTooLong"],
	["a gzip bomb", respondWith(200, bomb, { "content-encoding": "gzip" }), "providerTooLong"],
	["a broken connection", (request) => request.socket.destroy(), "providerUnreachable"],
];

describe("an invalid response", () => {
	it.each(INVALID)("of the kind %s has its own error message", async (_name, listener, code, values = {}) => {
		answer = listener;
		// Only a missing response waits for the timeout. On a busy machine the others may take longer.
		const error = await open({ withinMs: code === "providerTimeout" ? 300 : 10_000 })
			.readPoints("ana")
			.catch((reason: unknown) => reason);
		expect(error).toMatchObject({ code, values: { provider: "Elsewhere", ...values } });
		expect(requested, "requested once").toEqual(["/points/ana"]);
		const { code: errorCode, values: errorValues } = error as {
			code: "providerBusy";
			values: Record<string, string>;
		};
		const texts = (["en", "pt"] as const).map((language) =>
			i18nIn(language).t(`errors.${errorCode}`, errorValues),
		);
		for (const text of texts) expect(text).toMatch(/Elsewhere/);
		expect(texts.join(), "every placeholder is filled").not.toMatch(/\{\{|undefined|NaN/);
	});

	it("is tested above for every provider error code", () => {
		const tested = new Set(INVALID.map(([, , code]) => code));
		expect([...tested].sort()).toEqual(
			Object.keys(en.errors)
				.filter((code) => code.startsWith("provider"))
				.sort(),
		);
	});

	it("is cached for a while", async () => {
		let now = 0;
		const provider = open({ faultHoldsMs: 1000, elapsed: () => now });
		answer = respondWith(500);
		await expectRefusal(provider.readPoints("ana"), "providerFailed");
		now = 999;
		await expectRefusal(provider.readPoints("ana"), "providerFailed");
		expect(requested).toHaveLength(1);
		answer = json({ points: 5 });
		expect(await provider.readPoints("bruno"), "another name").toBe(5);
		now = 1000;
		expect(await provider.readPoints("ana")).toBe(5);
	});

	it("with Retry-After pauses requests for all names", async () => {
		let now = 0;
		const provider = open({ elapsed: () => now });
		answer = respondWith(429, "", { "retry-after": "7" });
		await expectRefusal(provider.readPoints("ana"), "providerBusy");
		answer = json({ points: 5 });
		now = 6000;
		await expectRefusal(provider.readPoints("bruno"), "providerBusy", { seconds: 1 });
		expect(requested).toEqual(["/points/ana"]);
		now = 7000;
		expect(await provider.readPoints("bruno")).toBe(5);
	});
});

it.each([".", "..", ""])("the name %j is never requested, because it would change the path", async (name) => {
	await expectRefusal(open().readPoints(name), "providerUnknownUser");
	expect(requested).toEqual([]);
});

it("the settings need a URL, or a channel of StreamElements, and prefer the URL", async () => {
	const channel = "5f2a0c9e8b7d6a5c4b3a2910";
	const fetcher = vi.fn(async (_address: string) => new Response('{"points": 12}'));
	const create = (change: object, used: typeof fetch | typeof fetcher = fetcher) =>
		createPointsProvider(settings(change), { log, fetcher: used as typeof fetcher });
	expect(create({ POINTS_PROVIDER_URL: undefined })).toBeUndefined();
	const elements = create({ POINTS_PROVIDER_URL: undefined, POINTS_PROVIDER_CHANNEL: channel });
	expect(await elements?.readPoints("ana")).toBe(12);
	expect(fetcher.mock.calls[0]?.[0]).toBe(`https://api.streamelements.com/kappa/v2/points/${channel}/ana`);
	answer = json({ points: 3 });
	expect(await create({ POINTS_PROVIDER_CHANNEL: channel }, fetch)?.readPoints("ana")).toBe(3);
});
