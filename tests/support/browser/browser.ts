import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import {
	type Browser,
	type BrowserContext,
	chromium,
	type Locator,
	type Page,
	type Request,
} from "playwright-core";
import { findChromium } from "./ensure-browser.mjs";

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Chromium reads the last list of disabled features only, so the part of Playwright's list that matters is repeated. */
const PLAYWRIGHT_DISABLES = [
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"HttpsUpgrades",
	"HttpsFirstBalancedModeAutoEnable",
	"LensOverlay",
	"MediaRouter",
	"PaintHolding",
	"ThirdPartyStoragePartitioning",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"OptimizationHints",
	"NetworkTimeServiceQuerying",
	"AimEnabled",
	"PreconnectToSearch",
];
/** Two hidden pages for each context, which take more CPU time than the tested page. */
const OMNIBOX_POPUPS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
const SPARE_RENDERER = "SpareRendererForSitePerProcess";
const DEFAULT_WIDTH = 1280;
const PHONE_WIDTH = 600;

export interface PageOptions {
	lang?: "pt" | "en";
	theme?: "dark" | "light";
	width?: number;
	height?: number;
	/** false disables scripts. */
	scripts?: boolean;
	/** Accepted by default; false shows the age gate. */
	ageVerified?: boolean;
	reducedMotion?: boolean;
}

/** Unexpected messages of a page: script errors, warnings, failed requests. */
const noiseOf = new WeakMap<Page, string[]>();
/** Requests of a page without a complete response; an event stream counts until it is open. */
const pendingOf = new WeakMap<Page, Set<Request>>();
/** The last requests and navigations of a page. */
const tracesOf = new WeakMap<Page, string[]>();
const TRACED = 30;
const withoutScripts = new WeakSet<BrowserContext>();

export const runsScripts = (page: Page): boolean => !withoutScripts.has(page.context());

export async function launchBrowser(): Promise<Browser> {
	const executablePath = findChromium();
	if (!executablePath) throw new Error("No Chromium found: run tests/run.mjs, or set PLATEIA_CHROMIUM.");
	return chromium.launch({
		executablePath,
		args: [
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			`--disable-features=${[...PLAYWRIGHT_DISABLES, ...OMNIBOX_POPUPS, SPARE_RENDERER].join()}`,
		],
	});
}

/** A page in a new browser context with the visitor's preferences. The caller must close its `context()`. */
export async function newPage(browser: Browser, origin: string, options: PageOptions = {}): Promise<Page> {
	const { lang = "pt", theme, width = DEFAULT_WIDTH, scripts = true, ageVerified = true } = options;
	const context = await browser.newContext({
		// The tests use self-signed certificates.
		ignoreHTTPSErrors: origin.startsWith("https:"),
		javaScriptEnabled: scripts,
		viewport: { width, height: options.height ?? (width < PHONE_WIDTH ? 780 : 900) },
		hasTouch: width < PHONE_WIDTH,
		locale: lang === "pt" ? "pt-PT" : "en-GB",
		colorScheme: theme ?? "dark",
		reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
	});
	const cookies: Record<string, string | undefined> = {
		language: lang,
		theme,
		"age-verified": ageVerified ? "true" : undefined,
	};
	await context.addCookies(
		Object.entries(cookies).flatMap(([name, value]) => (value ? [{ name, value, url: origin }] : [])),
	);
	listenToAll(context, scripts);
	const page = await context.newPage();
	if (!scripts) {
		withoutScripts.add(context);
		arriveAfterClicks(page);
	}
	return page;
}

let clicksArrive = false;

/**
 * Without scripts, a click on a link or a submit button loads a page. On a busy machine Playwright's click may
 * resolve before the page is complete, so that a test would read the old page or half of the
 * new one. This wrapper makes each such click wait for the load.
 */
function arriveAfterClicks(page: Page) {
	if (clicksArrive) return;
	clicksArrive = true;
	const locators: Locator = Object.getPrototypeOf(page.locator("html"));
	const { click } = locators;
	locators.click = async function (this: Locator, options) {
		const page = this.page();
		const within = options?.timeout === undefined ? {} : { timeout: options.timeout };
		if (runsScripts(page) || !(await this.evaluate(leadsAway, undefined, within))) {
			return click.call(this, options);
		}
		const arrival = page.waitForEvent("framenavigated", within);
		// A failed click reports its own error.
		arrival.catch(() => {});
		await click.call(this, options);
		await arrival;
		await page.waitForLoadState("domcontentloaded");
	};
}

