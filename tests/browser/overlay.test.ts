import { expect, it } from "vitest";
import { newPage } from "../support/browser/browser";
import { workerBrowser } from "../support/browser/worker-browser";
import { openHunts } from "../support/data/hunt-rows";
import { visit } from "../support/http/visitor";
import { startSite } from "../support/site/site";

it("an overlay follows the hunt, comes back by itself after the site was down, and is empty once its address is renewed", async () => {
	const site = await startSite();
	try {
		const setup = await (await visit(site, { as: "admin" })).open("/overlay");
		const [, token] = /overlay\/([^?]+)/.exec(String(setup.$("input[readonly]").val())) ?? [];
		const hunts = openHunts(site);
		const hunt = hunts.add();
		const first = hunts.addSlot(hunt, "Wolf Gold");
		hunts.addSlot(hunt, "Fruit Party");
		const page = await newPage(await workerBrowser(), site.origin, { lang: "en" });
		await page.goto(`${site.origin}/overlay/${token}?scenes=alerts,hunt,crash&lang=en`);
		const opening = page.getByTestId("opening");
		await opening.getByText("Wolf Gold").waitFor();
		await site.stop();
		hunts.run(`update hunt_slots set payout = 500, opened_at = created_at where id = '${first}'`);
		hunts.close();
		await page.waitForEvent("requestfailed", (request) => request.url().includes("/scenes"));
		expect(await opening.textContent(), "what was shown stays").toContain("Wolf Gold");
		await site.restart();
		await opening.getByText("Fruit Party").waitFor();
		await setup.submit("form:has([value=renew])");
		await opening.waitFor({ state: "hidden" });
		await page.context().close();
	} finally {
		await site.close();
	}
});
