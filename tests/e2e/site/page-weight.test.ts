import type { Browser } from "playwright-core";
import { expect, it } from "vitest";
import routes from "../../../app/routes";
import { addressesOf, BUDGET, pagesAmong, scriptsOf, weigh } from "../../support/browser/script-weight";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

const PLINKO = "/mini-games/plinko";

let site: Site;
let browser: Browser;

shareSite((shared) => {
	({ site, browser } = shared);
});

it("the scripts of the first page and of Plinko stay within their budgets", async () => {
	const [home = [], plinko = []] = await scriptsOf(browser, site.origin, ["/", PLINKO]);
	expect(home.length).toBeGreaterThan(3);
	expect(weigh(home)).toBeLessThanOrEqual(BUDGET.home);
	expect(plinko.some(({ holdsMatter }) => holdsMatter)).toBe(true);
	expect(weigh(plinko)).toBeLessThanOrEqual(BUDGET.plinkoMore);
});

it("matter-js is loaded on Plinko's page only", async () => {
	const pages = await pagesAmong(site.origin, addressesOf(routes));
	expect(pages).toContain(PLINKO);
	for (const path of pages.filter((page) => !page.startsWith(PLINKO))) {
		const [scripts = []] = await scriptsOf(browser, site.origin, [path]);
		const heavy = scripts.filter(({ holdsMatter }) => holdsMatter).map((script) => script.path);
		expect({ path, heavy }).toEqual({ path, heavy: [] });
	}
});
