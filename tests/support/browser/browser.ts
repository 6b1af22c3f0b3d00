import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { findChromium } from "./ensure-browser.mjs";

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const DEFAULT_WIDTH = 1280;
const PHONE_WIDTH = 600;

export interface PageOptions {
	lang?: "pt" | "en";
	theme?: "dark" | "light";
	width?: number;
	height?: number;
	/** false: the page runs no script at all. */
	scripts?: boolean;
	/** Accepted by default; false meets the age gate. */
	ageVerified?: boolean;
	reducedMotion?: boolean;
}

/** What a page said that it should not have: script errors, warnings, requests that failed. */
const noiseOf = new WeakMap<Page, string[]>();
/** What a page has asked for and where it went, the last of it. */
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
		],
	});
}

/** A page of a visitor of its own, with the settings that the site keeps in cookies. Close its `context()`. */
export async function newPage(browser: Browser, origin: string, options: PageOptions = {}): Promise<Page> {
	const { lang = "pt", theme, width = DEFAULT_WIDTH, scripts = true, ageVerified = true } = options;
	const context = await browser.newContext({
		// A certificate of the tests is nobody's.
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
 * Without scripts a click on a link or a form's button fetches a page, and on a busy machine Playwright's
 * click is over before all of that page is there: what is read next would be the old page's, or half of the
 * new one's. So each such click ends with the arrival.
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
		// A click that fails says so itself.
		arrival.catch(() => {});
		await click.call(this, options);
		await arrival;
		await page.waitForLoadState("domcontentloaded");
	};
}

/** Whether a click on it fetches a page: in the browser. */
function leadsAway(element: Element): boolean {
	const control = element.closest<HTMLAnchorElement | HTMLButtonElement>("a[href], button");
	if (control instanceof HTMLAnchorElement) return !control.target && !control.hasAttribute("download");
	if (!control?.form || control.type !== "submit" || control.disabled) return false;
	return control.formNoValidate || control.form.noValidate || control.form.checkValidity();
}

/** Pages that a click opens later are listened to as well. */
function listenToAll(context: BrowserContext, scripts: boolean) {
	context.on("page", (page) => {
		const noise: string[] = [];
		noiseOf.set(page, noise);
		trace(page);
		page.on("console", (message) => {
			const type = message.type();
			if (type !== "error" && type !== "warning") return;
			noise.push(`console ${type}: ${message.text()} (${message.location().url || page.url()})`);
		});
		page.on("pageerror", (error) => noise.push(`page error: ${error.stack ?? error.message}`));
		page.on("requestfailed", (request) => {
			const reason = request.failure()?.errorText ?? "failed";
			// Leaving a page cuts off what it still loads, its event stream above all.
			if (reason === "net::ERR_ABORTED") return;
			if (!scripts && request.resourceType() === "script") return;
			noise.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
		});
	});
}

function trace(page: Page) {
	const lines: string[] = [];
	tracesOf.set(page, lines);
	const note = (line: string) => {
		lines.push(`${new Date().toISOString().slice(14, 23)} ${line}`);
		if (lines.length > TRACED) lines.shift();
	};
	page.on("request", (request) => note(`asks ${request.method()} ${request.url()}`));
	page.on("requestfinished", (request) => note(`has ${request.url()}`));
	page.on("requestfailed", (request) => note(`fails ${request.url()} ${request.failure()?.errorText}`));
	page.on("framenavigated", (frame) => note(`is at ${frame.url()}`));
}

/** For whoever reads of a failure that does not come again. */
export const traceOf = (page: Page): string =>
	[
		`The page at ${page.url()} did last, until ${new Date().toISOString()}:`,
		...(tracesOf.get(page) ?? []),
	].join("\n");

/** What the page has said since the last call, without what `expected` matches. */
export async function takeNoise(page: Page, expected: readonly RegExp[] = []): Promise<string[]> {
	// The browser reports a little late: a word with it first, so that what was said before has arrived.
	if (!page.isClosed()) await page.title();
	const noise = noiseOf.get(page)?.splice(0) ?? [];
	return noise.filter((line) => !expected.some((pattern) => pattern.test(line)));
}

/** Fails if the page has said anything since the last call. */
export async function expectQuiet(page: Page, expected: readonly RegExp[] = []): Promise<void> {
	const noise = await takeNoise(page, expected);
	if (noise.length > 0) throw new Error(`The page at ${page.url()} is not quiet:\n${noise.join("\n")}`);
}

interface AxeViolation {
	id: string;
	impact: string | null;
	help: string;
	nodes: { target: unknown[]; failureSummary?: string }[];
}

/** The page's accessibility faults, one readable line each. A page without scripts cannot be asked: none. */
export async function axe(page: Page, ignoredRules: readonly string[] = []): Promise<string[]> {
	if (!runsScripts(page)) return [];
	// Evaluated, not added as a script element: the page's Content-Security-Policy would refuse that.
	await page.evaluate(AXE_SOURCE);
	// A colour on its way to another is neither.
	await page.evaluate(async () => {
		const passing = document
			.getAnimations()
			.filter(
				({ playState, effect }) =>
					playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
			);
		await Promise.allSettled(passing.map(({ finished }) => finished));
	});
	const violations = await page.evaluate(
		async ({ tags, ignored }) => {
			const axeCore = Reflect.get(window, "axe") as {
				run(root: Document, options: object): Promise<{ violations: AxeViolation[] }>;
			};
			const rules = Object.fromEntries(ignored.map((id) => [id, { enabled: false }]));
			const result = await axeCore.run(document, { runOnly: { type: "tag", values: tags }, rules });
			return result.violations;
		},
		{ tags: AXE_TAGS, ignored: [...ignoredRules] },
	);
	return violations.flatMap(({ id, impact, help, nodes }) =>
		nodes.map(({ target, failureSummary }) => {
			const why = (failureSummary ?? "").split("\n").slice(1).join(" ").replace(/\s+/g, " ").trim();
			return `${id} (${impact ?? "?"}): ${help} — ${target.join(" ")}${why ? ` — ${why}` : ""}`;
		}),
	);
}
