import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { journey, PAIRS, readPlayer, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { shareSite } from "../../support/site/shared-site";
import type { Site } from "../../support/site/site";

let site: Site;
let browser: Browser;

shareSite((shared) => {
	({ site, browser } = shared);
});

const text = (page: Page, testId: string) => page.getByTestId(testId).first().innerText();

describe.each(PAIRS)("the Plinko fairness page: $lang, scripts $scripts, $width px", (variant) => {
	it("commits to, plays, reveals and verifies a round", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				const name = `f${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
				await signIn(page, site, name, "/fairness");
				await scriptsRun(page);
				const commitment = await text(page, "commitment");
				expect(commitment).toMatch(/^[0-9a-f]{64}$/);

				await page.locator("#client-seed").fill("my lucky seed!");
				await page.locator("button[value=change-client-seed]").click();
				await page.locator("#client-seed-error:not(:empty)").waitFor();
				expect(await page.locator("#client-seed").inputValue()).toBe("my lucky seed!");
				await page.locator("#client-seed").fill("my-lucky-seed");
				await page.locator("button[value=change-client-seed]").click();
				await expect.poll(() => text(page, "client-seed")).toBe("my-lucky-seed");

				await page.goto(`${site.origin}/mini-games/plinko`);
				await scriptsRun(page);
				await page.locator("#balls").fill("9");
				await page.locator("#plinko-form button[value=play]:not([aria-hidden])").click();
				await page.locator("[data-testid=round-summary]:not(:empty)").waitFor();
				const round = (await readPlayer(site, name)).rounds[0];
				if (!round) throw new Error("no round was played");

				await page.locator(`a[href="/fairness?round=${round.id}"]`).click();
				await page.getByTestId("round-facts").waitFor();
				expect(await page.getByTestId("verdict-good").count()).toBe(0);
				expect(await page.content()).not.toContain("verdict-bad");

				await page.locator("button[value=rotate]").click();
				await page.getByTestId("revealed").waitFor();
				const serverSeed = await page.getByTestId("revealed").locator("dd").first().innerText();
				expect(createHash("sha256").update(serverSeed).digest("hex")).toBe(commitment);
				await expect.poll(() => text(page, "commitment")).not.toBe(commitment);

				await page.goto(`${site.origin}/fairness?round=${round.id}`);
				expect(await page.getByTestId("verdict-good").count()).toBe(2);
				const drawn = await page
					.getByTestId("draws")
					.locator("tbody tr")
					.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-slot"))));
				expect(drawn).toEqual(round.slots);
			},
			[/status of 400/],
		));
});

it("recomputes in the browser while the user types, and reports a seed that does not match", () =>
	journey(browser, site, { lang: "en" }, async (page) => {
		await page.goto(`${site.origin}/fairness?serverSeed=a&clientSeed=b&nonce=0&balls=3#verifier`);
		await scriptsRun(page);
		const before = await page.getByTestId("draws").innerText();
		await page.locator("input[name=nonce]").fill("1");
		await expect.poll(() => page.getByTestId("draws").innerText()).not.toBe(before);
		await page.locator("input[name=serverSeed]").fill("");
		await page.getByText("Fill in a server seed").waitFor();
		await page.goto(`${site.origin}/fairness?round=nothing`);
		await page.getByText("There's no round with this ID.").waitFor();
	}));
