import type { Locator, Page, Request } from "playwright-core";
import { expect } from "vitest";
import { readBets, type StoredBet } from "../data/players";
import type { Site } from "../site/site";

export const mainAction = (page: Page) => page.getByTestId("main-action");
export const ownBet = (page: Page) => page.getByTestId("own-bet");
export const queuedBet = (page: Page) => page.getByTestId("queued-bet");
export const message = (page: Page) => page.getByTestId("message");
export const phase = (page: Page) => page.getByTestId("stage").getAttribute("data-phase");

/** Waits until the main button has this function; a page without scripts refreshes itself. */
export const offers = (page: Page, intent: string) =>
	page
		.locator(`[data-testid=main-action][value="${intent}"]:not([aria-disabled])`)
		.waitFor({ timeout: 45_000 });

/** Retries of an action that is refused because the round has closed. */
const ROUNDS = 6;

interface BetOptions {
	/** The target of the automatic cash-out, such as 1.50. */
	target?: string;
	/** Presses the main button; by default a click. */
	press?: (button: Locator) => Promise<void>;
}

/** Places a bet with the displayed stake, in the next round if the current one closes first. */
export async function bet(page: Page, { target, press }: BetOptions = {}) {
	const results = page.getByTestId("own-results").locator("li");
	const ended = await results.count();
	// A flight may crash at its start, and the bet with it.
	const taken = ownBet(page).or(results.nth(ended)).first();
	// A request that arrives after the betting phase queues the bet for the next round.
	const accepted = taken.or(queuedBet(page)).first();
	let sent = 0;
	const isPost = (request: Request) => request.method() === "POST";
	const countPosts = (request: Request) => {
		if (isPost(request)) sent++;
	};
	page.on("request", countPosts);
	try {
		while (sent < ROUNDS) {
			const before = sent;
			await offers(page, "place");
			const button = page.locator("[data-testid=main-action][value=place]");
			const attempt = async () => {
				if (target) {
					await page.locator("input[name=auto]").setChecked(true, { timeout: 3000 });
					await page.locator("input[name=target]").fill(target, { timeout: 3000 });
				}
				await (press ? press(button) : button.click({ timeout: 3000 }));
			};
			// On a busy machine the request is reported after the click has returned.
			await attempt()
				.then(async () => sent > before || (await page.waitForRequest(isPost, { timeout: 3000 })))
				.catch(() => {});
			// After a request, a shorter timeout would place an accepted bet twice.
			if (!(await appears(accepted, sent > before ? 15_000 : 500))) continue;
			return await taken.waitFor({ timeout: 60_000 });
		}
	} finally {
		page.off("request", countPosts);
	}
	throw new Error(`${ROUNDS} bets were refused: ${await message(page).innerText()}`);
}

/** Whether the element appears within the timeout. */
export const appears = (locator: Locator, timeout: number): Promise<boolean> =>
	locator.waitFor({ timeout }).then(
		() => true,
		() => false,
	);

/** Repeats an action in each round until it succeeds before the round ends. */
export async function inSomeRound(act: () => Promise<boolean>): Promise<void> {
	for (let round = 0; round < ROUNDS; round++) if (await act()) return;
	throw new Error(`no success in ${ROUNDS} rounds`);
}

interface CashOutOptions {
	/** The number of ended bets to wait for. */
	bets?: number;
	press?: BetOptions["press"];
}

/** Cashes out as soon as a flight has started, unless it crashes first. */
export async function cashOut(page: Page, { bets = 1, press }: CashOutOptions = {}) {
	const button = page.locator("[data-testid=main-action][value=cash-out]:not([aria-disabled])");
	const result = page
		.getByTestId("own-results")
		.locator("li")
		.nth(bets - 1);
	for (;;) {
		await button.or(result).first().waitFor({ timeout: 60_000 });
		if (await result.isVisible()) return;
		// The button may become a bet in the next round while the test waits for a busy browser.
		await (press ? press(button) : clickWhile(button, "cash-out")).catch(() => {});
		if (await appears(result, 3000)) return;
	}
}

