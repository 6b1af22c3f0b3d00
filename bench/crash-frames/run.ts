/**
 * Frame times of live Crash with 200 bets and 60 cash-outs a second, beside the same page at rest, in one run of the
 * production build in headless Chromium. The events come from a replacement of the page's event stream, so that the
 * server does not share the processor.
 *
 */
import { launchBrowser, newPage } from "../../tests/support/browser/browser";
import { signIn } from "../../tests/support/browser/journey";
import { startSite } from "../../tests/support/site/site";
import { ascending, conclude, median, printTable, quantile, sized, verdict } from "../lib/measure";
import { type Crowd, type Frames, replayCrowd } from "./replay";

const CROWD: Crowd = {
	bets: 200,
	exitsPerSecond: 60,
	settleMs: sized(1500, 100),
	measureMs: sized(10_000, 500),
};
const RUNS = sized(3, 1);
const MAX_RATIO = 1.5;
const SCREENS = [
	{ name: "desktop 1280×800", width: 1280, height: 800 },
	{ name: "phone 360×640", width: 360, height: 640 },
];

const at = (values: readonly number[], part: number) => quantile(ascending(values), part);

const site = await startSite({ seed: true });
const browser = await launchBrowser();
const rows: string[][] = [];
const verdicts: boolean[] = [];
try {
	for (const { name, ...size } of SCREENS) {
		const ratios: number[] = [];
		for (let run = 0; run < RUNS; run++) {
			const page = await newPage(browser, site.origin, { lang: "en", ...size });
			await signIn(page, site, "ana", "/help");
			// tsx adds calls of this helper to functions.
			await page.addInitScript("globalThis.__name ??= (value) => value");
			await page.addInitScript(replayCrowd, CROWD);
			await page.goto(`${site.origin}/mini-games/live-crash`);
			await page.waitForFunction(() => Reflect.has(window, "crashFrames"));
			const { rest, flight, exits } = (await page.evaluate(() =>
				Reflect.get(window, "crashFrames"),
			)) as Frames;
			await page.context().close();
			const ratio = at(flight, 0.99) / at(rest, 0.99);
			ratios.push(ratio);
			const times = (values: readonly number[]) => [0.5, 0.99, 1].map((part) => at(values, part).toFixed(1));
			rows.push([`${name}, at rest`, String(rest.length), ...times(rest), "", ""]);
			rows.push([
				...[`${name}, in flight`, String(flight.length), ...times(flight)],
				...[exits.toString(), ratio.toFixed(2)],
			]);
		}
		verdicts.push(
			verdict(`${name}: p99 in flight / at rest, median of ${RUNS} runs`, median(ratios), {
				most: MAX_RATIO,
			}),
		);
	}
} finally {
	await browser.close();
	await site.close();
}
printTable(["between frames, ms", "frames", "median", "p99", "longest", "cash-outs", "ratio"], rows);
conclude(verdicts);