/** Runs in the browser: whether a click on the element loads a page. */
function leadsAway(element: Element): boolean {
	const control = element.closest<HTMLAnchorElement | HTMLButtonElement>("a[href], button");
	if (control instanceof HTMLAnchorElement) return !control.target && !control.hasAttribute("download");
	if (!control?.form || control.type !== "submit" || control.disabled) return false;
	return control.formNoValidate || control.form.noValidate || control.form.checkValidity();
}

/** Also covers pages that are opened later. */
function listenToAll(context: BrowserContext, scripts: boolean) {
	context.on("page", (page) => {
		const noise: string[] = [];
		noiseOf.set(page, noise);
		trace(page);
		trackRequests(page);
		if (scripts) renderAfterLoads(page);
		page.on("console", (message) => {
			const type = message.type();
			if (type !== "error" && type !== "warning") return;
			noise.push(`console ${type}: ${message.text()} (${message.location().url || page.url()})`);
		});
		page.on("pageerror", (error) => noise.push(`page error: ${error.stack ?? error.message}`));
		page.on("requestfailed", (request) => {
			const reason = request.failure()?.errorText ?? "failed";
			// Navigation aborts pending requests, such as the event stream.
			if (reason === "net::ERR_ABORTED") return;
			if (!scripts && request.resourceType() === "script") return;
			noise.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
		});
	});
}

/**
 * A click before hydration follows the link or posts the form, as without scripts, and the address changes before the page
 * does. Loads and navigations therefore wait until the page is rendered, unless the call itself names the event to wait for.
 */
function renderAfterLoads(page: Page) {
	const { goto, reload, waitForURL } = page;
	page.goto = async (url, options) => {
		const response = await goto.call(page, url, options);
		if (!options?.waitUntil) await rendered(page);
		return response;
	};
	page.reload = async (options) => {
		const response = await reload.call(page, options);
		if (!options?.waitUntil) await rendered(page);
		return response;
	};
	page.waitForURL = async (url, options) => {
		await waitForURL.call(page, url, options);
		await rendered(page);
	};
}

/** Waits until the page is hydrated and shows its state, if it is one of the site's pages with scripts. */
export async function rendered(page: Page): Promise<void> {
	if (!runsScripts(page)) return;
	// Not `waitForFunction`, which needs `eval`: the Content-Security-Policy forbids it.
	const deadline = performance.now() + 30_000;
	while (!(await page.evaluate(isRendered).catch(() => page.isClosed()))) {
		if (performance.now() > deadline) throw new Error(`${page.url()} was not rendered in 30 s`);
		await sleep(20);
	}
}

/** Runs in the browser: React's internal properties are the only general sign of hydration, and of updates that wait. */
async function isRendered(): Promise<boolean> {
	if (!("__remixContext" in window)) return true;
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	const root = key && Reflect.get(document, key)?.stateNode;
	if (root?.current.memoizedState?.isDehydrated !== false) return false;
	// The effects of the last update run in a task that is posted like this one.
	const { port1, port2 } = new MessageChannel();
	await new Promise((resolve) => {
		port1.onmessage = resolve;
		port2.postMessage(undefined);
	});
	return root.pendingLanes === 0;
}

function trackRequests(page: Page) {
	const pending = new Set<Request>();
	pendingOf.set(page, pending);
	page.on("request", (request) => {
		// The requests of the document that is left may end without an event.
		if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
		pending.add(request);
	});
	page.on("requestfinished", (request) => pending.delete(request));
	page.on("requestfailed", (request) => pending.delete(request));
	page.on("response", (response) => {
		if (response.request().resourceType() === "eventsource") pending.delete(response.request());
	});
}

/**
 * Whether the page waits for no response, also after its timers that were due within 50 ms. The event stream is opened
 * by such a timer, and code is loaded by effects. Faster than Playwright's `networkidle`, which always waits 500 ms.
 */
