/**
 * Compressed size of the scripts that a first visit of each page transfers, in headless Chromium.
 * `npx tsx tests/bench/page-weight/run.ts`
 */
import routes from "../../../app/routes";
import { launchBrowser } from "../../support/browser/browser";
import { addressesOf, BUDGET, pagesAmong, scriptsOf, weigh } from "../../support/browser/script-weight";
import { startSite } from "../../support/site/site";
import { printTable, verdict } from "../table";

const PLINKO = "/mini-games/plinko";
const BIGGEST = 5;

const site = await startSite();
const browser = await launchBrowser();
try {
	const [home = [], plinko = []] = await scriptsOf(browser, site.origin, ["/", PLINKO]);
	const rows: (string | number)[][] = [];
	for (const path of await pagesAmong(site.origin, addressesOf(routes))) {
		const [scripts = []] = await scriptsOf(browser, site.origin, [path]);
		const matter = scripts.some(({ holdsMatter }) => holdsMatter) ? "yes" : "no";
		rows.push([path, scripts.length, weigh(scripts), matter]);
	}
	printTable(["first load of", "scripts", "bytes", "matter-js"], rows);
	const biggest = [...home].sort((a, b) => b.bytes - a.bytes).slice(0, BIGGEST);
	console.log(`biggest of /: ${biggest.map(({ path, bytes }) => `${path} ${bytes}`).join(", ")}`);
	console.log(`encodings: ${[...new Set([...home, ...plinko].map(({ encoding }) => encoding))].join(", ")}`);
	const reached = [
		verdict("bytes of script on /", weigh(home), { most: BUDGET.home }),
		verdict(`bytes that ${PLINKO} adds`, weigh(plinko), { most: BUDGET.plinkoMore }),
		verdict(
			"other pages with matter-js",
			rows.filter(([path, , , matter]) => matter === "yes" && !String(path).startsWith(PLINKO)).length,
			{ most: 0 },
		),
	];
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await browser.close();
	await site.close();
}
