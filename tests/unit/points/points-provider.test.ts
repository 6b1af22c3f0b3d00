import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { en } from "~/i18n/en";
import { i18nIn } from "~/i18n/i18next.server";
import { MAX_POINTS } from "~/points/amounts";
import { createPointsProvider } from "~/points/merges/points-provider.server";

let server: Server;
let origin: string;
let answer: RequestListener;
let asked: string[];
const log = { warn: vi.fn() };

beforeAll(async () => {
	server = createServer((request, response) => {
		asked.push(request.url ?? "");
		answer(request, response);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	server.close();
	server.closeAllConnections();
	await once(server, "close");
});
beforeEach(() => {
	asked = [];
});

const settings = (change = {}) => ({
	POINTS_PROVIDER_URL: `${origin}/points/{username}`,
	POINTS_PROVIDER_CHANNEL: undefined,
	POINTS_PROVIDER_NAME: "Elsewhere",
	...change,
});
const open = (times: { withinMs?: number; faultHoldsMs?: number } = {}) => {
	const provider = createPointsProvider(settings(), log, { withinMs: 10_000, faultHoldsMs: 0, ...times });
	if (!provider) throw new Error("no provider");
	return provider;
};

/** Answers with a status, headers and a body. */
const says =
	(status: number, body: string | Buffer = "", headers: Record<string, string> = {}): RequestListener =>
	(_request, response) => {
		response.writeHead(status, headers).end(body);
	};
const json = (value: unknown) => says(200, JSON.stringify(value), { "content-type": "application/json" });

describe("a good answer", () => {
	it.each([0, 1, 1500, MAX_POINTS])("of %d points is taken", async (points) => {
		answer = json({ channel: "c", username: "ana", points, pointsAlltime: 9, rank: 3 });
		expect(await open().readPoints("ana")).toBe(points);
		expect(asked).toEqual(["/points/ana"]);
	});

	it("is accepted with any content type, and compressed", async () => {
		answer = says(200, gzipSync('{"points": 7}'), {
			"content-encoding": "gzip",
			"content-type": "text/plain",
		});
		expect(await open().readPoints("ana")).toBe(7);
	});

	it("is asked for with the name as one part of the address", async () => {
		answer = json({ points: 1 });
		await open().readPoints("a/../b?c=d#e f%");
		expect(asked).toEqual(["/points/a%2F..%2Fb%3Fc%3Dd%23e%20f%25"]);
	});
});

const retryDate = () => new Date(Date.now() + 30_000).toUTCString();
const dripping: RequestListener = (_request, response) => {
	response.writeHead(200);
	const drip = setInterval(() => response.write(" "), 20);
	response.on("close", () => clearInterval(drip));
};
const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024, 32));

/** Every invalid answer, its message, and the time in which it must be reported. */
const ODD: [string, () => RequestListener, string, object?][] = [
	["silence", () => () => {}, "providerTimeout", { seconds: 1 }],
	["a body that never ends", () => dripping, "providerTimeout"],
	["404", () => says(404, '{"statusCode":404,"points":5}'), "providerUnknownUser", { username: "ana" }],
	["429 with seconds", () => says(429, "", { "retry-after": "17" }), "providerBusy", { seconds: 17 }],
	["429 with a date", () => says(429, "", { "retry-after": retryDate() }), "providerBusy"],
	["429 with nonsense", () => says(429, "", { "retry-after": "soon" }), "providerBusyAWhile"],
	["429 alone", () => says(429), "providerBusyAWhile"],
	["500", () => says(500, '{"points":5}'), "providerFailed", { status: 500 }],
	["503", () => says(503, "<html>"), "providerFailed", { status: 503 }],
	["401", () => says(401), "providerRefused", { status: 401 }],
	["204", () => says(204), "providerRefused", { status: 204 }],
	["a redirect", () => says(302, "", { location: "/points/other" }), "providerRedirected", { status: 302 }],
	["a lasting redirect", () => says(308, "", { location: "/x" }), "providerRedirected", { status: 308 }],
	["a page", () => says(200, "<!doctype html><p>5"), "providerNotJson"],
	["nothing", () => says(200), "providerNotJson"],
	["half of it", () => says(200, '{"points": 5'), "providerNotJson"],
	["a list", () => json([5]), "providerNoNumber"],
	["null", () => json(null), "providerNoNumber"],
	["a bare number", () => json(5), "providerNoNumber"],
	["no points", () => json({ channel: "c" }), "providerNoNumber"],
	["points as text", () => json({ points: "1500" }), "providerNoNumber"],
	["points as null", () => json({ points: null }), "providerNoNumber"],
	["half a point", () => json({ points: 12.5 }), "providerNoNumber"],
	["minus points", () => json({ points: -1 }), "providerNegative"],
	["minus half a point", () => json({ points: -0.5 }), "providerNegative"],
	["a point too many", () => json({ points: MAX_POINTS + 1 }), "providerHuge"],
	["more than a number holds", () => says(200, '{"points": 1e999}'), "providerHuge"],
	["64 KB and more", () => says(200, `{"points": 5, "x": "${"x".repeat(65_536)}"}`), "providerTooLong"],
	["a packed bomb", () => says(200, bomb, { "content-encoding": "gzip" }), "providerTooLong"],
	["a broken connection", () => (request) => request.socket.destroy(), "providerUnreachable"],
	[
		"a promise not kept",
		() => (request, response) => {
			response.writeHead(200, { "content-length": "100" }).write('{"points"');
			setTimeout(() => request.socket.destroy(), 20);
		},
		"providerUnreachable",
	],
];