export async function isQuiet(page: Page): Promise<boolean> {
	if (pendingOf.get(page)?.size) return false;
	await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
	return !pendingOf.get(page)?.size;
}

function trace(page: Page) {
	const lines: string[] = [];
	tracesOf.set(page, lines);
	const note = (line: string) => {
		lines.push(`${new Date().toISOString().slice(14, 23)} ${line}`);
		if (lines.length > TRACED) lines.shift();
	};
	const isAsset = (url: string) => /\/(assets|favicon)/.test(url);
	page.on("request", (request) => {
		if (!isAsset(request.url())) note(`asks ${request.method()} ${request.url()}`);
	});
	page.on("response", (response) => {
		if (!isAsset(response.url())) note(`gets ${response.status()} ${response.url()}`);
	});
	page.on("requestfailed", (request) => note(`fails ${request.url()} ${request.failure()?.errorText}`));
	page.on("framenavigated", (frame) => note(`is at ${frame.url()}`));
}

/** For the analysis of failures that cannot be reproduced. */
export const traceOf = (page: Page): string =>
	[
		`Last events of the page at ${page.url()}, until ${new Date().toISOString()}:`,
		...(tracesOf.get(page) ?? []),
		...[...(pendingOf.get(page) ?? [])].map((request) => `waits for ${request.method()} ${request.url()}`),
	].join("\n");

/** The page's messages since the last call, except those that `expected` matches. */
export async function takeNoise(page: Page, expected: readonly RegExp[] = []): Promise<string[]> {
	// The browser reports messages late. A round trip makes sure that earlier messages have arrived.
	if (!page.isClosed()) await page.title();
	const noise = noiseOf.get(page)?.splice(0) ?? [];
	return noise.filter((line) => !expected.some((pattern) => pattern.test(line)));
}

/** Fails if the page has reported messages since the last call. */
export async function expectQuiet(page: Page, expected: readonly RegExp[] = []): Promise<void> {
	const noise = await takeNoise(page, expected);
	if (noise.length > 0)
		throw new Error(`The page at ${page.url()} has reported messages:\n${noise.join("\n")}`);
}

/** The horizontal overflow of the page in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface AxeViolation {
	id: string;
	impact: string | null;
	help: string;
	nodes: { target: unknown[]; failureSummary?: string }[];
}

/**
 * The page's accessibility violations, one line each; none for a page without scripts, which cannot be checked.
 * @param without selectors of parts that are not checked.
 */
export async function axe(page: Page, without: readonly string[] = []): Promise<string[]> {
	if (!runsScripts(page)) return [];
	// Evaluated instead of added as a script element, which the Content-Security-Policy would block.
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE_SOURCE);
	const first = await violationsOf(page, without);
	// A transition may have begun during the check. Contrast is not measured during one.
	const violations = first.length > 0 ? await violationsOf(page, without) : first;
	return violations.flatMap(({ id, impact, help, nodes }) =>
		nodes.map(({ target, failureSummary }) => {
			const why = (failureSummary ?? "").split("\n").slice(1).join(" ").replace(/\s+/g, " ").trim();
			return `${id} (${impact ?? "?"}): ${help} — ${target.join(" ")}${why ? ` — ${why}` : ""}`;
		}),
	);
}

/** Runs axe once the running transitions have ended. */
async function violationsOf(page: Page, without: readonly string[]): Promise<AxeViolation[]> {
	await page.evaluate(async () => {
		const passing = document
			.getAnimations()
			.filter(
				({ playState, effect }) =>
					playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
			);
		await Promise.allSettled(passing.map(({ finished }) => finished));
	});
	return page.evaluate(
		async ({ tags, exclude }) => {
			const axeCore = Reflect.get(window, "axe") as {
				run(context: object, options: object): Promise<{ violations: AxeViolation[] }>;
			};
			const options = {
				...{ runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] },
				// No rule with these tags reads the style sheets.
				preload: { assets: ["media"] },
			};
			const result = await axeCore.run({ include: document, exclude }, options);
			return result.violations;
		},
		{ tags: AXE_TAGS, exclude: without.map((selector) => [selector]) },
	);
}
