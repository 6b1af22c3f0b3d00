import { beforeEach, describe, expect, it, vi } from "vitest";
import { findEmbeds, MAX_EMBEDS } from "~/social/embeds.queries.server";
import { moveEmbed, removeEmbed, saveEmbed } from "~/social/embeds.server";
import { findSocialLinks } from "~/social/links.queries.server";
import { readLinks, saveLinks } from "~/social/links.server";
import { linksSchema } from "~/social/social.schema";
import { fakeClock } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { formParser } from "../../support/forms";
import { rowsOf } from "../../support/rows-of";
import { breakWrites } from "../../support/unguarded";

const ADMIN = "user-boss";
const clock = fakeClock();
const log = { error: vi.fn() };
const test = databaseForEachTest({ users: { boss: 1000 } });
let tools: Parameters<typeof saveEmbed>[0];

beforeEach(() => {
	tools = { db: test.db, now: clock.now, log };
	log.error.mockClear();
});

const permalink = (code: string | number) => `https://www.instagram.com/p/post_${code}/`;
const add = (code: string | number, idempotencyKey: string = crypto.randomUUID()) =>
	saveEmbed(tools, ADMIN, { idempotencyKey, permalink: permalink(code) });
const edit = (id: string, revision: number, code: string) =>
	saveEmbed(tools, ADMIN, {
		idempotencyKey: crypto.randomUUID(),
		permalink: permalink(code),
		edited: { id, revision },
	});
const displayed = async () =>
	(await findEmbeds(test.db)).map(({ embed_code }) => /post_(\w+)/.exec(embed_code)?.[1]).join("");
const actions = async () => (await rowsOf(test.db, "admin_changes")).map(({ action }) => action);

/** Id and revision of a post as a page displays it. */
async function displayedPost(id = "") {
	const revision = (await findEmbeds(test.db)).find((one) => one.id === id)?.revision ?? 0;
	return { id, revision };
}

describe("posts", () => {
	it("are displayed in the order in which they were added, each once for repeated submissions of its form", async () => {
		const idempotencyKey = crypto.randomUUID();
		await Promise.all([add("a", idempotencyKey), add("a", idempotencyKey)]);
		await add("b");
		await expectRefusal(add("a"), "embedKnown");
		expect(await displayed()).toBe("ab");
		expect(await actions()).toEqual(["embed.add", "embed.add"]);
	});

	it("keep their position when edited, and do not overwrite another admin's edit", async () => {
		const { id } = await add("a");
		await add("b");
		const [before] = await findEmbeds(test.db);
		await edit(id, before?.revision ?? 0, "c");
		expect(await displayed()).toBe("cb");
		await expectRefusal(edit(id, before?.revision ?? 0, "d"), "editConflict");
		await expectRefusal(edit("gone", 1, "d"), "embedGone");
		const [now] = await findEmbeds(test.db);
		await expectRefusal(edit(id, now?.revision ?? 0, "b"), "embedKnown");
		await edit(id, now?.revision ?? 0, "c");
		expect(await actions()).toEqual(["embed.add", "embed.add", "embed.edit"]);
	});

	it("move by one from the displayed position, and not beyond the ends", async () => {
		const ids = new Map<string, string>();
		for (const code of "abc") ids.set(code, (await add(code)).id);
		const move = async (code: string, to: "up" | "down", position?: number) => {
			const id = ids.get(code) ?? "";
			const at = (await findEmbeds(test.db)).find((one) => one.id === id)?.position ?? 0;
			await moveEmbed(tools, ADMIN, { id, position: position ?? at, to });
			return displayed();
		};
		expect(await move("c", "up")).toBe("acb");
		expect(await move("c", "up", 3), "a repeated form").toBe("acb");
		expect(await move("c", "up")).toBe("cab");
		expect(await move("c", "up")).toBe("cab");
		expect(await move("a", "down")).toBe("cba");
		expect(await move("a", "down")).toBe("cba");
		await removeEmbed(tools, ADMIN, await displayedPost(ids.get("b")));
		expect(await move("a", "up"), "across the position of a deleted post").toBe("ac");
		expect((await actions()).slice(3)).toEqual([
			...["embed.move", "embed.move", "embed.move", "embed.delete", "embed.move"],
		]);
		await expectRefusal(move("b", "up"), "embedGone");
	});

	it("are deleted once; deleting them again changes nothing", async () => {
		const { id } = await add("a");
		const post = await displayedPost(id);
		await removeEmbed(tools, ADMIN, post);
		await removeEmbed(tools, ADMIN, post);
		expect([await displayed(), await actions()]).toEqual(["", ["embed.add", "embed.delete"]]);
	});

	it("that another admin has changed since are not deleted", async () => {
		const { id } = await add("a");
		const post = await displayedPost(id);
		await edit(id, post.revision, "b");
		await expectRefusal(removeEmbed(tools, ADMIN, post), "editConflict");
		expect([await displayed(), await actions()]).toEqual(["b", ["embed.add", "embed.edit"]]);
	});

	it("are limited to the number that a page displays", async () => {
		for (let count = 0; count < MAX_EMBEDS; count++) await add(`x${count}`);
		await expectRefusal(add("more"), "embedsFull");
	});

	it("that cannot be saved are reported as failed, and nothing is stored", async () => {
		const { id } = await add("a");
		for (const event of ["insert", "update", "delete"] as const) {
			await breakWrites(test.db, { event, table: "instagram_embeds", message: "disk" });
		}
		const failed = { code: "changesUnsaved" };
		await expect(add("b")).rejects.toMatchObject(failed);
		await expect(edit(id, 1, "c")).rejects.toMatchObject(failed);
		await expect(removeEmbed(tools, ADMIN, await displayedPost(id))).rejects.toMatchObject(failed);
		expect([await displayed(), await actions()]).toEqual(["a", ["embed.add"]]);
		expect(log.error).toHaveBeenCalledTimes(3);
	});
});

