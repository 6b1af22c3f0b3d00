import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSecretBox } from "~/lib/secret-box.server";
import { createLog } from "~/observability/log.server";
import { listAdmins } from "~/settings/admins.server";
import { readSignIn, saveSignIn } from "~/setup/sign-in-store.server";
import { canMount, mountSmallDisk, type SmallDisk } from "../../support/site/small-disk";
import { commandsForEachTest } from "./run-command";

const { test, printed, run } = commandsForEachTest({ users: { ana: 1000 } });

const names = async () =>
	(await listAdmins({ db: test.db, config: { ADMIN_SUBJECTS: [] } })).map(
		({ name, subject }) => name ?? subject,
	);

it("admin add makes a user an admin, and somebody who has not signed in by their subject", async () => {
	expect(await run("admin", "add", "Ana")).toBe(0);
	expect(await run("admin", "add", "twitch|77", "--subject")).toBe(0);
	expect(await names()).toEqual(["ana", "twitch|77"]);
	expect(printed).toEqual(["Ana is now an admin.", "twitch|77 is now an admin."]);
	const actors = await test.db.selectFrom("admin_changes").select("actor").distinct().execute();
	expect(actors).toEqual([{ actor: "command" }]);
});

it("admin add refuses an unknown name, and admin another verb", async () => {
	expect(await run("admin", "add", "nobody")).toBe(1);
	expect(await run("admin", "remove", "ana")).toBe(2);
	expect(printed[0]).toContain("There is no user with that name.");
	expect(printed[1]).toContain("plateia admin add NAME");
	expect(await names()).toEqual([]);
});

it("setup forgets the client secret only, and refuses where that changes nothing", async () => {
	onTestFinished(() => void vi.unstubAllEnvs());
	vi.stubEnv("OIDC_CLIENT_SECRET", "");
	const log = createLog({ LOG_LEVEL: "silent" });
	expect(await run("setup")).toBe(1);
	const tools = { db: test.db, box: createSecretBox("k".repeat(64), "settings"), log, now: () => new Date() };
	const texts = { APP_ORIGIN: "https://example.com", OIDC_CLIENT_ID: "site" };
	await saveSignIn(tools, { ...texts, OIDC_CLIENT_SECRET: "secret" }, "demo|ana");
	vi.stubEnv("OIDC_CLIENT_SECRET", "fixed");
	expect(await run("setup")).toBe(1);
	expect(await readSignIn(tools)).toHaveProperty("OIDC_CLIENT_SECRET");
	vi.stubEnv("OIDC_CLIENT_SECRET", "");
	expect(await run("setup")).toBe(0);
	expect(await readSignIn(tools)).toEqual(texts);
	expect(printed).toEqual([
		expect.stringContaining("No settings of the sign-in are stored"),
		expect.stringContaining("The environment sets OIDC_CLIENT_SECRET"),
		expect.stringContaining("open the setup link"),
	]);
});

describe.skipIf(!canMount)("a backup to a disk", () => {
	let disk: SmallDisk;

	beforeEach(() => {
		disk = mountSmallDisk(1);
		mkdirSync(join(disk.folder, "copies"));
	});
	afterEach(() => disk.remove());

	const backUp = async () => {
		const folder = join(disk.folder, "copies");
		return { folder, code: await run("backup", folder), errors: printed.join("\n") };
	};

	it("that is full fails with a sentence", async () => {
		disk.fill();
		const { folder, code, errors } = await backUp();
		expect(code).toBe(1);
		expect(errors).toMatch(new RegExp(`^No backup was made in ${folder}: the disk is full \\(.*\\)\\.$`));
	});
});
