import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSecretBox } from "~/lib/secret-box.server";
import { createLog } from "~/observability/log.server";
import { listAdmins } from "~/settings/admins.server";
import { createSetupAccess } from "~/setup/setup-access.server";
import { readSignIn, saveSignIn } from "~/setup/sign-in-store.server";
import { addUser, userId } from "../../support/database";
import { startObjectStore } from "../../support/object-store";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { canMount, mountSmallDisk, type SmallDisk } from "../../support/site/small-disk";
import { temporaryFolder } from "../../support/temporary-folder";
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

it("admin lists the admins and removes those of the site, but neither the last one nor those of elsewhere", async () => {
	vi.stubEnv("ADMIN_SUBJECTS", "");
	const subject = (await rowOf(test.db, "users", { id: userId("ana") })).twitch_id;
	expect(await run("admin")).toBe(0);
	await run("admin", "add", "ana");
	await run("admin", "add", "twitch|77", "--subject");
	printed.length = 0;
	expect(await run("admin")).toBe(0);
	const added = "added on the site or by this command";
	expect(printed).toEqual([`ana  ${subject}  ${added}`, `(has not signed in)  twitch|77  ${added}`]);
	expect(await run("admin", "remove", "twitch|77", "--subject")).toBe(0);
	expect(await run("admin", "remove", "Ana")).toBe(1);
	expect(printed.at(-1)).toContain("This is the only admin");
	vi.stubEnv("ADMIN_SUBJECTS", `other,${subject}`);
	expect(await run("admin", "remove", "Ana")).toBe(0);
	expect(await run("admin", "remove", "ana")).toBe(1);
	expect(printed.at(-1)).toContain("stays an admin: in ADMIN_SUBJECTS");
	expect(await run("admin", "remove", "bruno")).toBe(1);
	expect(printed.at(-1)).toContain("bruno is not an admin");
});

it("admin add refuses an unknown name, and admin another verb", async () => {
	expect(await run("admin", "add", "nobody")).toBe(1);
	expect([await run("admin", "make", "ana"), await run("admin", "add")]).toEqual([2, 2]);
	expect(printed[0]).toContain("There is no user with that name.");
	expect(printed[1]).toContain("plateia admin add NAME");
	expect(await names()).toEqual([]);
});

const tokenIn = (text = "") => /\/setup\?token=([\w-]{43})$/.exec(text)?.[1] ?? "";

