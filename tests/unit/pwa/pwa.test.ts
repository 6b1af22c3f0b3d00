import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { iconResponse } from "~/pwa/icons.server";
import { manifestOf } from "~/pwa/manifest.server";
import { OFFLINE_HEADERS, OFFLINE_PAGE } from "~/pwa/offline-page.server";
import { SERVICE_WORKER } from "~/pwa/service-worker.server";

const bytesAt = async (path: string) => Buffer.from(await (await iconResponse(path)).arrayBuffer());

describe("an icon", () => {
	it.each([
		["/apple-touch-icon.png", 180, 180],
		["/icons/192.png", 192, 192],
		["/icons/512.png", 512, 512],
		["/icons/maskable-512.png", 512, 512],
		["/share.png", 1200, 630],
	])("%s is a PNG of %i × %i pixels that browsers cache for a day", async (path, width, height) => {
		const response = await iconResponse(path);
		expect(response.headers.get("Content-Type")).toBe("image/png");
		expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400");
		expect(await sharp(await bytesAt(path)).metadata()).toMatchObject({ format: "png", width, height });
	});

	it.each(["/icons/none.png", "/icons/__proto__", "/icons/constructor"])(
		"%s does not exist",
		async (path) => {
			expect((await iconResponse(path)).status).toBe(404);
		},
	);
});

describe("the web app manifest", () => {
	it("has the channel's name, and icons of 192 and 512 pixels and one that may be masked", async () => {
		const { icons, ...manifest } = manifestOf({ name: "Navalhas", description: "A casa do canal" });
		expect(manifest).toMatchObject({
			name: "Navalhas",
			short_name: "Navalhas",
			description: "A casa do canal",
			start_url: "/",
			display: "standalone",
			lang: "pt",
		});
		expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
			"192x192 any",
			"512x512 any",
			"512x512 maskable",
		]);
		for (const { src } of icons) expect((await iconResponse(src)).status, src).toBe(200);
	});
});

describe("the service worker", () => {
	type Listener = (event: object) => void;

	/** Runs the worker with a cache in memory and the given network. */
	function startWorker(fetcher: (request: unknown) => Promise<string>) {
		const listeners = new Map<string, Listener>();
		const stored = new Map<string, string[]>([["offline-old", ["/offline"]]]);
		const worker = {
			addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
			skipWaiting: async () => {},
			clients: { claim: async () => {} },
		};
		const caches = {
			open: async (name: string) => ({
				add: async ({ url }: { url: string }) => stored.set(name, [...(stored.get(name) ?? []), url]),
			}),
			keys: async () => [...stored.keys()],
			delete: async (name: string) => stored.delete(name),
			match: async (url: string) => ([...stored.values()].flat().includes(url) ? `cached ${url}` : undefined),
		};
		class FakeRequest {
			constructor(
				readonly url: string,
				readonly options: object,
			) {}
		}
		new Function("self", "caches", "Request", "fetch", SERVICE_WORKER)(worker, caches, FakeRequest, fetcher);
		const send = async (type: string, event: object = {}) => {
			let result: unknown;
			const take = (promise: unknown) => {
				result = promise;
			};
			listeners.get(type)?.({ ...event, waitUntil: take, respondWith: take });
			return await result;
		};
		return { send, stored };
	}

	it("stores the offline page and nothing else, and removes earlier versions", async () => {
		const { send, stored } = startWorker(async () => "page");
		await send("install");
		await send("activate");
		expect([...stored.values()]).toEqual([["/offline"]]);
		expect([...stored.keys()][0]).toMatch(/^offline-[0-9a-f]{16}$/);
	});

	it("answers a page with the offline page only while the site cannot be reached", async () => {
		let isOffline = false;
		const { send, stored } = startWorker(async () => {
			if (isOffline) throw new TypeError("no connection");
			return "page of the site";
		});
		await send("install");
		const open = () => send("fetch", { request: { mode: "navigate", method: "GET" } });
		expect(await open()).toBe("page of the site");
		isOffline = true;
		expect(await open()).toBe("cached /offline");
		expect([...stored.values()].flat().sort()).toEqual(["/offline", "/offline"]);
	});

	it.each([
		["data", { mode: "cors", method: "GET" }],
		["a form", { mode: "navigate", method: "POST" }],
	])("leaves %s to the browser", async (_, request) => {
		const { send } = startWorker(async () => "anything");
		expect(await send("fetch", { request })).toBeUndefined();
	});
});

it("the offline page is in both languages, and its policy allows its style and nothing else", () => {
	expect(OFFLINE_PAGE).toContain('<section lang="pt"><h1>Estás sem ligação</h1>');
	expect(OFFLINE_PAGE).toContain('<section lang="en"><h2>You\'re offline</h2>');
	expect(OFFLINE_PAGE).not.toMatch(/<script|src=|href="[^"]/);
	expect(OFFLINE_HEADERS["Content-Security-Policy"]).toMatch(
		/^default-src 'none'; style-src 'sha256-[^']+';/,
	);
});
