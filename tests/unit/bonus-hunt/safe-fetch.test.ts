import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isPublicAddress, safeFetch } from "~/bonus-hunt/outside/safe-fetch.server";

/** The DNS answers of each name in order; the last one is repeated. */
const names = new Map<string, string[][]>();
vi.mock("node:dns", () => ({
	lookup(name: string, options: { all?: boolean }, tell: (...answer: unknown[]) => void) {
		if (name === "hanging.example") return;
		const answers = names.get(name) ?? [];
		const found = answers.length > 1 ? answers.shift() : answers[0];
		if (!found) return tell(Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" }));
		const addresses = found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
		if (options.all) tell(null, addresses);
		else tell(null, addresses[0]?.address, addresses[0]?.family);
	},
}));

let server: Server;
let port: number;
let answer: RequestListener;
let asked: string[];

beforeAll(async () => {
	server = createServer((request, response) => {
		asked.push(`${request.headers.host?.split(":")[0]}${request.url}`);
		answer(request, response);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
	server.close();
	server.closeAllConnections();
	await once(server, "close");
});
beforeEach(() => {
	asked = [];
	names.clear();
	names.set("public.example", [["127.0.0.1"]]);
	answer = (_request, response) => response.end("good");
});

/** The test's server counts as public. */
const mayReach = (ip: string) => ip === "127.0.0.1" || isPublicAddress(ip);
const get = (address: string, change = {}) =>
	safeFetch(address, { maxBytes: 1000, signal: AbortSignal.timeout(5000), mayReach, ...change });
const at = (host: string, path = "/") => `http://${host}:${port}${path}`;
const redirect = (location: string, status = 302): RequestListener => {
	let first = true;
	return (_request, response) => {
		if (first) response.writeHead(status, { location }).end();
		else response.end("good");
		first = false;
	};
};

describe("what is on the open internet", () => {
	it.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700::1111"])(
		"is %s",
		(ip) => expect(isPublicAddress(ip)).toBe(true),
	);

	it.each([
		...["0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1"],
		...["172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255"],
		...[
			"::",
			"::1",
			"::ffff:8.8.8.8",
			"::ffff:127.0.0.1",
			"64:ff9b::7f00:1",
			"fc00::1",
			"fd12::1",
			"fe80::1",
		],
		...[
			"1000::1",
			"4000::1",
			"64:ff9b:1::1",
			"100:0:0:1::1",
			"5f00::1",
			"fec0::1",
			"192.88.99.1",
			"240.0.0.1",
		],
		...["ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1", "", "localhost", "1.2.3"],
	])("is not %s", (ip) => expect(isPublicAddress(ip)).toBe(false));
});

it("fetches what lies at a public address, by a name or a number, and follows redirects to others", async () => {
	expect((await get(at("public.example", "/a?b=c"))).toString()).toBe("good");
	expect((await get(at("127.0.0.1"))).toString()).toBe("good");
	answer = redirect("/other");
	expect((await get(at("public.example"))).toString()).toBe("good");
	expect(asked).toEqual(["public.example/a?b=c", "127.0.0.1/", "public.example/", "public.example/other"]);
});

it("follows three redirects in a row, and no fourth", async () => {
	const redirects = (count: number): RequestListener => {
		let left = count;
		return (_request, response) => {
			if (left === 0) response.end("good");
			else response.writeHead(302, { location: `/${left}` }).end();
			left -= 1;
		};
	};
	answer = redirects(3);
	expect((await get(at("public.example"))).toString()).toBe("good");
	answer = redirects(4);
	asked.length = 0;
	await expect(get(at("public.example"))).rejects.toThrow("too many redirects");
	expect(asked).toHaveLength(4);
});

describe("never reaches", () => {
	it.each([
		"http://10.0.0.1/",
		"http://127.0.0.2/",
		"http://2130706434/",
		"http://0x7f000002/",
		"http://0177.0.0.2/",
		"http://169.254.169.254/latest/meta-data/",
		"http://[::1]/",
		"http://[::ffff:127.0.0.2]/",
		"http://[fe80::1]/",
		"http://0/",
	])("%s", async (address) => {
		await expect(get(address)).rejects.toThrow("not a public address");
		answer = redirect(address);
		await expect(get(at("public.example")), "by a redirect").rejects.toThrow("not a public address");
	});

	it.each([[["127.0.0.2"]], [["127.0.0.1", "10.0.0.1"]], [["::1"]], [["127.0.0.1", "::1"]]])(
		"a name of %s",
		async (addresses) => {
			names.set("inner.example", [addresses]);
			await expect(get(at("inner.example"))).rejects.toThrow("not a public address");
			answer = redirect(at("inner.example"));
			await expect(get(at("public.example"))).rejects.toThrow("not a public address");
			expect(asked).toEqual(["public.example/"]);
		},
	);

	it("a name that is looked up as something else the second time", async () => {
		names.set("turning.example", [["127.0.0.1"], ["127.0.0.2"]]);
		answer = redirect(at("turning.example", "/again"));
		await expect(get(at("turning.example"))).rejects.toThrow("not a public address");
		expect(asked).toEqual(["turning.example/"]);
	});

	it.each([
		"file:///etc/passwd",
		"ftp://public.example/",
		"javascript:alert(1)",
		"data:image/png,x",
		"//x",
		"",
	])("%s", async (address) => {
		await expect(get(address)).rejects.toThrow("not a plain http or https address");
	});

	it("an address with a password", async () => {
		await expect(get(`http://me:word@public.example:${port}/`)).rejects.toThrow("not a plain");
	});

	it("a place that a redirect names in another protocol", async () => {
		answer = redirect("file:///etc/passwd");
		await expect(get(at("public.example"))).rejects.toThrow("not a plain http or https address");
	});
});

it("trusts an origin of the settings, but not its redirect targets", async () => {
	const trusted = new Set([at("localhost").slice(0, -1)]);
	names.set("localhost", [["127.0.0.1"]]);
	const strict = { trusted, mayReach: isPublicAddress };
	expect((await get(at("localhost"), strict)).toString()).toBe("good");
	answer = redirect(at("127.0.0.1"));
	await expect(get(at("localhost"), strict)).rejects.toThrow("not a public address");
});

const says =
	(status: number, headers = {}, body: string | Buffer = ""): RequestListener =>
	(_request, response) => {
		response.writeHead(status, headers).end(body);
	};

describe("refuses", () => {
	it.each([
		["404", says(404), "status 404"],
		["500", says(500), "status 500"],
		["204", says(204), "status 204"],
		["304", says(304), "status 304"],
		["a redirect to nowhere", says(302), "status 302"],
		["a redirect to nonsense", says(302, { location: "http://" }), "status 302"],
		["what is packed", says(200, { "content-encoding": "gzip" }, gzipSync("good")), "packed"],
		["one byte too many", says(200, {}, "x".repeat(1001)), "more than 1000 bytes"],
		["redirects without end", says(302, { location: "/" }), "too many redirects"],
	])("%s", async (_name, listener, words) => {
		answer = listener;
		await expect(get(at("public.example"))).rejects.toThrow(words);
	});

	it("a body that never ends, as soon as it is too long", async () => {
		let sent = 0;
		answer = (_request, response) => {
			const pour = () => {
				while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
			};
			response.on("drain", pour);
			pour();
		};
		await expect(get(at("public.example"))).rejects.toThrow("more than 1000 bytes");
		expect(sent).toBeLessThan(20 * 1024 * 1024);
	});

	it("heads that never end", async () => {
		answer = (_request, response) => response.writeHead(200, { "x-long": "x".repeat(40_000) }).end();
		await expect(get(at("public.example"))).rejects.toThrow();
	});

	it("a name whose look-up never ends, when its time is over", async () => {
		const since = performance.now();
		const signal = AbortSignal.timeout(300);
		await expect(get(at("hanging.example"), { signal })).rejects.toThrow();
		expect(performance.now() - since).toBeLessThan(4000);
	});

	it.each([
		["silence", () => {}],
		[
			"a slow drip",
			(_request, response) => {
				const drip = setInterval(() => response.write("x"), 20);
				response.on("close", () => clearInterval(drip));
			},
		],
	] as [string, RequestListener][])("%s, when its time is over", async (_name, listener) => {
		answer = listener;
		const since = performance.now();
		await expect(get(at("public.example"), { signal: AbortSignal.timeout(300) })).rejects.toThrow();
		expect(performance.now() - since).toBeLessThan(4000);
	});
});