it("setup prints a link, and forgets the client secret only of a finished setup", async () => {
	for (const name of ["APP_ORIGIN", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"])
		vi.stubEnv(name, "");
	vi.stubEnv("PORT", "4000");
	const log = createLog({ LOG_LEVEL: "silent" });
	const tools = { db: test.db, box: createSecretBox("k".repeat(64), "settings"), log, now: () => new Date() };
	expect(await run("setup")).toBe(0);
	expect(printed).toEqual([
		expect.stringMatching(
			/^This link works once, within 15 minutes:\nhttp:\/\/localhost:4000\/setup\?token=/,
		),
	]);
	const first = tokenIn(printed[0]);
	const texts = {
		...{ APP_ORIGIN: "https://example.com", OIDC_ISSUER: "https://login.example" },
		OIDC_CLIENT_ID: "site",
	};
	await saveSignIn(tools, { ...texts, OIDC_CLIENT_SECRET: "secret" }, "demo|ana");
	printed.length = 0;
	vi.stubEnv("OIDC_CLIENT_SECRET", "fixed");
	expect(await run("setup")).toBe(1);
	expect(await readSignIn(tools)).toHaveProperty("OIDC_CLIENT_SECRET");
	vi.stubEnv("OIDC_CLIENT_SECRET", "");
	expect(await run("setup")).toBe(0);
	expect(await readSignIn(tools)).toEqual(texts);
	expect(printed).toEqual([
		expect.stringContaining("The environment sets OIDC_CLIENT_SECRET"),
		"Restart the site (systemctl restart plateia) and open the setup again.",
		expect.stringMatching(/\nhttps:\/\/example.com\/setup\?token=/),
	]);
	// The last link replaces the ones before, and opens once within 15 minutes.
	const token = tokenIn(printed[2]);
	const { redeem } = createSetupAccess(tools, () => {});
	for (const [one, isValid] of [[first, false] as const, [token, true] as const, [token, false] as const])
		expect(await redeem(one)).toBe(isValid);
	const stored = JSON.stringify(await rowsOf(test.db, "site_settings"));
	expect(stored).not.toContain(token);
});

it("auth0-to-twitch lets users and admins keep their accounts, and refuses people with two", async () => {
	const subjects = async () => (await rowsOf(test.db, "users")).map((user) => user.twitch_id).sort();
	await addUser(test.db, "carla", 10);
	await addUser(test.db, "dora", 10);
	await changeRows(test.db, "users", { id: userId("ana") }, { twitch_id: "oauth2|twitch|123" });
	await changeRows(test.db, "users", { id: userId("carla") }, { twitch_id: "123" });
	await changeRows(test.db, "users", { id: userId("dora") }, { twitch_id: "google-oauth2|oauth2|twitch|9" });
	await run("admin", "add", "oauth2|twitch|123", "--subject");
	printed.length = 0;
	expect(await run("auth0-to-twitch")).toBe(1);
	expect(printed.join()).toContain("signed in both ways: ana.");
	await changeRows(test.db, "users", { id: userId("carla") }, { twitch_id: "456" });
	expect(await run("auth0-to-twitch")).toBe(0);
	expect(printed.join()).toContain("with Twitch: 1.");
	expect(await subjects()).toEqual(["123", "456", "google-oauth2|oauth2|twitch|9"]);
	expect(await names()).toEqual(["ana"]);
	expect(await rowsOf(test.db, "sessions")).toEqual([]);
});

it("retrieve lists and downloads backups with the settings of the environment, and says where a store is set", async () => {
	expect(await run("retrieve")).toBe(1);
	expect(printed.at(-1)).toContain("No store is set: put BACKUP_S3_ENDPOINT");
	const store = await startObjectStore();
	onTestFinished(store.close);
	for (const [name, value] of Object.entries(store.settings)) vi.stubEnv(name, value);
	const folder = temporaryFolder();
	vi.stubEnv("BACKUP_FOLDER", folder);
	expect(await run("retrieve")).toBe(1);
	expect(printed.at(-1)).toContain("There is no complete copy at");
	const name = "plateia-2026-03-04T12-00-00-000Z";
	const file = { name: "plateia.sqlite", bytes: 1, sha256: createHash("sha256").update("x").digest("hex") };
	const manifest = { format: 1, madeAt: "2026-03-04T12:00:00.000Z", schema: "", images: [], broken: [] };
	store.objects.set(`site/${name}/plateia.sqlite`, Buffer.from("x"));
	store.objects.set(`site/${name}/backup.json`, Buffer.from(JSON.stringify({ ...manifest, database: file })));
	expect(await run("retrieve", "--list")).toBe(0);
	expect(printed.at(-1)).toBe(`${name}  2026-03-04T12:00:00.000Z`);
	expect(await run("retrieve")).toBe(0);
	expect(printed.at(-1)).toContain(`plateia restore ${join(folder, name)}`);
	vi.stubEnv("BACKUP_S3_SECRET", "wrong");
	expect(await run("retrieve")).toBe(1);
	expect(printed.at(-1)).toBe("the store answered 403 SignatureDoesNotMatch");
});

it("pictures copies those of the folder to the store and back, and a backup has those of the store", async () => {
	expect(await run("pictures")).toBe(1);
	expect(printed.at(-1)).toContain("No store of pictures is set: put PICTURE_S3_ENDPOINT");
	const store = await startObjectStore();
	onTestFinished(store.close);
	for (const [name, value] of Object.entries(store.pictureSettings)) vi.stubEnv(name, value);
	const [images, backups] = [temporaryFolder(), temporaryFolder()];
	vi.stubEnv("IMAGE_FOLDER", images);
	writeFileSync(join(images, "one.png"), "1");
	store.objects.set("pictures/two.png", Buffer.from("2"));
	expect(await run("pictures")).toBe(0);
	expect(printed.at(-1)).toBe(
		`1 pictures in ${images}, 1 of them copied to ${store.pictureSettings.PICTURE_S3_ENDPOINT}/backups/pictures`,
	);
	expect(await run("backup", backups)).toBe(0);
	expect(printed.at(-1)).toContain(", 2 pictures, checked");
	rmSync(join(images, "two.png"));
	expect(await run("pictures", "--fetch")).toBe(0);
	expect(readdirSync(images).sort()).toEqual(["one.png", "two.png"]);
	vi.stubEnv("PICTURE_S3_SECRET", "wrong");
	expect(await run("backup", backups), "a backup without the store is better than none").toBe(0);
	expect(printed.join()).toContain("Not all pictures of the store are in this backup");
});

describe.skipIf(!canMount)("a backup to a disk", () => {
	let disk: SmallDisk;

	beforeEach(() => {
		disk = mountSmallDisk(1);
		mkdirSync(join(disk.folder, "copies"));
	});
	afterEach(() => disk.remove());

	it("that is full fails with a sentence", async () => {
		disk.fill();
		expect(await run("backup", join(disk.folder, "copies"))).toBe(1);
		expect(printed.join("\n")).toMatch(/^plateia backup: the disk is full \(.*\)\.$/);
	});
});
