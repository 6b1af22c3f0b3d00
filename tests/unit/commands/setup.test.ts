import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { createLog } from "~/observability/log.server";
import { readSignIn, saveSignIn } from "~/setup/sign-in-store.server";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest({});
const log = createLog({ LOG_LEVEL: "silent" });
let printed: string[];

beforeEach(() => {
	printed = [];
	for (const method of ["log", "error"] as const) {
		vi.spyOn(console, method).mockImplementation((text) => printed.push(text));
	}
	vi.stubEnv("DATABASE_URL", test.url);
	vi.stubEnv("OIDC_CLIENT_SECRET", "");
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

it("setup forgets the client secret only, and refuses where that changes nothing", async () => {
	expect(await runCommandLine(["setup"])).toBe(1);
	const tools = { db: test.db, box: createSecretBox("k".repeat(64), "settings"), log, now: () => new Date() };
	const texts = { APP_ORIGIN: "https://example.com", OIDC_CLIENT_ID: "site" };
	await saveSignIn(tools, { ...texts, OIDC_CLIENT_SECRET: "secret" }, "demo|ana");
	vi.stubEnv("OIDC_CLIENT_SECRET", "fixed");
	expect(await runCommandLine(["setup"])).toBe(1);
	expect(await readSignIn(tools)).toHaveProperty("OIDC_CLIENT_SECRET");
	vi.stubEnv("OIDC_CLIENT_SECRET", "");
	expect(await runCommandLine(["setup"])).toBe(0);
	expect(await readSignIn(tools)).toEqual(texts);
	expect(printed).toEqual([
		expect.stringContaining("No settings of the sign-in are stored"),
		expect.stringContaining("The environment sets OIDC_CLIENT_SECRET"),
		expect.stringContaining("open the setup link"),
	]);
});
