import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectQuiet, newPage, type PageOptions } from "../../support/browser/browser";
import { signOut } from "../../support/browser/journey";
import { workerBrowser } from "../../support/browser/worker-browser";
import { freePort } from "../../support/site/site";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 5000;

let folder: string;
let origin: string;
let issuer: string;
let environment: NodeJS.ProcessEnv;
let demo: ChildProcess;
let shown: Started;
let browser: Browser;

interface Started {
	process: ChildProcess;
	/** What it has printed so far. */
	output: string;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
	const child = spawn(command, args, { cwd: repositoryRoot, env, stdio: ["ignore", "pipe", "pipe"] });
	const started: Started = { process: child, output: "" };
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			started.output += text;
		});
	}
	return started;
}

async function isRunning(started: Started) {
	const deadline = Date.now() + READY_WITHIN_MS;
	while (!started.output.includes("Plateia is running")) {
		if (started.process.exitCode !== null || Date.now() > deadline)
			throw new Error(`The demo did not start:\n${started.output}`);
		await sleep(100);
	}
}

async function startDemo() {
	const started = run(process.execPath, ["demo/run.mjs"], environment);
	demo = started.process;
	await isRunning(started);
	shown = started;
}

async function exitCodeOf(child: ChildProcess) {
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	return child.exitCode;
}

async function stopDemo(signal: "SIGINT" | "SIGTERM") {
	const since = Date.now();
	demo.kill(signal);
	const code = await exitCodeOf(demo);
	return { code, milliseconds: Date.now() - since };
}

const answers = (address: string) =>
	fetch(address).then(
		() => true,
		() => false,
	);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "plateia-demo-"));
	const [port, providerPort] = [await freePort(), await freePort()];
	origin = `http://localhost:${port}`;
	issuer = `http://localhost:${providerPort}`;
	environment = {
		...process.env,
		PORT: String(port),
		IDP_PORT: String(providerPort),
		APP_ORIGIN: undefined,
		DATABASE_URL: `file:${join(folder, "demo.sqlite")}`,
	};
	browser = await workerBrowser();
	await startDemo();
});

afterAll(async () => {
	demo?.kill("SIGTERM");
	if (demo) await exitCodeOf(demo);
	await rm(folder, { recursive: true, force: true });
});

const username = (page: Page) => page.getByTestId("username");

async function withPage(options: PageOptions, journey: (page: Page) => Promise<void>) {
	const page = await newPage(browser, origin, options);
	try {
		await journey(page);
		await expectQuiet(page);
	} finally {
		await page.context().close();
	}
}

async function selectAccount(page: Page, name: string) {
	await page.goto(`${origin}/login?returnTo=/`);
	expect(new URL(page.url()).origin).toBe(issuer);
	await page.getByRole("button", { name, exact: true }).click();
	await page.waitForURL(`${origin}/`);
}

it("prints its URLs and accounts", () => {
	for (const text of [origin, issuer, "Stream ", "ana", "admin", environment.DATABASE_URL ?? ""]) {
		expect(shown.output).toContain(text);
	}
	// The lines of the requests are in the log.
	expect(shown.output).not.toContain('"event"');
	expect(readFileSync(/Log +(.+)/.exec(shown.output)?.[1] ?? "", "utf8")).toContain('"event"');
});

describe.each<PageOptions>([
	{ lang: "pt", scripts: true },
	{ lang: "en", scripts: false },
])("the demo with language $lang and scripts $scripts", (options) => {
	it("signs in with a selected name, and out without a confirmation", () =>
		withPage(options, async (page) => {
			await selectAccount(page, "ana");
			await username(page).filter({ hasText: "ana" }).first().waitFor();
			expect(await page.getByTestId("balance").first().textContent()).toMatch(/\d/);

			await signOut(page);
			await page.waitForURL(`${origin}/`);
			await username(page).first().waitFor({ state: "detached" });

			await selectAccount(page, "bruno");
			await username(page).filter({ hasText: "bruno" }).first().waitFor();
		}));

	it("shows a message after a cancelled sign-in", () =>
		withPage(options, async (page) => {
			await page.goto(`${origin}/login`);
			await page.locator("button[name=cancel]").click();
			await page.getByTestId("login-failed").waitFor();
			expect(page.url()).toContain(`${origin}/login/failed?reason=cancelled`);
		}));

	it("signs in without a provider page with a login hint", () =>
		withPage(options, async (page) => {
			await page.goto(`${origin}/login?login_hint=admin&returnTo=/`);
			expect(page.url()).toBe(`${origin}/`);
			await username(page).filter({ hasText: "admin" }).first().waitFor();
		}));
});

