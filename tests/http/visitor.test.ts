import { expect, it } from "vitest";
import { visit } from "../support/http/visitor";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();

it("a viewer plays by the form of the page, and a value that is refused is shown again", async () => {
	const viewer = await visit(site, { as: "form_visitor" });
	const page = await viewer.open("/mini-games/plinko");
	expect(page.text("[data-testid=balance]")).toContain("1,000");
	const played = await page.submit("#plinko-form", { stake: 10 });
	expect(played.status).toBe(200);
	const refused = await page.submit("#plinko-form", { balls: "many" });
	expect(refused.status).toBe(400);
	expect(Object.values(refused.errors())).toEqual(["Choose from 1 to 50 balls."]);
	await expect(page.submit("#plinko-form", { unknown: 1 })).rejects.toThrow("has no field unknown");
});
