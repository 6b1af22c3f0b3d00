import { describe, expect, it } from "vitest";
import { type Channel, paragraphsOf, textIn, UNSET } from "~/channel/channel";
import { openChannel } from "~/channel/channel.server";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";

const clock = fakeClock();
const log = { info() {} };
const test = databaseForEachTest({ users: { boss: 1000 } });
const admin = userId("boss");

const open = () => openChannel({ db: test.db, now: clock.now, log });
const logged = () => test.db.selectFrom("admin_changes").selectAll().orderBy("id").execute();

const EDIT: Channel = {
	...UNSET,
	name: "Navalhas",
	tagline: { pt: "Cortes e risos", en: "" },
	profileImage: "face.webp",
	contactEmail: "ola@navalhas.example",
};

describe("the channel", () => {
	it("has the values that an admin saved, immediately and after a restart", async () => {
		const site = await open();
		await site.saveChannel(admin, EDIT);
		const saved = { ...EDIT, revision: 1 };
		expect(site.channel()).toEqual(saved);
		expect((await open()).channel()).toEqual(saved);
		await site.saveChannel(admin, { ...saved, name: "Lâminas" });
		expect((await open()).channel()).toEqual({ ...EDIT, name: "Lâminas", revision: 2 });
	});

	it("has an empty text in a language that was added after it was saved", async () => {
		const tagline = JSON.stringify({ pt: "Cortes e risos" });
		const row = { key: "tagline", value: tagline, updated_at: clock.now().toISOString() };
		await test.db.insertInto("site_settings").values(row).execute();
		const site = await open();
		expect(site.channel().tagline).toEqual({ pt: "Cortes e risos", en: "" });
		await site.saveChannel(admin, site.channel());
		expect(await logged()).toEqual([]);
	});

	it("does not overwrite another admin's edit, and saves a repeated form once", async () => {
		const site = await open();
		await Promise.all([site.saveChannel(admin, EDIT), site.saveChannel(admin, EDIT)]);
		expect(site.channel().revision).toBe(1);
		await expectRefusal(site.saveChannel(admin, { ...EDIT, name: "Late" }), "editConflict");
		expect(site.channel().name).toBe("Navalhas");
		expect(await logged()).toHaveLength(1);
	});

	it("records the admin and the changed fields in the change log", async () => {
		const site = await open();
		await site.saveChannel(admin, { ...site.channel(), name: "Navalhas", twitchLogin: "blades" });
		const [change] = await logged();
		expect(change).toMatchObject({
			actor: admin,
			action: "settings.edit",
			subject_name: "Navalhas",
			created_at: clock.now().toISOString(),
		});
		expect([change?.before, change?.after].map((json) => JSON.parse(json ?? ""))).toEqual([
			{ name: "Plateia", twitchLogin: "" },
			{ name: "Navalhas", twitchLogin: "blades" },
		]);
	});
});

describe("a text", () => {
	it("that is missing in one language is shown in the other", () => {
		const both = { pt: "Olá", en: "Hello" };
		expect(textIn(both, "en")).toEqual({ text: "Hello", language: "en" });
		expect(textIn({ ...both, en: "" }, "en")).toEqual({ text: "Olá", language: "pt" });
		expect(textIn({ ...both, pt: "" }, "pt")).toEqual({ text: "Hello", language: "en" });
		expect(textIn({ pt: "", en: "" }, "en")).toEqual({ text: "", language: "en" });
	});

	it("is split into paragraphs at empty lines", () => {
		expect(paragraphsOf("One\nline\n\n \nTwo\n\n\n\nThree\n")).toEqual(["One\nline", "Two", "Three"]);
		expect(paragraphsOf(" \n ")).toEqual([]);
	});
});