it("pays for the buttons of the local Twitch after the admin has connected the channel", () =>
	withPage({ lang: "en", scripts: false }, async (page) => {
		const buttons = /Stream +(\S+)/.exec(shown.output)?.[1] ?? "";
		await page.goto(`${origin}/login?login_hint=admin&returnTo=/settings/stream`);
		await page.locator("a[href='/settings/stream/twitch']").click();
		await page.locator("button[value=allow]").click();
		await page.waitForURL(`${origin}/settings/stream`);
		await expect
			.poll(async () => {
				await page.goto(buttons);
				await page.locator("button[value=follow]").click();
				return page.getByRole("status").innerText();
			})
			.toContain("follow: 1/1");
		await page.context().clearCookies({ name: /session/ });
		await expect
			.poll(async () => {
				await page.goto(`${origin}/login?login_hint=ana&returnTo=/points`);
				return page.locator("tr", { hasText: "+50" }).count();
			})
			.toBe(1);
	}));

it("accepts a typed name, and refuses an invalid one", () =>
	withPage({ lang: "pt" }, async (page) => {
		await page.goto(`${origin}/login?returnTo=/`);
		await page.getByRole("textbox").fill("no name");
		await page.getByRole("button", { name: /Entrar/ }).click();
		await page.getByRole("alert").waitFor();
		await expect(expectQuiet(page)).rejects.toThrow("422");
		await page.getByRole("textbox").fill("Dora_99");
		await page.getByRole("button", { name: /Entrar/ }).click();
		await page.waitForURL(`${origin}/`);
		await username(page).filter({ hasText: "Dora_99" }).first().waitFor();
	}));

it.each(["SIGINT", "SIGTERM"] as const)(
	"stops in time on %s and keeps an existing database",
	async (signal) => {
		const { code, milliseconds } = await stopDemo(signal);
		expect(code).toBe(0);
		expect(milliseconds).toBeLessThan(STOPPED_WITHIN_MS);
		expect([await answers(`${origin}/healthz`), await answers(`${issuer}/jwks`)]).toEqual([false, false]);
		await startDemo();
		expect(shown.output).toContain("(kept as it was)");
	},
);

const childrenOf = (pid = 0) => `/proc/${pid}/task/${pid}/children`;

it("exits with a failure when the site crashes", async (context) => {
	if (!existsSync(childrenOf(process.pid))) return context.skip();
	const [site] = readFileSync(childrenOf(demo.pid), "utf8").trim().split(" ").map(Number);
	process.kill(site ?? Number.NaN, "SIGKILL");
	expect(await exitCodeOf(demo)).toBe(1);
	expect(shown.output).toContain("The site stopped by itself");
	await startDemo();
});

const portOf = (address: string) => new URL(address).port;

it.each([
	["PORT", "IDP_PORT"],
	["IDP_PORT", "PORT"],
] as const)("says that %s is taken, and changes nothing", async (taken, free) => {
	const port = portOf(taken === "PORT" ? origin : issuer);
	const second = run(process.execPath, ["demo/run.mjs"], {
		...environment,
		[taken]: port,
		[free]: String(await freePort()),
	});
	expect(await exitCodeOf(second.process)).toBe(1);
	expect(second.output).toBe(`Port ${port} is taken: set ${taken} to another.\n`);
	expect(await answers(`${origin}/healthz`)).toBe(true);
});

it("has a database for each port, and ends with npm", async () => {
	const port = String(await freePort());
	const file = join(repositoryRoot, `.data/demo-${port}.sqlite`);
	const second = run("npm", ["run", "demo"], {
		...environment,
		PORT: port,
		IDP_PORT: String(await freePort()),
		DATABASE_URL: undefined,
	});
	try {
		await isRunning(second);
		expect(second.output).toContain(`file:${file} (example content loaded)`);
		second.process.kill("SIGTERM");
		await exitCodeOf(second.process);
		await expect.poll(() => answers(`http://localhost:${port}/healthz`), { timeout: 20_000 }).toBe(false);
		expect(await answers(`${origin}/healthz`)).toBe(true);
	} finally {
		second.process.kill("SIGTERM");
		const files = [file, `${file}-wal`, `${file}-shm`, join(repositoryRoot, `.data/demo-${port}.log`)];
		await Promise.all(files.map((path) => rm(path, { force: true })));
	}
});

it("runs for development with an admin, and keeps its database", async () => {
	const address = `http://localhost:${await freePort()}`;
	const development = run(process.execPath, ["demo/run.mjs", "dev"], {
		...environment,
		NODE_ENV: "development",
		PORT: portOf(address),
		IDP_PORT: String(await freePort()),
		DATABASE_URL: `file:${join(folder, "dev.sqlite")}`,
	});
	try {
		// Requests during the start wait for it.
		await expect.poll(() => development.output, { timeout: READY_WITHIN_MS }).toContain("Local");
		const early = await Promise.all(["/", "/healthz"].map((path) => fetch(`${address}${path}`)));
		expect(early.map(({ status }) => status)).toEqual([200, 200]);
		await isRunning(development);
		const page = await newPage(browser, address, { lang: "en", scripts: false });
		await page.goto(`${address}/login?login_hint=admin&returnTo=/settings`);
		expect(page.url()).toBe(`${address}/settings`);
		await page.context().close();
	} finally {
		development.process.kill("SIGTERM");
		await exitCodeOf(development.process);
	}
});