describe("links", () => {
	const LINKS = {
		twitch: "https://www.twitch.tv/navalhas",
		instagram: "",
		discord: "https://discord.gg/x",
		telegram: "",
	};
	const revision = async () => (await readLinks(test.db)).revision;

	it("are saved together, and an empty one is not displayed", async () => {
		await saveLinks(tools, ADMIN, { links: LINKS, revision: await revision() });
		expect((await findSocialLinks(test.db)).map(({ platform }) => platform)).toEqual(["discord", "twitch"]);
		const links = { ...LINKS, discord: "", telegram: "https://t.me/navalhas" };
		await saveLinks(tools, ADMIN, { links, revision: await revision() });
		expect((await readLinks(test.db)).links).toEqual(links);
		const [, change] = await rowsOf(test.db, "admin_changes");
		expect([change?.action, change?.before, change?.after]).toEqual([
			"social.links",
			JSON.stringify({ discord: "https://discord.gg/x", telegram: "" }),
			JSON.stringify({ discord: "", telegram: "https://t.me/navalhas" }),
		]);
	});

	it("do not overwrite another admin's edit, and a repeated form succeeds", async () => {
		const before = await revision();
		await saveLinks(tools, ADMIN, { links: LINKS, revision: before });
		await saveLinks(tools, ADMIN, { links: LINKS, revision: before });
		const late = { links: { ...LINKS, twitch: "" }, revision: before };
		await expectRefusal(saveLinks(tools, ADMIN, late), "editConflict");
		expect((await readLinks(test.db)).links).toEqual(LINKS);
		expect(await actions()).toEqual(["social.links"]);
	});

	it("cannot be addresses of other kinds", () => {
		for (const telegram of ["javascript:alert(1)", "//t.me/x", "t.me/x", "https://a:b@t.me/", "https://"]) {
			const { error } = formParser(linksSchema)({ revision: "1", telegram }).reply();
			expect(error, telegram).toEqual({ telegram: ["linkInvalid"] });
		}
	});
});
