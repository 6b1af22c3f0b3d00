/** The site behind nginx with the configuration of docs/hosting.md. */
import { readFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PICTURE_FORM_BYTES } from "~/pictures/upload.server";
import { FILE_FORM_BYTES } from "~/points/import/points-file.server";
import { readPlayer } from "../support/data/players";
import {
	HTML,
	PLINKO,
	type ProxyViewer,
	plinkoForm,
	SAME_SITE,
	signInBehind,
} from "../support/site/behind-nginx";
import { findNginx } from "../support/site/ensure-tools.mjs";
import { newPlayer } from "../support/site/new-player";
import { NGINX_CONF, nginxPorts, openClient, startNginx } from "../support/site/nginx";
import { freePort, type Site, startSite } from "../support/site/site";

const MIB = 1024 * 1024;

let nginx: Awaited<ReturnType<typeof startNginx>>;
let ports: Awaited<ReturnType<typeof nginxPorts>>;
/** The server itself, used by nginx and the tests only. */
let site: Site;
let admin: ProxyViewer;
let clients = 0;

/** Each client has its own address, so that tests do not share limits. */
const newClient = () => openClient(nginx.origin, `127.0.0.${20 + clients++}`);

describe.skipIf(!findNginx())("the site behind nginx", () => {
	beforeAll(async () => {
		ports = await nginxPorts();
		const publicOrigin = `https://localhost:${ports.https}`;
		site = await startSite({ publicOrigin, env: { TRUSTED_PROXY_HOPS: "1" } });
		nginx = await startNginx(ports, site.origin);
		admin = await signInBehind(nginx.origin, newClient(), "admin");
	});
	afterAll(async () => {
		await nginx?.close();
		await site?.close();
	});

	it("signs a viewer in with a Secure session cookie, and plays a round, over HTTP/2", async () => {
		const viewer = await signInBehind(nginx.origin, newClient(), newPlayer());
		const session = viewer.setCookies.find((line) => line.startsWith("__Host-session="));
		for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"])
			expect(session?.split("; ")).toContain(attribute);
		expect(await viewer.post(PLINKO, plinkoForm())).toMatchObject({ status: 200, data: { ok: true } });
		const { points, rounds } = readPlayer(site, viewer.name);
		expect(points).toBe(990 + (rounds[0]?.payout ?? Number.NaN));
	});

	it("sends the frames of a stream without buffering and compression", async () => {
		const headers = { cookie: "age-verified=true", ...SAME_SITE, "accept-encoding": "gzip, deflate, br" };
		const stream = newClient().begin("/live?topics=stream", { headers });
		let text = "";
		stream.on("data", (more: string) => {
			text += more;
		});
		const head = await new Promise((resolve) => stream.once("response", resolve));
		expect(head).toMatchObject({
			":status": 200,
			"content-type": "text/event-stream; charset=utf-8",
			"cache-control": "no-store, no-transform",
		});
		expect(head).not.toHaveProperty("content-encoding");
		// Much less than nginx's buffer of 4 KB, and nothing follows it.
		await expect.poll(() => text).toMatch(/event:stream\.changed\ndata:.*\n\n/);
		stream.close();
	});

	it("keeps a stream open beyond nginx's read timeout", async () => {
		const live = /location = \/live \{([^}]*)\}/.exec(await readFile(NGINX_CONF, "utf8"))?.[1] ?? "";
		const heartbeatSeconds = 20;
		expect(Number(/proxy_read_timeout (\d+)s/.exec(live)?.[1])).toBeGreaterThan(2 * heartbeatSeconds);
		expect(live).toContain("proxy_buffering off;");
	});

	it("limits requests per address, despite a forged X-Forwarded-For", async () => {
		const flooder = newClient();
		const send = async (client: typeof flooder, forwarded: Record<string, string> = {}) => {
			const type = { "content-type": "application/x-www-form-urlencoded" };
			const headers = { ...SAME_SITE, ...type, ...forwarded };
			return (await client.send("/logout", { method: "POST", headers, body: "x=" })).status;
		};
		const statuses: number[] = [];
		for (let time = 0; time < 302; time += 1) {
			const invented = `203.0.113.${time % 250}${time % 2 ? ", 198.51.100.7" : ""}`;
			statuses.push(await send(flooder, { "x-forwarded-for": invented }));
		}
		expect(statuses).toEqual([...Array(300).fill(302), 429, 429]);
		expect(await send(newClient())).toBe(302);
		expect(site.logs()).not.toMatch(/"address":"(203\.0\.113|198\.51\.100|127\.0\.0\.1")/);
	});

	it("rejects requests for another host name, and redirects http to https", async () => {
		await expect(newClient().send("/", { authority: "other.example", headers: HTML })).rejects.toThrow();
		const httpRequest = (host: string) =>
			new Promise<string | undefined>((resolve, reject) => {
				const options = { host: "127.0.0.1", port: ports.http, path: "/store?a=1", headers: { host } };
				request(options, (answer) => {
					answer.resume();
					resolve(`${answer.statusCode} ${answer.headers.location}`);
				})
					.once("error", reject)
					.end();
			});
		expect(await httpRequest("localhost")).toBe("301 https://localhost/store?a=1");
		await expect(httpRequest("other.example")).rejects.toThrow();
	});

	it("refuses an oversized form itself; nginx refuses only much larger ones", async () => {
		const client = newClient();
		const send = async (path: string, bytes: number) => {
			const type = { accept: "text/html", "content-type": "multipart/form-data; boundary=x" };
			const headers = { ...SAME_SITE, ...type, cookie: admin.cookie };
			const { status, text } = await client.send(path, {
				method: "POST",
				headers,
				body: Buffer.alloc(bytes, "a"),
			});
			return { status, isFromSite: text.includes("What you sent is too large.") };
		};
		const maxMib = /client_max_body_size (\d+)m;/.exec(await readFile(NGINX_CONF, "utf8"))?.[1];
		const maxBytes = Number(maxMib) * MIB;
		for (const [path, bytes] of [
			["/store/new", PICTURE_FORM_BYTES],
			["/user-points/import", FILE_FORM_BYTES],
		] as const) {
			expect(maxBytes).toBeGreaterThan(bytes);
			expect(await send(path, bytes + 1)).toEqual({ status: 413, isFromSite: true });
		}
		expect(await send("/store/new", maxBytes + 1)).toEqual({ status: 413, isFromSite: false });
	});

	it("limits a flood from one address in nginx, and serves other addresses", async () => {
		// All requests of a wave are sent in parallel over several HTTP/2 connections.
		const connections = Array.from({ length: 8 }, () => openClient(nginx.origin, "127.0.0.9"));
		const statuses: number[] = [];
		const refused = () => statuses.filter((status) => status === 429).length;
		// 3,000 requests pass, and 300 more in each second. A slow machine needs seconds for a wave.
		while (refused() === 0 && statuses.length < 20_000) {
			const wave = connections.flatMap(({ send }) => Array.from({ length: 100 }, () => send("/healthz")));
			statuses.push(...(await Promise.all(wave)).map(({ status }) => status));
		}
		// The site answers some of them and rejects the others.
		const passed = statuses.filter((status) => status === 200 || status === 503).length;
		expect(passed + refused()).toBe(statuses.length);
		expect(passed).toBeGreaterThanOrEqual(3000);
		expect(refused()).toBeGreaterThan(0);
		expect((await newClient().send("/healthz")).status).toBe(200);
	});

	it("uses a process at once that starts again while another one is away", async () => {
		const [started, away] = [await freePort(), await freePort()];
		const proxy = await startNginx(
			await nginxPorts(),
			...[started, away].map((port) => `http://localhost:${port}`),
		);
		const client = openClient(proxy.origin, "127.0.0.1");
		const process = createServer((_request, response) => setTimeout(() => response.end("ok"), 50));
		try {
			expect((await client.send("/store")).status).toBe(503);
			await new Promise<void>((resolve) => process.listen(started, "127.0.0.1", resolve));
			const answers = await Promise.all(Array.from({ length: 8 }, () => client.send("/store")));
			expect(answers.map(({ text }) => text)).toEqual(Array(8).fill("ok"));
		} finally {
			client.close();
			process.close();
			await proxy.close();
		}
	});

	it("serves assets from nginx's cache with the site's headers, and an error page while the site is down", {
		timeout: 120_000,
	}, async () => {
		const client = newClient();
		const page = await client.send("/", { headers: HTML });
		expect(page.status).toBe(200);
		const headers = {
			"strict-transport-security": "max-age=63072000",
			"x-content-type-options": "nosniff",
		};
		expect(page.headers).toMatchObject(headers);
		expect(page.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
		const [asset = ""] = /\/assets\/[^"]+\.js/.exec(page.text) ?? [];
		const before = await client.send(asset);
		await site.stop();
		const after = await client.send(asset);
		expect(after.headers).toMatchObject({
			...headers,
			"cache-control": "public, max-age=31536000, immutable",
		});
		expect(after.text).toBe(before.text);
		const pageWhileDown = await client.send("/store", { headers: HTML });
		expect(pageWhileDown.status).toBe(503);
		expect(pageWhileDown.headers).toMatchObject({ "retry-after": "10", "cache-control": "no-store" });
		expect(pageWhileDown.text).toMatch(/Voltamos já\..*We will be right back\./);
		await site.restart();
		expect((await client.send("/store", { headers: HTML })).status).toBe(200);
	});
});