/** Clicks the button in the browser's step that finds it with this function. */
const clickWhile = (button: Locator, intent: string) =>
	button.evaluate(
		(element, intent) => {
			const { value, ariaDisabled } = element as HTMLButtonElement;
			if (value === intent && ariaDisabled === null) (element as HTMLButtonElement).click();
		},
		intent,
		{ timeout: 2000 },
	);

/** The result of the last bet on the page. */
export const lastResult = (page: Page) => page.getByTestId("own-results").locator("li").first();

/** Waits until the page lists this number of ended bets; a page without scripts refreshes itself. */
export const hasEnded = (page: Page, bets = 1) =>
	expect
		.poll(() => page.getByTestId("own-results").locator("li").count(), { timeout: 60_000, interval: 200 })
		.toBe(bets);

/** The values of a flight that a page has displayed. */
interface SeenFlight {
	/** The multipliers in hundredths. */
	shown: number[];
	/** The final multiplier. */
	end: number;
}

interface Frame {
	phase: string;
	text: string;
}

/** Records the displayed values inside the page, because polling from the test misses values on a busy machine. */
export const recordFlights = (page: Page) =>
	page.evaluate(() => {
		const frames: Frame[] = [];
		Reflect.set(window, "seenFrames", frames);
		const note = () => {
			const phase = document.querySelector<HTMLElement>("[data-testid=stage]")?.dataset.phase ?? "";
			const text = document.querySelector("[data-testid=multiplier]")?.textContent ?? "";
			const last = frames.at(-1);
			if (phase === last?.phase && text === last.text) return;
			frames.push({ phase, text });
		};
		const everything = { subtree: true, childList: true, characterData: true, attributes: true };
		new MutationObserver(note).observe(document.body, everything);
	});

/** The flights that have ended since the start and for which enough values were displayed. */
export async function seenFlights(page: Page): Promise<SeenFlight[]> {
	const frames = await page.evaluate(() => Reflect.get(window, "seenFrames") as Frame[]);
	const flights: SeenFlight[] = [];
	let shown: SeenFlight["shown"] = [];
	let end: number | undefined;
	for (const { phase, text } of frames) {
		// The last countdown is still displayed briefly when the flight begins.
		const multiplier = /x$/.test(text)
			? Math.round(Number.parseFloat(text.replace(",", ".")) * 100)
			: undefined;
		if (phase === "waiting") {
			if (end !== undefined && shown.length >= ENOUGH_FRAMES) flights.push({ shown, end });
			shown = [];
			end = undefined;
		} else if (multiplier !== undefined) {
			if (phase === "flying" && end === undefined) shown.push(multiplier);
			if (phase === "crashed") end = multiplier;
		}
	}
	return flights;
}

const ENOUGH_FRAMES = 10;

/** The same bets after all are settled: a page displays the result of a bet before it is stored. */
export async function settledBets(site: Pick<Site, "databaseUrl">, username: string): Promise<StoredBet[]> {
	await expect
		.poll(() => readBets(site, username).map(({ status }) => status), { timeout: 60_000 })
		.not.toContain("active");
	return readBets(site, username);
}

/** Switches the live game on or off, and waits for the message that says so. */
export async function switchLive(
	page: Page,
	site: Pick<Site, "origin">,
	intent: "start" | "stop",
): Promise<void> {
	await page.goto(`${site.origin}/mini-games`);
	// The page itself notes the message, because a slow test may miss its three seconds.
	await page.getByTestId("control-message").evaluate((line) => {
		new MutationObserver(() => {
			if (/succes|this flight/.test(line.textContent ?? "")) line.setAttribute("data-has-succeeded", "");
		}).observe(line, { subtree: true, childList: true, characterData: true });
	});
	await page.locator(`button[name=intent][value=${intent}]`).click();
	await page.locator("[data-has-succeeded]").waitFor({ state: "attached" });
}
