import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { channelOf } from "~/channel/channel";
import type { FormName } from "~/lib/settings.server";
import { addAdmin, listAdmins, removeAdmin } from "~/settings/admins.server";
import type { SettingTexts } from "~/settings/settings.server";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { temporaryFolder } from "../../support/temporary-folder";
import { BOSS, openSite } from "./settings-site";

describe("the settings that admins save", () => {
	const test = databaseForEachTest({ users: { boss: 1000 } });
	const open = (environment?: Record<string, string>, more?: { key?: string; folder?: string }) =>
		openSite(test.db, environment, more);
	const stored = async () => JSON.stringify(await rowsOf(test.db, "site_settings"));
	const logged = () => rowsOf(test.db, "admin_changes");
	const BOT = {
		REDEEM_BOT_URL: "https://bot.example/redeem?key=hunter2",
		REDEEM_BOT_FORMAT: "json",
		REDEEM_BOT_SECRET: "0123456789abcdef",
	};
	const STORE = {
		BACKUP_S3_ENDPOINT: "https://s3.example",
		BACKUP_S3_BUCKET: "backups",
		BACKUP_S3_KEY_ID: "key",
		BACKUP_S3_SECRET: "secret-of-the-store",
	};
	type Opened = Awaited<ReturnType<typeof open>>;
	const shown = ({ settings }: Opened, form: FormName, name: string) =>
		settings.shown([form])[0]?.settings.find((setting) => setting.name === name);

	it("are not filled with those of the environment, and apply again without them", async () => {
		const { settings } = await open({ STARTING_POINTS: "5" });
		await settings.save(BOSS, "rules", { STARTING_POINTS: "250", PLAY_REMINDER_MINUTES: "30" }, 0);
		const later = await open();
		expect(later.config).toMatchObject({ STARTING_POINTS: 1000, PLAY_REMINDER_MINUTES: 30 });
		await later.settings.save(BOSS, "rules", { STARTING_POINTS: "250" }, 1);
		expect((await open({ STARTING_POINTS: "5" })).config.STARTING_POINTS, "stored before").toBe(5);
	});

	it("tell listeners of each change, and write only one over the other admin's form that they know", async () => {
		const { config, settings } = await open();
		let changes = 0;
		settings.onChange(() => changes++);
		await settings.save(BOSS, "rules", { STARTING_POINTS: "250" }, 0);
		await settings.save(BOSS, "rules", { STARTING_POINTS: "250" }, 0);
		await expectRefusal(settings.save(BOSS, "rules", { STARTING_POINTS: "300" }, 0), "editConflict");
		await expectRefusal(settings.save(BOSS, "rules", { STARTING_POINTS: "-1" }, 1), "invalidInput");
		expect([config.STARTING_POINTS, changes, (await logged()).length]).toEqual([250, 1, 1]);
		// The forms of other settings have their own revisions.
		await settings.save(BOSS, "hunt", { BONUS_HUNT_USER: "ana" }, 0);
	});

	it("are dots in the change log where they are secret", async () => {
		const { settings } = await open();
		await settings.save(BOSS, "bot", BOT, 0);
		await settings.save(BOSS, "bot", { ...BOT, REDEEM_BOT_URL: "https://bot.example/other-key" }, 1);
		expect(JSON.parse((await logged())[1]?.after ?? "")).toEqual({ REDEEM_BOT_URL: "••••••••" });
		expect(await stored()).not.toMatch(/hunter2|other-key|0123456789abcdef/);
	});

	it("keep a hidden one for an empty field until its service is removed", async () => {
		const site = await open();
		await site.settings.save(BOSS, "bot", BOT, 0);
		const changed = { ...BOT, REDEEM_BOT_SECRET: "", REDEEM_BOT_FORMAT: "discord" };
		await site.settings.save(BOSS, "bot", changed, 1);
		expect(site.config).toMatchObject({
			REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET,
			REDEEM_BOT_FORMAT: "discord",
		});
		await site.settings.save(BOSS, "bot", { REDEEM_BOT_FORMAT: "json" }, 2);
		expect(shown(site, "bot", "REDEEM_BOT_SECRET")?.isSet).toBe(false);
		const fixed = await open({ REDEEM_BOT_URL: BOT.REDEEM_BOT_URL, REDEEM_BOT_FORMAT: "discord" });
		await fixed.settings.save(BOSS, "bot", { REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET }, 3);
		await fixed.settings.save(BOSS, "bot", {}, 4);
		expect(fixed.config.REDEEM_BOT_SECRET).toBe(BOT.REDEEM_BOT_SECRET);
	});

	it("keep the bot's secret that is changed, once, until its box is cleared", async () => {
		const site = await open();
		const { config, settings } = site;
		const secrets = () => [config.REDEEM_BOT_SECRET, config.REDEEM_BOT_PREVIOUS_SECRET];
		const box = () => shown(site, "bot", "REDEEM_BOT_PREVIOUS_SECRET");
		const [first, second] = [BOT.REDEEM_BOT_SECRET, "fedcba9876543210"];
		await settings.save(BOSS, "bot", BOT, 0);
		expect(box()?.isSet).toBe(false);
		for (const revision of [1, 1]) {
			await settings.save(BOSS, "bot", { ...BOT, REDEEM_BOT_SECRET: second }, revision);
			expect(secrets()).toEqual([second, first]);
		}
		expect(box()).toMatchObject({ value: "true", isSet: true });
		const unchanged = { ...BOT, REDEEM_BOT_SECRET: "" };
		await settings.save(BOSS, "bot", { ...unchanged, REDEEM_BOT_PREVIOUS_SECRET: "true" }, 2);
		expect(secrets()).toEqual([second, first]);
		await settings.save(BOSS, "bot", unchanged, 2);
		expect(secrets()).toEqual([second, undefined]);
		expect(await stored()).not.toMatch(/0123456789abcdef|fedcba9876543210/);
	});

	it("are not applied and are logged without their values when their key has changed", async () => {
		const { settings } = await open();
		await settings.save(BOSS, "bot", BOT, 0);
		const { config, events } = await open({}, { key: "x".repeat(64) });
		expect(config.REDEEM_BOT_URL).toBeUndefined();
		expect(events).toEqual([
			{ event: "setting-unreadable", setting: "REDEEM_BOT_URL" },
			{ event: "setting-unreadable", setting: "REDEEM_BOT_SECRET" },
		]);
	});

	it("are not applied and are logged when they no longer fit the environment; the others of the form are", async () => {
		const { settings } = await open();
		await settings.save(BOSS, "rules", { SLOT_DEMO_HOSTS: "demo.example", STARTING_POINTS: "7" }, 0);
		const { config, events } = await open({ APP_ORIGIN: "https://demo.example" });
		expect(config).toMatchObject({
			STARTING_POINTS: 7,
			SLOT_DEMO_HOSTS: ["demogamesfree.pragmaticplay.net"],
		});
		expect(events).toEqual([{ event: "settings-invalid", settings: ["SLOT_DEMO_HOSTS"] }]);
	});

	it("of a form that lacks a value which the environment had are not applied and said so; those of others are", async () => {
		const { settings } = await open({ REDEEM_BOT_SECRET: BOT.REDEEM_BOT_SECRET });
		await settings.save(BOSS, "bot", { REDEEM_BOT_URL: BOT.REDEEM_BOT_URL }, 0);
		await settings.save(BOSS, "rules", { STARTING_POINTS: "7" }, 0);
		const later = await open();
		expect(later.config.STARTING_POINTS).toBe(7);
		expect(later.config.REDEEM_BOT_URL).toBeUndefined();
		expect(shown(later, "bot", "REDEEM_BOT_URL")?.isIgnored).toBe(true);
		await later.settings.save(BOSS, "bot", BOT, 1);
		expect(later.config).toMatchObject(BOT);
		expect(shown(later, "bot", "REDEEM_BOT_URL")?.isIgnored).toBe(false);
	});

	it("may depend on others of their form", async () => {
		const { settings } = await open();
		const forms: [FormName, SettingTexts, string[]][] = [
			["bot", { REDEEM_BOT_URL: "bot.example" }, ["REDEEM_BOT_URL", "REDEEM_BOT_SECRET"]],
			["bot", { REDEEM_BOT_URL: BOT.REDEEM_BOT_URL, REDEEM_BOT_FORMAT: "discord" }, []],
			["hunt", { BONUS_HUNT_STATS_URL: "https://hunt.example" }, ["BONUS_HUNT_SLOTS_URL"]],
			["backups", { BACKUP_EVERY_HOURS: "0.5" }, ["BACKUP_EVERY_HOURS"]],
			["backups", { ...STORE, BACKUP_S3_ENDPOINT: "s3.example" }, []],
			["backups", { ...STORE, BACKUP_S3_ENDPOINT: "http://10.0.0.2:9000" }, ["BACKUP_S3_ENDPOINT"]],
			["backups", { ...STORE, BACKUP_S3_ENDPOINT: "https://s3.example/bucket" }, ["BACKUP_S3_ENDPOINT"]],
			["backups", { ...STORE, BACKUP_S3_BUCKET: "a/../b" }, ["BACKUP_S3_BUCKET"]],
			[
				"backups",
				{ BACKUP_S3_ENDPOINT: STORE.BACKUP_S3_ENDPOINT },
				["BACKUP_S3_BUCKET", "BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"],
			],
		];
		for (const [form, typed, names] of forms)
			expect(settings.faultsOf(form, typed), JSON.stringify(typed)).toEqual(names);
	});

	it("describe the channel in their normal form", async () => {
		const { config, settings } = await open();
		const UNCHANGED = Object.fromEntries(
			settings.shown(["channel"])[0]?.settings.map(({ name, value }) => [name, value]) ?? [],
		);
		const save = async (typed: SettingTexts, revision: number) => {
			await settings.save(BOSS, "channel", { ...UNCHANGED, ...typed }, revision);
			return channelOf(config);
		};
		const markup = `<script>alert(1)</script> "><img onerror=x> שלום 👩‍👩‍👧`;
		const channel = await save(
			{
				...{ CHANNEL_NAME: " Na\u202eva\u0000l\n has ", CHANNEL_TAGLINE: markup, CHANNEL_TAGLINE_EN: "" },
				...{ CHANNEL_ABOUT: "One \r\n\r\n\u0007Two\r\n", TWITCH_CHANNEL: "https://www.twitch.tv/Navalhas/" },
				...{ NEXT_STREAM: "2026-07-01T21:30", CONTACT_EMAIL: " ola@navalhas.example " },
			},
			0,
		);
		expect(channel).toMatchObject({
			...{ name: "Naval has", tagline: { pt: markup, en: "" }, about: { pt: "One\n\nTwo" } },
			...{ twitchLogin: "navalhas", nextStream: "2026-07-01T20:30:00.000Z" },
			...{ contactEmail: "ola@navalhas.example" },
		});
		expect((await logged())[0]?.after).not.toMatch(/\u202e/);
		expect((await save({ TWITCH_CHANNEL: "@navalhas_TV" }, 1)).twitchLogin).toBe("navalhas_tv");
		for (const [name, text] of [
			["CHANNEL_NAME", ""],
			...["\u200b\u3164", "\u2800", "\u200d", "\u202e\u2066", "x".repeat(41)].map((name) => [
				"CHANNEL_NAME",
				name,
			]),
			...["javascript:alert(1)", "https://a:b@evil.example/x.png", "../x.png"].map((text) => [
				"CHANNEL_PICTURE",
				text,
			]),
			...["na", "navalhas&parent=evil.example", "https://evil.example/navalhas"].map((text) => [
				"TWITCH_CHANNEL",
				text,
			]),
			...["tomorrow", "2026-11-28", "2026-02-30T10:00"].map((text) => ["NEXT_STREAM", text]),
			...["ola", "a@b", "a@b.example, c@d.example"].map((text) => ["CONTACT_EMAIL", text]),
		] as [keyof SettingTexts, string][])
			expect(settings.faultsOf("channel", { ...UNCHANGED, [name]: text }), text).toEqual([name]);
	});

	it("have an uploaded picture, which is not stored for an outdated form", async () => {
		const folder = temporaryFolder();
		const { config, settings } = await open({}, { folder });
		const picture = async (width: number) => {
			const image = sharp({ create: { width, height: 9, channels: 3, background: "#c33a63" } });
			return new File([new Uint8Array(await image.png().toBuffer())], "dot.png");
		};
		await settings.save(BOSS, "channel", { CHANNEL_NAME: "Navalhas" }, 0, await picture(9));
		const files = await readdir(folder);
		expect(files).toEqual([config.CHANNEL_PICTURE]);
		const late = settings.save(BOSS, "channel", { CHANNEL_NAME: "Late" }, 0, await picture(20));
		await expectRefusal(late, "editConflict");
		expect(await readdir(folder)).toEqual(files);
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
