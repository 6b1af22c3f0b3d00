import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { openChannel } from "~/channel/channel.server";
import { saveSettingsForm } from "~/channel/settings-form.server";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { temporaryFolder } from "../../support/temporary-folder";

const test = databaseForEachTest({ users: { boss: 1000 } });
const admin = userId("boss");
let folder: string;
let site: Awaited<ReturnType<typeof openChannel>>;
beforeEach(async () => {
	folder = temporaryFolder();
	site = await openChannel({ db: test.db, now: fakeClock().now, log: { info() {} } });
});

const FORM = {
	revision: 0,
	name: "Navalhas",
	taglinePt: "Cortes e risos",
	taglineEn: "Cuts and laughs",
	image: "face.webp",
	aboutPt: "Somos nós",
	aboutEn: "It is us",
	contactEmail: "ola@navalhas.example",
	twitchLogin: "navalhas",
	nextStream: "2026-07-01T21:30",
} as const;
const DOT = { create: { width: 9, height: 9, channels: 3, background: "#c33a63" } } as const;
const picture = async () => new File([new Uint8Array(await sharp(DOT).png().toBuffer())], "dot.png");
const save = (change: Partial<Parameters<typeof saveSettingsForm>[2]> = {}) =>
	saveSettingsForm({ ...site, config: { IMAGE_FOLDER: folder, SITE_TIMEZONE: "Europe/Lisbon" } }, admin, {
		...FORM,
		...change,
	});

it("the settings form saves each field as the setting of its name and language", async () => {
	await save();
	expect(site.channel()).toEqual({
		name: "Navalhas",
		tagline: { pt: "Cortes e risos", en: "Cuts and laughs" },
		profileImage: "face.webp",
		about: { pt: "Somos nós", en: "It is us" },
		contactEmail: "ola@navalhas.example",
		twitchLogin: "navalhas",
		nextStream: "2026-07-01T20:30:00.000Z",
		revision: 1,
	});
});

it("the settings form stores an uploaded picture, and none if it is rejected as outdated", async () => {
	await save({ upload: await picture() });
	const files = await readdir(folder);
	expect(files).toEqual([site.channel().profileImage]);
	const other = new File([new Uint8Array(await sharp(DOT).resize(20).png().toBuffer())], "other.png");
	await expectRefusal(save({ name: "Late", upload: other }), "editConflict");
	expect(await readdir(folder)).toEqual(files);
});
