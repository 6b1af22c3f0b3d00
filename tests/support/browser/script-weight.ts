import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { isQuiet, newPage } from "./browser";

/** 1 KB is 1,000 transferred bytes. */
export const BUDGET = { home: 124_500, plinkoMore: 50_500, liveCrashMore: 37_000 };

/** Property names, which minifiers keep, whose combination occurs in matter-js only. */
const MATTER = ["frictionAir", "positionImpulse"];

export interface Script {
	path: string;
	/** Compressed size as transferred. */
	bytes: number;
	encoding: string;
	holdsMatter: boolean;
}

interface Recorder {
	/** The scripts that were loaded since the last call. */
	take(): Promise<Script[]>;
}

/** Records all JavaScript responses. Responses from the browser cache are not counted again. */
function record(context: BrowserContext): Recorder {
	let arriving: Promise<Script | undefined>[] = [];
	context.on("response", (response) => {
		const type = response.headers()["content-type"] ?? "";
		if (!/javascript/.test(type) || response.fromServiceWorker()) return;
		arriving.push(
			(async () => {
				const [{ responseBodySize }, text] = await Promise.all([response.request().sizes(), response.text()]);
				return {
					path: new URL(response.url()).pathname,
					bytes: responseBodySize,
					encoding: response.headers()["content-encoding"] ?? "none",
					holdsMatter: MATTER.every((name) => text.includes(name)),
				};
			})(),
		);
	});
	const seen = new Set<string>();
	return {
		async take() {
			const scripts = await Promise.all(arriving);
			arriving = [];
			return scripts.flatMap((script) => {
				if (!script || seen.has(script.path)) return [];
				seen.add(script.path);
				return script;
			});
		},
	};
}

/** The scripts of a visitor's first load of `path`, and of each further path in the same browser. */
export async function scriptsOf(
	browser: Browser,
	origin: string,
	paths: readonly string[],
): Promise<Script[][]> {
	const page = await newPage(browser, origin);
	// Only gzip, like a browser over plain http to a remote host.
	await page.context().setExtraHTTPHeaders({ "accept-encoding": "gzip" });
	const recorder = record(page.context());
	const loads: Script[][] = [];
	for (const path of paths) {
		await page.goto(origin + path);
		// The effects of a hydrated page load more code; on a busy machine they come after Playwright's `networkidle`.
		while (!(await isQuiet(page))) await sleep(50);
		loads.push(await recorder.take());
	}
	await page.context().close();
	return loads;
}

export const weigh = (scripts: readonly Script[]): number =>
	scripts.reduce((sum, { bytes }) => sum + bytes, 0);
