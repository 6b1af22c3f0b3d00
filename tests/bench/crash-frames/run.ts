/**
 * Frame times of live Crash with 200 bets and 60 cash-outs a second, beside the same page at rest, in one run of the
 * production build in headless Chromium. The events come from a replacement of the page's event stream, so that the
 * server does not share the processor.
 * `npx tsx tests/bench/crash-frames/run.ts`
 */
import { launchBrowser, newPage } from "../../support/browser/browser";
import { signIn } from "../../support/browser/journey";
import { startSite } from "../../support/site/site";
import { median, printTable, verdict } from "../table";
import { type Crowd, type Frames, replayCrowd } from "./replay";

const CROWD: Crowd = { bets: 200, exitsPerSecond: 60, settleMs: 1500, measureMs: 10_000 };
const RUNS = 3;
const MAX_RATIO = 1.5;
const SCREENS = [
	{ name: "desktop 1280×800", width: 1280, height: 800 },
	{ name: "phone 360×640", width: 360, height: 640 },
];

const at = (values: readonly number[], part: number): number =>
	values.toSorted((one, other) => one - other)[
		Math.min(values.length - 1, Math.floor(values.length * part))
	] ?? 0;

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
process.exitCode = verdicts.every(Boolean) ? 0 : 1;
