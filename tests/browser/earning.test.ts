import { expect, it } from "vitest";
import { newPage, overflowOf } from "../support/browser/browser";
import { journey, signIn } from "../support/browser/journey";
import { number } from "../support/browser/plinko-page";
import { workerBrowser } from "../support/browser/worker-browser";
import { overlayAddress } from "../support/http/overlay-scene";
import { visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();

it("a code from the header is paid in the open page, and the overlay and the stream's line follow", async () => {
	const browser = await workerBrowser();
	await journey(browser, site, { lang: "en", width: 360 }, async (page) => {
		const text = `FESTA ${newPlayer().replaceAll(/[0-9]/g, "x")}`;
		const admin = await visit(site, { as: "admin" });
		const created = await (await admin.open("/codes")).submit("form:has([name=maxClaims])", {
			...{ code: text, points: 75, maxClaims: 2 },
		});
		const overlay = await newPage(browser, site.origin, { lang: "en" });
		await overlay.goto(`${await overlayAddress(site)}?scenes=code&lang=en`);
		await overlay.getByText("2 left").waitFor();

		await signIn(page, site, newPlayer(), "/mini-games");
		const line = page.getByTestId("stream-line");
		await admin.post("/?index", { intent: "start" });
		await line.waitFor();
		await admin.post("/?index", { intent: "end" });
		await line.waitFor({ state: "detached" });

		const field = page.locator("header input[name=code]");
		await page.getByRole("button", { name: "Stream code" }).click();
		await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
		expect(await overflowOf(page)).toBe(0);
		await field.fill(text.toLowerCase().replace(" ", "-"));
		await field.press("Enter");
		await page.getByTestId("claimed").getByText("75").last().waitFor();
		await expect.poll(() => number(page, "balance")).toBe(1075);
		await overlay.getByText("1 left").waitFor();
		const id = created.$(`li[data-state]:contains("${text}") [name=codeId]`).val();
		await created.submit(`form:has([value="${id}"])`);
		await overlay.getByText(text).waitFor({ state: "hidden" });
		await overlay.context().close();
	});
});
