/** `npm run demo`. What needs more demos, or ends this one, is in tests/long/demo.test.ts. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { visit } from "../support/http/visitor";
import { answers, type Demo, prepareDemo } from "../support/site/demo";

let demo: Demo;
beforeAll(async () => {
	demo = await prepareDemo();
	await demo.start();
});
afterAll(() => demo?.remove());

it("the demo prints its URLs and accounts, and writes the log to a file", () => {
	const { origin, issuer, databaseUrl } = demo;
	for (const text of [origin, issuer, "Stream ", "ana", "admin", databaseUrl])
		expect(demo.output()).toContain(text);
	expect(demo.output()).not.toContain('"event"');
	expect(readFileSync(/Log +(.+)/.exec(demo.output())?.[1] ?? "", "utf8")).toContain('"event"');
});

it("a viewer signs in with a name of the list or a typed one, and out without a confirmation", async () => {
	const viewer = await visit(demo);
	const signIn = () => viewer.open("/login?returnTo=%2F");
	const choices = await signIn();
	expect(choices.path.startsWith(demo.issuer)).toBe(true);
	const page = await choices.submit("form.names", {}, { button: "[value=ana]" });
	expect([page.path, page.text("header [data-testid=username]")]).toEqual(["/", "ana"]);
	expect(page.text("header [data-testid=balance]")).toMatch(/\d/);
	const out = await page.submit("form[action='/logout']");
	expect([out.path, out.$("[data-testid=username]").length]).toEqual(["/", 0]);

	const refused = await (await signIn()).submit("form:has(#name)", { name: "no name" });
	expect([refused.status, refused.$("[role=alert]").length]).toEqual([422, 1]);
	const typed = await refused.submit("form:has(#name)", { name: "Dora_99" });
	expect(typed.text("header [data-testid=username]")).toBe("dora_99");
});

it("a viewer is told that a sign-in was cancelled, and is not asked for a name that the address has", async () => {
	const viewer = await visit(demo);
	const failed = await (await viewer.open("/login")).submit("form.last");
	expect(failed.path).toMatch(/^\/login\/failed\?reason=cancelled/);
	expect(failed.$("[data-testid=login-failed]")).toHaveLength(1);
	const page = await viewer.open("/login?login_hint=admin&returnTo=/");
	expect([page.path, page.text("header [data-testid=username]")]).toEqual(["/", "admin"]);
});

it("the demo stops on SIGTERM with its provider, and keeps an existing database", async () => {
	expect(await demo.stop("SIGTERM")).toBe(0);
	expect([await answers(`${demo.origin}/healthz`), await answers(`${demo.issuer}/jwks`)]).toEqual([
		false,
		false,
	]);
	await demo.start();
	expect(demo.output()).toContain("(kept as it was)");
});
