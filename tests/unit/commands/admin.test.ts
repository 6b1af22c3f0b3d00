import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { listAdmins } from "~/settings/admins.server";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
let printed: string[];

beforeEach(() => {
	printed = [];
	for (const method of ["log", "error"] as const) {
		vi.spyOn(console, method).mockImplementation((text) => printed.push(text));
	}
	vi.stubEnv("DATABASE_URL", test.url);
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

const names = async () =>
	(await listAdmins({ db: test.db, config: { ADMIN_SUBJECTS: [] } })).map(
		({ name, subject }) => name ?? subject,
	);

it("admin add makes a user an admin, and somebody who has not signed in by their subject", async () => {
	expect(await runCommandLine(["admin", "add", "Ana"])).toBe(0);
	expect(await runCommandLine(["admin", "add", "twitch|77", "--subject"])).toBe(0);
	expect(await names()).toEqual(["ana", "twitch|77"]);
	expect(printed).toEqual(["Ana is now an admin.", "twitch|77 is now an admin."]);
	const actors = await test.db.selectFrom("admin_changes").select("actor").distinct().execute();
	expect(actors).toEqual([{ actor: "command" }]);
});

it("admin add refuses an unknown name, and admin another verb", async () => {
	expect(await runCommandLine(["admin", "add", "nobody"])).toBe(1);
	expect(await runCommandLine(["admin", "remove", "ana"])).toBe(2);
	expect(printed[0]).toContain("There is no user with that name.");
	expect(printed[1]).toContain("plateia admin add NAME");
	expect(await names()).toEqual([]);
});
