import { describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { type Config, readConfig } from "~/lib/config.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { addAdmin, listAdmins, removeAdmin } from "~/settings/admins.server";
import { FORM_NAMES, type FormName, type SettingTexts } from "~/settings/editable";
import { openSettings } from "~/settings/settings.server";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";

describe("the settings", () => {
	const BASE = {
		APP_ORIGIN: "https://example.com",
		SESSION_SECRET: "s".repeat(32),
		OIDC_ISSUER: "https://idp.example/",
		OIDC_CLIENT_ID: "id",
		OIDC_CLIENT_SECRET: "secret",
	};
	const STORE = {
		BACKUP_S3_ENDPOINT: "https://s3.example",
		BACKUP_S3_BUCKET: "backups",
		BACKUP_S3_KEY_ID: "key",
		BACKUP_S3_SECRET: "secret-of-the-store",
	};
	const BOT = {
		REDEEM_BOT_URL: "https://bot.example/redeem?key=hunter2",
		REDEEM_BOT_FORMAT: "json",
		REDEEM_BOT_SECRET: "0123456789abcdef",
	};

	const clock = fakeClock();
	const test = databaseForEachTest({ users: { boss: 1000 } });
	const admin = userId("boss");

	async function open(
		environment: Record<string, string> = {},
		key = "k".repeat(64),
		backupFolder = "/data/backups",
	) {
		const all = { ...BASE, ...environment };
		const config: Config = readConfig(all);
		const events: Record<string, unknown>[] = [];
		const log = {
			info() {},
			error: (event: Record<string, unknown>) => void events.push(event),
		};
		const settings = await openSettings({
			...{ db: test.db, now: clock.now, log, config, environment: all },
			box: createSecretBox(key, "settings"),
			backupFolder,
		});
		return { config, settings, events };
	}

	const stored = async () => JSON.stringify(await rowsOf(test.db, "site_settings"));
	const logged = () => rowsOf(test.db, "admin_changes");

	describe("the settings that admins save", () => {
		it("apply at once, and after a restart", async () => {
			const { config, settings } = await open();
			let changes = 0;
			settings.onChange(() => changes++);
			await settings.save(admin, "rules", { STARTING_POINTS: "250", SITE_TIMEZONE: "Atlantic/Azores" }, 0);
			await settings.save(admin, "backups", { BACKUP_FOLDER: "on", BACKUP_EVERY_HOURS: "12", ...STORE }, 0);
			await settings.save(admin, "bot", BOT, 0);
			const expected = {
				STARTING_POINTS: 250,
				SITE_TIMEZONE: "Atlantic/Azores",
				BACKUP_FOLDER: "/data/backups",
				BACKUP_EVERY_HOURS: 12,
				BACKUP_KEEP: 7,
				...STORE,
				...BOT,
			};
			expect(config).toMatchObject(expected);
			expect(changes).toBe(3);
			expect((await open()).config).toMatchObject(expected);
		});

		it("do not replace those of the environment, and are not filled with them", async () => {
			const { config, settings } = await open({ STARTING_POINTS: "5" });
			expect(settings.shown(FORM_NAMES).settings.STARTING_POINTS).toMatchObject({
				value: "5",
				isFixed: true,
			});
			await settings.save(admin, "rules", { STARTING_POINTS: "250", PLAY_REMINDER_MINUTES: "30" }, 0);
			expect(config).toMatchObject({ STARTING_POINTS: 5, PLAY_REMINDER_MINUTES: 30 });
			const later = await open();
			expect(later.config.STARTING_POINTS).toBe(1000);
			await later.settings.save(admin, "rules", { STARTING_POINTS: "250" }, 1);
			expect((await open({ STARTING_POINTS: "5" })).config.STARTING_POINTS, "stored before").toBe(5);
		});

		it("do not show addresses of the environment, and keep a secret for them", async () => {
			const { config, settings } = await open({
				REDEEM_BOT_URL: BOT.REDEEM_BOT_URL,
				REDEEM_BOT_FORMAT: "discord",
			});
			expect(settings.shown(FORM_NAMES).settings.REDEEM_BOT_URL).toMatchObject({
				value: "",
				isFixed: true,
				isSet: true,
			});
			await settings.save(admin, "bot", { REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET }, 0);
			expect(config).toMatchObject({ REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET });
			await settings.save(admin, "bot", {}, 1);
			expect(config).toMatchObject({ REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET });
		});

		it("are stored encrypted where they may hold a key, and their values are not in the change log", async () => {
			const { settings } = await open();
			await settings.save(admin, "bot", BOT, 0);
			await settings.save(admin, "bot", { ...BOT, REDEEM_BOT_URL: "https://bot.example/other-key" }, 1);
			expect(await stored()).not.toMatch(/hunter2|other-key|0123456789abcdef/);
			const rows = await logged();
			expect(rows.map(({ action }) => action)).toEqual(["settings.bot", "settings.bot"]);
			expect(JSON.stringify(rows)).not.toMatch(/hunter2|other-key|0123456789abcdef/);
			expect(JSON.parse(rows[1]?.after ?? "")).toEqual({ REDEEM_BOT_URL: "••••••••" });
		});

		it("never show a secret again; an empty field keeps it until the bot is removed", async () => {
			const { config, settings } = await open();
			await settings.save(admin, "bot", BOT, 0);
			expect(settings.shown(FORM_NAMES).settings.REDEEM_BOT_SECRET).toMatchObject({ value: "", isSet: true });
			await settings.save(admin, "bot", { ...BOT, REDEEM_BOT_SECRET: "", REDEEM_BOT_FORMAT: "discord" }, 1);
			expect(config).toMatchObject({
				REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET,
				REDEEM_BOT_FORMAT: "discord",
			});
			await settings.save(admin, "bot", { REDEEM_BOT_FORMAT: "json" }, 2);
			expect(config.REDEEM_BOT_URL).toBeUndefined();
			expect(settings.shown(FORM_NAMES).settings.REDEEM_BOT_SECRET?.isSet).toBe(false);
		});

		it("keep a secret that is changed, once, until its box is cleared", async () => {
			const { config, settings } = await open();
			const secrets = () => [config.REDEEM_BOT_SECRET, config.REDEEM_BOT_PREVIOUS_SECRET];
			const box = () => settings.shown(["bot"]).settings.REDEEM_BOT_PREVIOUS_SECRET;
			const [first, second] = [BOT.REDEEM_BOT_SECRET, "fedcba9876543210"];
			await settings.save(admin, "bot", BOT, 0);
			expect(box()?.isSet).toBe(false);
			for (const revision of [1, 1]) {
				await settings.save(admin, "bot", { ...BOT, REDEEM_BOT_SECRET: second }, revision);
				expect(secrets()).toEqual([second, first]);
			}
			expect(box()).toMatchObject({ value: "on", isSet: true });
			const unchanged = { ...BOT, REDEEM_BOT_SECRET: "" };
			await settings.save(admin, "bot", { ...unchanged, REDEEM_BOT_PREVIOUS_SECRET: "on" }, 2);
			expect(secrets()).toEqual([second, first]);
			await settings.save(admin, "bot", unchanged, 2);
			expect(secrets()).toEqual([second, undefined]);
			expect(await stored()).not.toMatch(/0123456789abcdef|fedcba9876543210/);
		});

		it("are written once, and not over another admin's", async () => {
			const { config, settings } = await open();
			await settings.save(admin, "rules", { STARTING_POINTS: "250" }, 0);
			await settings.save(admin, "rules", { STARTING_POINTS: "250" }, 0);
			await expectRefusal(settings.save(admin, "rules", { STARTING_POINTS: "300" }, 0), "editConflict");
			expect(config.STARTING_POINTS).toBe(250);
			expect(await logged()).toHaveLength(1);
			// The forms of other settings have their own revisions.
			await settings.save(admin, "hunt", { BONUS_HUNT_USER: "ana" }, 0);
		});

		it("are not applied and are logged without their values when their key has changed", async () => {
			const { settings } = await open();
			await settings.save(admin, "bot", BOT, 0);
			const { config, events } = await open({}, "x".repeat(64));
			expect(config.REDEEM_BOT_URL).toBeUndefined();
			expect(events).toEqual([
				{ event: "setting-unreadable", setting: "REDEEM_BOT_URL" },
				{ event: "setting-unreadable", setting: "REDEEM_BOT_SECRET" },
			]);
		});

		it("are not applied and are logged when they no longer fit the environment", async () => {
			const { settings } = await open();
			await settings.save(admin, "rules", { SLOT_DEMO_HOSTS: "demo.example", STARTING_POINTS: "7" }, 0);
			const { config, events } = await open({ APP_ORIGIN: "https://demo.example" });
			expect(config).toMatchObject({
				STARTING_POINTS: 7,
				SLOT_DEMO_HOSTS: ["demogamesfree.pragmaticplay.net"],
			});
			expect(events).toEqual([{ event: "settings-invalid", settings: ["SLOT_DEMO_HOSTS"] }]);
		});

		it("of a form that lacks a value which the environment had are not applied and said so; those of others are", async () => {
			const { settings } = await open({ REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET });
			await settings.save(admin, "bot", { REDEEM_BOT_URL: BOT.REDEEM_BOT_URL }, 0);
			await settings.save(admin, "rules", { STARTING_POINTS: "7" }, 0);
			const later = await open();
			expect(later.config.STARTING_POINTS).toBe(7);
			expect(later.config.REDEEM_BOT_URL).toBeUndefined();
			expect(later.settings.shown(["bot"]).settings.REDEEM_BOT_URL?.isIgnored).toBe(true);
			await later.settings.save(admin, "rules", { STARTING_POINTS: "8" }, 1);
			expect(later.config.STARTING_POINTS).toBe(8);
			await later.settings.save(admin, "bot", BOT, 1);
			expect(later.config).toMatchObject(BOT);
			expect(later.settings.shown(["bot"]).settings.REDEEM_BOT_URL?.isIgnored).toBe(false);
		});

		it("show those of the named forms only, and are refused when they are invalid", async () => {
			const { settings } = await open();
			const names = Object.keys(settings.shown(["legal"]).settings);
			expect(names).toEqual(["LEGAL_DATE"]);
			await expectRefusal(settings.save(admin, "rules", { STARTING_POINTS: "-1" }, 0), "invalidInput");
		});
	});

	it("the faults of a form are found in its settings", async () => {
		const { settings } = await open();
		const forms: [FormName, SettingTexts, string[]][] = [
			["bot", { REDEEM_BOT_URL: "bot.example" }, ["REDEEM_BOT_URL", "REDEEM_BOT_SECRET"]],
			["bot", { REDEEM_BOT_URL: BOT.REDEEM_BOT_URL }, ["REDEEM_BOT_SECRET"]],
			["bot", { REDEEM_BOT_URL: BOT.REDEEM_BOT_URL, REDEEM_BOT_FORMAT: "discord" }, []],
			["bot", { REDEEM_BOT_URL: BOT.REDEEM_BOT_URL, REDEEM_BOT_SECRET: "short" }, ["REDEEM_BOT_SECRET"]],
			["pointsProvider", { POINTS_PROVIDER_CHANNEL: "me" }, ["POINTS_PROVIDER_CHANNEL"]],
			["pointsProvider", { POINTS_PROVIDER_URL: "https://points.example" }, ["POINTS_PROVIDER_URL"]],
			["hunt", { BONUS_HUNT_STATS_URL: "https://hunt.example" }, ["BONUS_HUNT_SLOTS_URL"]],
			["rules", { STARTING_POINTS: "-1" }, ["STARTING_POINTS"]],
			["rules", { PLAY_REMINDER_MINUTES: "0" }, ["PLAY_REMINDER_MINUTES"]],
			["rules", { SLOT_DEMO_HOSTS: "https://demo.example" }, ["SLOT_DEMO_HOSTS"]],
			["names", { PLINKO_NAME: "x".repeat(41), CRASH_NAME: "\u200b" }, ["PLINKO_NAME", "CRASH_NAME"]],
			["backups", { BACKUP_KEEP: "0", BACKUP_EVERY_HOURS: "-3" }, ["BACKUP_EVERY_HOURS", "BACKUP_KEEP"]],
			["backups", { ...STORE, BACKUP_S3_ENDPOINT: "s3.example" }, []],
			["backups", { ...STORE, BACKUP_S3_ENDPOINT: "http://10.0.0.2:9000" }, ["BACKUP_S3_ENDPOINT"]],
			["backups", { ...STORE, BACKUP_S3_ENDPOINT: "https://s3.example/bucket" }, ["BACKUP_S3_ENDPOINT"]],
			["backups", { ...STORE, BACKUP_S3_BUCKET: "a/../b" }, ["BACKUP_S3_BUCKET"]],
			["backups", { ...STORE, BACKUP_S3_REGION: "eu central" }, ["BACKUP_S3_REGION"]],
			[
				"backups",
				{ BACKUP_S3_ENDPOINT: STORE.BACKUP_S3_ENDPOINT },
				["BACKUP_S3_BUCKET", "BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"],
			],
		];
		for (const [form, typed, names] of forms)
			expect(settings.faultsOf(form, typed), JSON.stringify(typed)).toEqual(names);
	});
});

describe("the list of admins", () => {
	const clock = fakeClock();
	const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, bruno: 1000 } });
	const boss = userId("boss");

	function tools(subjects: string[] = []) {
		const changed: string[] = [];
		return {
			...{ db: test.db, now: clock.now, log: { info() {} }, config: { ADMIN_SUBJECTS: subjects } },
			adminsChanged: (id: string) => void changed.push(id),
			changed,
		};
	}
	const subjectOf = async (name: string) => (await rowOf(test.db, "users", { id: userId(name) })).twitch_id;
	const add = (site: ReturnType<typeof tools>, who: string, isSubject = false) =>
		addAdmin(site, boss, { who, isSubject });
	const logged = () => rowsOf(test.db, "admin_changes");

	it("lists each admin once, with the reason", async () => {
		const site = tools([await subjectOf("boss"), "nobody-yet"]);
		await add(site, "Ana");
		await add(site, "later", true);
		const both = { id: [userId("ana"), userId("bruno")] };
		await changeRows(test.db, "users", both, { roles: '["viewer","ADMIN"]' });
		expect((await listAdmins(site)).map(({ name, source }) => [name, source]).sort()).toEqual(
			[
				["ana", "site"],
				[undefined, "site"],
				["boss", "environment"],
				[undefined, "environment"],
				["bruno", "role"],
			].sort(),
		);
	});

	it("adds and removes by name or subject, writes the change log with ids, and tells it at once", async () => {
		const site = tools(["other"]);
		await add(site, " ANA\u200b ");
		await add(site, "ana");
		await add(site, await subjectOf("bruno"), true);
		await removeAdmin(site, boss, await subjectOf("bruno"));
		await removeAdmin(site, boss, await subjectOf("bruno"));
		expect((await listAdmins(site)).map(({ name }) => name)).toEqual(["ana", undefined]);
		expect(site.changed).toEqual([userId("ana"), userId("bruno"), userId("bruno")]);
		expect(
			(await logged()).map(({ action, subject, subject_name }) => [action, subject, subject_name]),
		).toEqual([
			["admin.add", userId("ana"), ""],
			["admin.add", userId("bruno"), ""],
			["admin.remove", userId("bruno"), ""],
		]);
	});

	it("refuses an unknown or ambiguous name and an empty subject", async () => {
		const site = tools();
		await expectRefusal(add(site, "nobody"), "adminUnknown");
		await expectRefusal(add(site, " ", true), "adminInvalid");
		await changeRows(test.db, "users", { id: userId("bruno") }, { twitch_username: "ana" });
		await expectRefusal(add(site, "ana"), "adminAmbiguous");
		expect(await logged()).toEqual([]);
	});

	it("never removes the last admin, also of two who remove each other at once", async () => {
		const site = tools();
		await add(site, "ana");
		await expectRefusal(removeAdmin(site, boss, await subjectOf("ana")), "lastAdmin");
		await add(site, "bruno");
		const [one, other] = [await subjectOf("ana"), await subjectOf("bruno")];
		const results = await Promise.allSettled([removeAdmin(site, boss, one), removeAdmin(site, boss, other)]);
		expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await listAdmins(site)).toHaveLength(1);
	});

	it("does not count a subject that has never signed in as another admin", async () => {
		const site = tools(["misspelt"]);
		await add(site, "ana");
		await add(site, "bruno's name", true);
		await expectRefusal(removeAdmin(site, boss, await subjectOf("ana")), "lastAdmin");
	});

	it("an erased user is no admin, and the change log never holds a subject", async () => {
		const site = tools();
		const subject = await subjectOf("ana");
		await add(site, subject, true);
		await add(site, "bruno");
		await add(site, "twitch|123456", true);
		expect((await logged()).at(-1)).toMatchObject({ subject: "", subject_name: "…3456" });
		await eraseUser({ db: test.db, async remember() {} }, userId("ana"));
		expect((await listAdmins(site)).map(({ name }) => name)).toEqual(["bruno", undefined]);
		expect(JSON.stringify(await logged())).not.toContain(subject);
		expect(JSON.stringify(await logged())).not.toContain("123456");
	});
});
