import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isPublicAddress, safeFetch } from "~/http/safe-fetch.server";
import { serve } from "../../support/http-server";

/** The DNS answers of each name in order; the last one is repeated. */
const names = new Map<string, string[][]>();
vi.mock("node:dns", () => ({
	lookup(name: string, options: { all?: boolean }, callback: (...answer: unknown[]) => void) {
		if (name === "hanging.example") return;
		const answers = names.get(name) ?? [];
		const found = answers.length > 1 ? answers.shift() : answers[0];
		if (!found) return callback(Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" }));
		const addresses = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
		if (options.all) callback(null, addresses);
		else callback(null, addresses[0]?.address, addresses[0]?.family);
	},
}));

let server: Awaited<ReturnType<typeof serve>>;
let port: number;
let answer: RequestListener;
let requests: string[];

beforeAll(async () => {
	server = await serve((request, response) => {
		requests.push(`${request.headers.host?.split(":")[0]}${request.url}`);
		answer(request, response);
	});
	port = server.port;
});
afterAll(() => server.close());
beforeEach(() => {
	requests = [];
	names.clear();
	names.set("public.example", [["127.0.0.1"]]);
	answer = (_request, response) => response.end("good");
});

/** The test's server counts as public. */
const mayReach = (ip: string) => ip === "127.0.0.1" || isPublicAddress(ip);
const get = (address: string, change = {}) =>
	safeFetch(address, { maxBytes: 1000, signal: AbortSignal.timeout(20_000), mayReach, ...change });
const urlOf = (host: string, path = "/") => `http://${host}:${port}${path}`;
const redirect = (location: string, status = 302): RequestListener => {
	let first = true;
	return (_request, response) => {
		if (first) response.writeHead(status, { location }).end();
		else response.end("good");
		first = false;
	};
};

describe("isPublicAddress", () => {
	it.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700::1111"])(
		"accepts %s",
		(ip) => expect(isPublicAddress(ip)).toBe(true),
	);

	it.each([
		...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1"],
		...["172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
		..."192.88.99.1 240.0.0.1 :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 64:ff9b::7f00:1 fc00::1 fd12::1".split(
			" ",
		),
		..."fe80::1 1000::1 4000::1 64:ff9b:1::1 100:0:0:1::1 5f00::1 fec0::1".split(" "),
		...["ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1", "", "localhost", "1.2.3"],
	])("rejects %s", (ip) => expect(isPublicAddress(ip)).toBe(false));
});

it("a public address is fetched by name or IP address, and its redirects are followed", async () => {
	expect((await get(urlOf("public.example", "/a?b=c"))).toString()).toBe("good");
	expect((await get(urlOf("127.0.0.1"))).toString()).toBe("good");
	answer = redirect("/other");
	expect((await get(urlOf("public.example"))).toString()).toBe("good");
	expect(requests).toEqual(["public.example/a?b=c", "127.0.0.1/", "public.example/", "public.example/other"]);
});

it("three redirects in a row are followed, and a fourth is not", async () => {
	const redirects = (count: number): RequestListener => {
		let left = count;
		return (_request, response) => {
			if (left === 0) response.end("good");
			else response.writeHead(302, { location: `/${left}` }).end();
			left -= 1;
		};
	};
	answer = redirects(3);
	expect((await get(urlOf("public.example"))).toString()).toBe("good");
	answer = redirects(4);
	requests.length = 0;
	await expect(get(urlOf("public.example"))).rejects.toThrow("too many redirects");
	expect(requests).toHaveLength(4);
});

describe("never reaches", () => {
	it.each([
		"http://127.0.0.2/",
		"http://2130706434/",
		"http://169.254.169.254/latest/meta-data/",
		"http://[::1]/",
		"http://[::ffff:127.0.0.2]/",
		"http://0/",
	])("%s", async (address) => {
		await expect(get(address)).rejects.toThrow("not a public address");
		answer = redirect(address);
		await expect(get(urlOf("public.example")), "by a redirect").rejects.toThrow("not a public address");
	});

	it.each([[["127.0.0.2"]], [["127.0.0.1", "10.0.0.1"]], [["::1"]], [["127.0.0.1", "::1"]]])(
		"a host name that resolves to %s",
		async (addresses) => {
			names.set("inner.example", [addresses]);
			await expect(get(urlOf("inner.example"))).rejects.toThrow("not a public address");
			answer = redirect(urlOf("inner.example"));
			await expect(get(urlOf("public.example"))).rejects.toThrow("not a public address");
			expect(requests).toEqual(["public.example/"]);
		},
	);

	it("a host name that resolves to another address the second time", async () => {
		names.set("turning.example", [["127.0.0.1"], ["127.0.0.2"]]);
		answer = redirect(urlOf("turning.example", "/again"));
		await expect(get(urlOf("turning.example"))).rejects.toThrow("not a public address");
		expect(requests).toEqual(["turning.example/"]);
	});

	it.each(["file:///etc/passwd", "javascript:alert(1)", "//x", ""])("%s", async (address) => {
		await expect(get(address)).rejects.toThrow("not a plain http or https address");
	});

	it("a URL with a password", async () => {
		await expect(get(`http://me:word@public.example:${port}/`)).rejects.toThrow("not a plain");
	});

	it("a redirect target with another protocol", async () => {
		answer = redirect("file:///etc/passwd");
		await expect(get(urlOf("public.example"))).rejects.toThrow("not a plain http or https address");
	});
});

it("an origin of the settings is trusted, but its redirect targets are not", async () => {
	const trusted = new Set([urlOf("localhost").slice(0, -1)]);
	names.set("localhost", [["127.0.0.1"]]);
	const strict = { trusted, mayReach: isPublicAddress };
	expect((await get(urlOf("localhost"), strict)).toString()).toBe("good");
	answer = redirect(urlOf("127.0.0.1"));
	await expect(get(urlOf("localhost"), strict)).rejects.toThrow("not a public address");
});

const respondWith =
	(status: number, headers = {}, body: string | Buffer = ""): RequestListener =>
	(_request, response) => {
		response.writeHead(status, headers).end(body);
	};

describe("refuses", () => {
	it.each([
		["404", respondWith(404), "status 404"],
		["204", respondWith(204), "status 204"],
		["a redirect without a location", respondWith(302), "status 302"],
		["a redirect to an invalid URL", respondWith(302, { location: "http://" }), "status 302"],
		["a compressed body", respondWith(200, { "content-encoding": "gzip" }, gzipSync("good")), "packed"],
		["one byte too many", respondWith(200, {}, "x".repeat(1001)), "more than 1000 bytes"],
	])("%s", async (_name, listener, message) => {
		answer = listener;
		await expect(get(urlOf("public.example"))).rejects.toThrow(message);
	});

	it("an endless body as soon as it exceeds the limit", async () => {
		let sent = 0;
		answer = (_request, response) => {
			const writeMore = () => {
				while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
			};
			response.on("drain", writeMore);
			writeMore();
		};
		await expect(get(urlOf("public.example"))).rejects.toThrow("more than 1000 bytes");
		expect(sent).toBeLessThan(20 * 1024 * 1024);
	});

	it("a host name whose DNS lookup never ends, after the time limit", async () => {
		const signal = AbortSignal.timeout(300);
		await expect(get(urlOf("hanging.example"), { signal })).rejects.toThrow();
	});

	it.each([
		["no response", () => {}],
		[
			"one byte at a time",
			(_request, response) => {
				const drip = setInterval(() => response.write("x"), 20);
				response.on("close", () => clearInterval(drip));
			},
		],
	] as [string, RequestListener][])("%s, after the time limit", async (_name, listener) => {
		answer = listener;
		await expect(get(urlOf("public.example"), { signal: AbortSignal.timeout(300) })).rejects.toThrow();
	});
});
