/**
 * Runs a page with the real modules in a browser and returns its report. No driver is needed, because the page posts
 * its report to the server that served it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export type Browser = "chromium" | "firefox";

/** The executable of a browser: from the environment, from Debian's path, or from playwright-core. */
export function findBrowser(browser: Browser): string | undefined {
	const paths =
		browser === "chromium"
			? [process.env.PLATEIA_CHROMIUM, "/usr/bin/chromium", chromium.executablePath()]
			: [process.env.PLATEIA_FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];
	return paths.find((path) => path && existsSync(path));
}

/** Bundles a page's script; returns the folder, to be removed by the caller. */
export async function bundle(entry: string): Promise<string> {
	const outDir = mkdtempSync(join(tmpdir(), "plateia-bench-"));
	await build({
		configFile: false,
		root,
		logLevel: "error",
		resolve: { alias: { "~": join(root, "app") } },
		build: {
			outDir,
			emptyOutDir: false,
			target: "es2022",
			reportCompressedSize: false,
			rollupOptions: { input: entry, output: { entryFileNames: "page.js" } },
		},
	});
	return outDir;
}

/**
 * Opens the bundled page with a query and waits for its report.
 * @throws when no report arrives in time or the page reports an error
 */
export async function report<T>(
	browser: Browser,
	program: string,
	folder: string,
	query: string,
	timeout: number,
): Promise<T> {
	const profile = mkdtempSync(join(tmpdir(), "plateia-profile-"));
	let settle: (text: string) => void = () => undefined;
	const posted = new Promise<string>((resolve) => {
		settle = resolve;
	});
	const server = createServer((request, response) => {
		// Cross-origin isolation increases the resolution of performance.now().
		response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
		response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
		const path = new URL(request.url ?? "/", "http://localhost").pathname;
		if (request.method === "POST") {
			let text = "";
			request.on("data", (chunk) => {
				text += chunk;
			});
			request.on("end", () => {
				response.end();
				settle(text);
			});
		} else if (path === "/") {
			response.setHeader("Content-Type", "text/html; charset=utf-8");
			response.end('<!doctype html><title>Bench</title><body><script type="module" src="/page.js"></script>');
		} else if (listFiles(folder).includes(path.slice(1))) {
			response.setHeader("Content-Type", path.endsWith(".css") ? "text/css" : "text/javascript");
			response.end(readFileSync(join(folder, path)));
		} else {
			response.writeHead(404).end();
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query}`;
	const child = spawn(program, flags(browser, profile, address), { stdio: "ignore", detached: true });
	let timer: NodeJS.Timeout | undefined;
	try {
		const late = new Promise<never>((_, reject) => {
			timer = setTimeout(() => reject(new Error(`${browser}: no report in ${timeout} ms`)), timeout);
			child.once("error", reject);
		});
		const answer = JSON.parse(await Promise.race([posted, late])) as T & { error?: string };
		if (answer.error) throw new Error(`${browser}: ${answer.error}`);
		return answer;
	} finally {
		clearTimeout(timer);
		await stop(child);
		server.closeAllConnections();
		server.close();
		rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	}
}

function listFiles(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" });
}

function flags(browser: Browser, profile: string, address: string): string[] {
	if (browser === "firefox") return ["--headless", "--no-remote", "--profile", profile, address];
	return [
		"--headless",
		"--no-sandbox",
		"--disable-gpu",
		"--disable-quic",
		"--no-first-run",
		"--disable-background-networking",
		"--disable-component-update",
		"--disable-sync",
		"--window-size=1200,1000",
		`--user-data-dir=${profile}`,
		address,
	];
}

/** Ends the process group of a browser. */
async function stop(child: ChildProcess): Promise<void> {
	if (child.pid === undefined || child.exitCode !== null) return;
	const ended = new Promise((resolve) => child.once("exit", resolve));
	try {
		process.kill(-child.pid, "SIGTERM");
		const kill = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), 3000);
		await ended;
		clearTimeout(kill);
	} catch {
		// It has already ended.
	}
}
