import { createHash } from "node:crypto";
import { openDatabase } from "db/open";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { DrawFile } from "~/events/raffles/draw-file";
import { verifySolo } from "~/games/crash/fairness/solo-verification";
import { newPage } from "../support/browser/browser";
import { journey, openPage } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { addChain, addLiveRound } from "../support/data/crash-rows";
import { drawFile } from "../support/data/draw-files";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
/** More steps than the server walks for one request. */
const LONG_CHAIN = 1400;
const CHAIN = `long-${crypto.randomUUID().slice(0, 8)}`;

const text = (page: Page, testId: string) => page.getByTestId(testId).first().innerText();

it("the verifiers recompute while the user types, report what does not match, and walk a whole chain", async () => {
	const db = openDatabase(site.databaseUrl);
	const chain = await addChain(db, CHAIN, 1500, "2020-01-01T00:00:00.000Z");
	for (const number of [1, 2, 3, LONG_CHAIN]) await addLiveRound(db, chain, number, "closed");
	await db.destroy();
	await journey(await workerBrowser(), site, { lang: "en" }, async (page) => {
		await openPage(page, site, "/fairness?serverSeed=a&clientSeed=b&nonce=0&balls=3#verifier");
		const draws = await text(page, "draws");
		await page.locator("input[name=nonce]").fill("1");
		await expect.poll(() => text(page, "draws")).not.toBe(draws);
		await page.locator("input[name=serverSeed]").fill("");
		await page.getByText("Fill in a server seed").waitFor();

		await openPage(page, site, "/fairness/crash?serverSeed=a&clientSeed=b&nonce=0#verifier");
		for (const version of ["1", "2"]) {
			await page.locator("input[name=nonce]").fill("1");
			await page.locator("select[name=version]").selectOption(version);
			const fields = { serverSeed: "a", clientSeed: "b", nonce: "1", version };
			const point = ((verifySolo(fields)?.crashPoint ?? 0) / 100).toFixed(2);
			await expect.poll(() => text(page, "drawn-crash-point")).toContain(`${point}x`);
		}

		await openPage(page, site, `/fairness/live-crash?chain=${CHAIN}`);
		const walk = page.locator("button[name=walk]");
		await walk.click();
		await page.getByText(`The commitment was reached after ${LONG_CHAIN} steps.`).waitFor();
		const hash = page.locator("input[name=hash]");
		await hash.fill(chain.hashOf(2));
		await page.getByText("Rounds listed: 2 correct, 0 wrong, 2 out of this hash's reach.").waitFor();
		expect(await text(page, "drawn-crash-point")).toContain(`${(chain.pointOf(2) / 100).toFixed(2)}x`);
		await walk.click();
		await page.getByText("The commitment was reached after 2 steps.").waitFor();
		await hash.fill(createHash("sha256").update("another").digest("hex"));
		await page.getByText("Rounds listed: 0 correct, 0 wrong, 4 out of this").waitFor();
		await walk.click();
		await page.getByText("the commitment isn't in it").waitFor();
		await hash.fill("short");
		await page.getByText("Fill in a hash of 64 hexadecimal digits.").waitFor();
		expect(await walk.count()).toBe(0);
	});
});

it("the draw of a raffle and the salt of a chain are checked in workers, the draw also without a connection", async () => {
	const file = drawFile(50, 3);
	const page = await newPage(await workerBrowser(), site.origin, { lang: "en" });
	await openPage(page, site, "/fairness/raffle");
	const choose = (draw: DrawFile) =>
		page.locator("input[name=draw]").setInputFiles({
			name: "draw.json",
			mimeType: "application/json",
			buffer: Buffer.from(JSON.stringify(draw)),
		});
	const wrong = () =>
		page
			.locator("[data-check]:has([data-testid=verdict-bad])")
			.evaluateAll((all) => all.map((one) => one.getAttribute("data-check")));
	await page.setViewportSize({ width: 360, height: 800 });
	const broken = await page.locator("code").evaluateAll((all) =>
		all.flatMap(({ textContent, firstChild }) =>
			[...(textContent ?? "").matchAll(/(?<!\S)[\w.]{1,16}(?!\S)/g)].flatMap(({ 0: word, index }) => {
				const range = document.createRange();
				range.setStart(firstChild as Node, index);
				range.setEnd(firstChild as Node, index + word.length);
				return range.getClientRects().length > 1 ? word : [];
			}),
		),
	);
	expect(broken, "words of commands that break at 360 px").toEqual([]);
	await choose(file);
	await page.getByText("Everything is correct").waitFor();
	await page.getByText("local beacon of the site").waitFor();
	expect(await wrong()).toEqual([]);
	await page.context().setOffline(true);
	await choose({ ...file, list: file.list.replace("bought", "free") });
	await page.getByText("This draw is not correct.").waitFor();
	expect(await wrong()).toEqual(["list"]);
	await page.context().setOffline(false);

	await page.goto(`${site.origin}/fairness/live-crash`);
	await page
		.getByRole("link", { name: new RegExp(String(new Date().getFullYear())) })
		.first()
		.click();
	await page.getByRole("button", { name: "Check the signature" }).click();
	await page.getByText("The beacon has signed this round.").waitFor();
	await page.context().close();
});
