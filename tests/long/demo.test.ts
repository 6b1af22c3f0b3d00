/** `npm run demo` and `npm run dev`: what tests/http/site-demo.test.ts leaves out. */
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { visit } from "../support/http/visitor";
import { answers, type Demo, demoReady, prepareDemo } from "../support/site/demo";
import { repositoryRoot, startProgram } from "../support/site/program";
import { freePort } from "../support/site/site";

const WAIT = { timeout: 120_000 };
let demo: Demo;
beforeAll(async () => {
	demo = await prepareDemo();
	await demo.start();
}, 120_000);
afterAll(() => demo?.remove());

it("pays for the buttons of the local Twitch after the admin has connected the channel", async () => {
	const buttons = /Stream +(\S+)/.exec(demo.output())?.[1] ?? "";
	const admin = await visit(demo, { as: "admin" });
	const consent = await (await admin.open("/settings/stream")).follow("a[href='/settings/stream/twitch']");
	const allow = "button[value=allow]";
	expect((await consent.submit(`form:has(${allow})`, {}, { button: allow })).path).toBe("/settings/stream");
	const stream = await visit({ origin: new URL(buttons).origin });
	const follow = "button[value=follow]";
	await expect
		.poll(async () => {
			const page = await stream.open(new URL(buttons).pathname);
			return (await page.submit(`form:has(${follow})`, {}, { button: follow })).text("[role=status]");
		}, WAIT)
		.toContain("follow: 1/1");
	const ana = await visit(demo, { as: "ana" });
	await expect.poll(async () => (await ana.open("/points")).$("tr:contains('+50')").length, WAIT).toBe(1);
});

it("stops on SIGINT, and exits with a failure when the site crashes", async (context) => {
	expect(await demo.stop("SIGINT")).toBe(0);
	await demo.start();
	const pid = demo.process?.pid;
	const children = `/proc/${pid}/task/${pid}/children`;
	if (!existsSync(children)) return context.skip();
	const [site] = readFileSync(children, "utf8").trim().split(" ").map(Number);
	process.kill(site ?? Number.NaN, "SIGKILL");
	expect(await demo.exitCode()).toBe(1);
	expect(demo.output()).toContain("The site stopped by itself");
	await demo.start();
});

it.each([
	["PORT", "IDP_PORT"],
	["IDP_PORT", "PORT"],
] as const)("says that %s is taken, and changes nothing", async (taken, free) => {
	const { port } = new URL(taken === "PORT" ? demo.origin : demo.issuer);
	const env = { ...demo.environment, [taken]: port, [free]: String(await freePort()) };
	const second = startProgram([process.execPath, "demo/run.mjs"], env);
	expect(await second.end()).toBe(1);
	expect(second.logs()).toBe(`Port ${port} is taken: set ${taken} to another.\n`);
	expect(await answers(`${demo.origin}/healthz`)).toBe(true);
});

it("has a database for each port, and ends with npm", async () => {
	const port = String(await freePort());
	const file = join(repositoryRoot, `.data/demo-${port}.sqlite`);
	const own = { PORT: port, IDP_PORT: String(await freePort()), DATABASE_URL: undefined };
	const second = startProgram(["npm", "run", "demo"], { ...demo.environment, ...own });
	try {
		await demoReady(second);
		expect(second.logs()).toContain(`file:${file} (example content loaded)`);
		await second.end("SIGTERM");
		await expect.poll(() => answers(`http://localhost:${port}/healthz`), WAIT).toBe(false);
		expect(await answers(`${demo.origin}/healthz`)).toBe(true);
	} finally {
		second.process.kill("SIGTERM");
		const files = [file, `${file}-wal`, `${file}-shm`, join(repositoryRoot, `.data/demo-${port}.log`)];
		await Promise.all(files.map((path) => rm(path, { force: true })));
	}
});

it("runs for development with an admin, and keeps its database", async () => {
	const origin = `http://localhost:${await freePort()}`;
	const development = startProgram([process.execPath, "demo/run.mjs", "dev"], {
		...demo.environment,
		NODE_ENV: "development",
		PORT: new URL(origin).port,
		IDP_PORT: String(await freePort()),
		DATABASE_URL: `file:${join(demo.folder, "dev.sqlite")}`,
	});
	try {
		// Requests during the start wait for it.
		await expect.poll(development.logs, WAIT).toContain("Local");
		const early = await Promise.all(["/", "/healthz"].map((path) => fetch(origin + path)));
		expect(early.map(({ status }) => status)).toEqual([200, 200]);
		await demoReady(development);
		const admin = await visit({ origin });
		const page = await admin.open("/login?login_hint=admin&returnTo=/settings");
		expect(page.path).toBe("/settings");
	} finally {
		await development.end("SIGTERM");
	}
});
