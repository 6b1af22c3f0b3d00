import { describe, expect, it } from "vitest";
import { removeRecord, saveRecordForm } from "~/records/change-record.server";
import { schemaOf } from "~/records/record.server";
import { findRecords } from "~/records/records.queries.server";
import { readLinks, readSocialLinks, saveLinks } from "~/social/links.server";
import { MAX_POSTS, movePost, posts } from "~/social/posts.server";
import { linksSchema } from "~/social/social.schema";
import { openCatalogue } from "../../support/catalogue";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { formParser } from "../../support/forms";
import { breakWrites } from "../../support/unguarded";

const catalogue = openForEachTest(openCatalogue);

const add = (code: string | number, id?: string, revision?: number) =>
	saveRecordForm(catalogue.tools, posts, catalogue.admin, id, {
		...{ idempotencyKey: crypto.randomUUID(), revision, translations: {} },
		embedCode: `https://www.instagram.com/p/post_${code}/`,
	});
const displayed = async () =>
	(await findRecords(catalogue.db, posts)).map(({ embedCode }) => /post_(\w+)/.exec(embedCode)?.[1]).join("");
const actions = async () => (await catalogue.changes()).map(({ action }) => action);

describe("posts", () => {
	it("are displayed in the order in which they were added, each once, and keep their position when edited", async () => {
		const id = await add("a");
		await add("b");
		await expectRefusal(add("a"), "embedKnown");
		await expectRefusal(add("b", id, 1), "embedKnown");
		await add("c", id, 1);
		expect(await displayed()).toBe("cb");
	});

	it("move by one from the displayed position, and not beyond the ends", async () => {
		const ids = new Map<string, string>();
		for (const code of "abc") ids.set(code, await add(code));
		const move = async (code: string, to: "up" | "down", position?: number) => {
			const id = ids.get(code) ?? "";
			const at = (await findRecords(catalogue.db, posts)).find((one) => one.id === id)?.position ?? 0;
			await movePost(catalogue.tools, catalogue.admin, { id, position: position ?? at, to });
			return displayed();
		};
		expect(await move("c", "up")).toBe("acb");
		expect(await move("c", "up", 3), "a repeated form").toBe("acb");
		expect(await move("c", "up")).toBe("cab");
		expect(await move("c", "up")).toBe("cab");
		expect(await move("a", "down")).toBe("cba");
		expect(await move("a", "down")).toBe("cba");
		await removeRecord(catalogue.tools, posts, catalogue.admin, { id: ids.get("b") ?? "", revision: 1 });
		expect(await move("a", "up"), "across the position of a deleted post").toBe("ac");
		expect((await actions()).slice(3)).toEqual([
			...["social.move", "social.move", "social.move", "social.delete", "social.move"],
		]);
		await expectRefusal(move("b", "up"), "recordGone");
		await breakWrites(catalogue.db, { event: "update", table: "instagram_embeds", message: "disk" });
		await expectRefusal(move("c", "up"), "changesUnsaved");
	});

	it("are limited to the number that a page displays", async () => {
		for (let count = 0; count < MAX_POSTS; count++) await add(`x${count}`);
		await expectRefusal(add("more"), "embedsFull");
	});

	it("cannot be anything but posts of Instagram", () => {
		const parse = formParser(schemaOf(posts), { idempotencyKey: crypto.randomUUID() });
		for (const embedCode of ["", "https://example.com/p/CxYz12abc/", "<script>alert(1)</script>"]) {
			expect(parse({ embedCode }).reply().error, embedCode).toEqual({ embedCode: ["embedInvalid"] });
		}
	});
});

describe("links", () => {
	const LINKS = {
		twitch: "https://www.twitch.tv/navalhas",
		instagram: "",
		discord: "https://discord.gg/x",
		telegram: "",
	};
	const revision = async () => (await readLinks(catalogue.db)).revision;

	it("are saved together, and an empty one is not displayed", async () => {
		await saveLinks(catalogue.tools, catalogue.admin, { links: LINKS, revision: await revision() });
		expect((await readSocialLinks(catalogue.db)).map(({ platform }) => platform)).toEqual([
			"discord",
			"twitch",
		]);
		const links = { ...LINKS, discord: "", telegram: "https://t.me/navalhas" };
		await saveLinks(catalogue.tools, catalogue.admin, { links, revision: await revision() });
		expect((await readLinks(catalogue.db)).links).toEqual(links);
		expect((await catalogue.changes())[1]).toMatchObject({
			action: "social.links",
			before: { discord: "https://discord.gg/x", telegram: "" },
			after: { discord: "", telegram: "https://t.me/navalhas" },
		});
	});

	it("do not overwrite another admin's edit, and a repeated form succeeds", async () => {
		const before = await revision();
		await saveLinks(catalogue.tools, catalogue.admin, { links: LINKS, revision: before });
		await saveLinks(catalogue.tools, catalogue.admin, { links: LINKS, revision: before });
		const late = { links: { ...LINKS, twitch: "" }, revision: before };
		await expectRefusal(saveLinks(catalogue.tools, catalogue.admin, late), "editConflict");
		expect((await readLinks(catalogue.db)).links).toEqual(LINKS);
		expect(await actions()).toEqual(["social.links"]);
	});

	it("cannot be addresses of other kinds", () => {
		for (const telegram of ["javascript:alert(1)", "//t.me/x", "t.me/x", "https://a:b@t.me/", "https://"]) {
			const { error } = formParser(linksSchema)({ revision: "1", telegram }).reply();
			expect(error, telegram).toEqual({ telegram: ["linkInvalid"] });
		}
	});
});