describe("an odd answer", () => {
	it.each(ODD)("%s has words of its own", async (_name, listener, code, values = {}) => {
		answer = listener();
		const since = performance.now();
		// Only a missing answer waits for the timeout; on a busy machine the others may take longer.
		const fault = await open({ withinMs: code === "providerTimeout" ? 300 : 10_000 })
			.readPoints("ana")
			.catch((error: unknown) => error);
		expect(fault).toMatchObject({ code, values: { provider: "Elsewhere", ...values } });
		expect(performance.now() - since, "in time").toBeLessThan(9000);
		expect(asked, "and is asked for once").toEqual(["/points/ana"]);
		const { code: words, values: given } = fault as { code: "providerBusy"; values: Record<string, string> };
		const texts = (["en", "pt"] as const).map((language) => i18nIn(language).t(`errors.${words}`, given));
		for (const text of texts) expect(text).toMatch(/Elsewhere/);
		expect(texts.join(), "every placeholder is filled").not.toMatch(/\{\{|undefined|NaN/);
	});

	it("of every kind that has words is played here", () => {
		const played = new Set(ODD.map(([, , code]) => code));
		expect([...played].sort()).toEqual(
			Object.keys(en.errors)
				.filter((code) => code.startsWith("provider"))
				.sort(),
		);
	});

	it("names the seconds until a date", async () => {
		answer = says(429, "", { "retry-after": retryDate() });
		const fault = await open()
			.readPoints("ana")
			.catch((error: unknown) => error);
		const { seconds } = (fault as { values: { seconds: number } }).values;
		expect(seconds).toBeGreaterThanOrEqual(28);
		expect(seconds).toBeLessThanOrEqual(30);
	});

	it("that nobody listens at the address is said too", async () => {
		const provider = createPointsProvider(
			settings({ POINTS_PROVIDER_URL: "http://127.0.0.1:1/{username}" }),
			log,
		);
		await expect(provider?.readPoints("ana")).rejects.toMatchObject({ code: "providerUnreachable" });
	});

	it("is not asked for again at once, but after a while", async () => {
		const provider = open({ faultHoldsMs: 1000 });
		answer = says(500);
		await expect(provider.readPoints("ana")).rejects.toMatchObject({ code: "providerFailed" });
		await expect(provider.readPoints("ana")).rejects.toMatchObject({ code: "providerFailed" });
		expect(asked).toHaveLength(1);
		answer = json({ points: 5 });
		expect(await provider.readPoints("bruno"), "another name").toBe(5);
		await expect.poll(() => provider.readPoints("ana").catch(() => -1), { timeout: 3000 }).toBe(5);
	});

	it("that wants a pause gets one, for every name", async () => {
		const provider = open();
		answer = says(429, "", { "retry-after": "1" });
		await expect(provider.readPoints("ana")).rejects.toMatchObject({ code: "providerBusy" });
		answer = json({ points: 5 });
		await expect(provider.readPoints("bruno")).rejects.toMatchObject({
			code: "providerBusy",
			values: { seconds: 1 },
		});
		expect(asked).toEqual(["/points/ana"]);
		await expect.poll(() => provider.readPoints("bruno").catch(() => -1), { timeout: 3000 }).toBe(5);
	});
});

it.each([".", "..", ""])("never asks for the name %j, which would be another address", async (name) => {
	await expect(open().readPoints(name)).rejects.toMatchObject({ code: "providerUnknownUser" });
	expect(asked).toEqual([]);
});

describe("settings", () => {
	const channel = "5f2a0c9e8b7d6a5c4b3a2910";

	it("without an address and a channel give no provider", () => {
		expect(createPointsProvider(settings({ POINTS_PROVIDER_URL: undefined }), log)).toBeUndefined();
	});

	it("with a channel ask StreamElements", async () => {
		const fetcher = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response('{"points": 12}'));
		const provider = createPointsProvider(
			settings({ POINTS_PROVIDER_URL: undefined, POINTS_PROVIDER_CHANNEL: channel }),
			log,
		);
		expect(await provider?.readPoints("ana")).toBe(12);
		expect(fetcher.mock.calls[0]?.[0]).toBe(`https://api.streamelements.com/kappa/v2/points/${channel}/ana`);
		fetcher.mockRestore();
	});

	it("with both ask the address", async () => {
		answer = json({ points: 3 });
		const provider = createPointsProvider(settings({ POINTS_PROVIDER_CHANNEL: channel }), log);
		expect(await provider?.readPoints("ana")).toBe(3);
	});
});
