import { parseWithZod, unstable_coerceFormValue } from "@conform-to/zod";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findEmbeds, MAX_EMBEDS } from "~/social/embeds.queries.server";
import { moveEmbed, removeEmbed, saveEmbed } from "~/social/embeds.server";
import { findSocialLinks } from "~/social/links.queries.server";
import { readLinks, saveLinks } from "~/social/links.server";
import { linksSchema } from "~/social/social.schema";
import { addUser, fakeClock, openTestDatabase, type TestDatabase } from "../../support/database";

const ADMIN = "user-boss";
const clock = fakeClock();
const log = { error: vi.fn() };
let test: TestDatabase;
let tools: Parameters<typeof saveEmbed>[0];

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	await addUser(test.db, "boss");
	tools = { db: test.db, now: clock.now, log };
	log.error.mockClear();
});
afterEach(() => test.close());

const permalink = (code: string | number) => `https://www.instagram.com/p/post_${code}/`;
const add = (code: string | number, idempotencyKey: string = crypto.randomUUID()) =>
	saveEmbed(tools, ADMIN, { idempotencyKey, permalink: permalink(code) });
const edit = (id: string, revision: number, code: string) =>
	saveEmbed(tools, ADMIN, {
		idempotencyKey: crypto.randomUUID(),
		permalink: permalink(code),
		edited: { id, revision },
	});
const shown = async () =>
	(await findEmbeds(test.db)).map(({ embed_code }) => /post_(\w+)/.exec(embed_code)?.[1]).join("");
const actions = async () =>
	(await test.db.selectFrom("admin_changes").select("action").orderBy("id").execute()).map(
		({ action }) => action,
	);

/** A post as a page shows it. */
async function asShown(id = "") {
	const revision = (await findEmbeds(test.db)).find((one) => one.id === id)?.revision ?? 0;
	return { id, revision };
}

describe("posts", () => {
	it("stand in the order in which they were added, each once, however often its form comes", async () => {
		const idempotencyKey = crypto.randomUUID();
		await Promise.all([add("a", idempotencyKey), add("a", idempotencyKey)]);
		await add("b");
		await expect(add("a")).rejects.toMatchObject({ code: "embedKnown" });
		expect(await shown()).toBe("ab");
		expect(await actions()).toEqual(["embed.add", "embed.add"]);
	});

	it("are edited in their place, and do not overwrite what another admin has saved", async () => {
		const { id } = await add("a");
		await add("b");
		const [before] = await findEmbeds(test.db);
		await edit(id, before?.revision ?? 0, "c");
		expect(await shown()).toBe("cb");
		await expect(edit(id, before?.revision ?? 0, "d")).rejects.toMatchObject({
			code: "editConflict",
		});
		await expect(edit("gone", 1, "d")).rejects.toMatchObject({ code: "embedGone" });
		const [now] = await findEmbeds(test.db);
		await expect(edit(id, now?.revision ?? 0, "b")).rejects.toMatchObject({ code: "embedKnown" });
		await edit(id, now?.revision ?? 0, "c");
		expect(await actions()).toEqual(["embed.add", "embed.add", "embed.edit"]);
	});

	it("move by one place from where they were shown, and no further at the ends", async () => {
		const ids = new Map<string, string>();
		for (const code of "abc") ids.set(code, (await add(code)).id);
		const move = async (code: string, to: "up" | "down", position?: number) => {
			const id = ids.get(code) ?? "";
			const at = (await findEmbeds(test.db)).find((one) => one.id === id)?.position ?? 0;
			await moveEmbed(tools, ADMIN, { id, position: position ?? at, to });
			return shown();
		};
		expect(await move("c", "up")).toBe("acb");
		expect(await move("c", "up", 3), "the same form again").toBe("acb");
		expect(await move("c", "up")).toBe("cab");
		expect(await move("c", "up")).toBe("cab");
		expect(await move("a", "down")).toBe("cba");
		expect(await move("a", "down")).toBe("cba");
		await removeEmbed(tools, ADMIN, await asShown(ids.get("b")));
		expect(await move("a", "up"), "over the gap that one has left").toBe("ac");
		expect((await actions()).slice(3)).toEqual([
			...["embed.move", "embed.move", "embed.move", "embed.delete", "embed.move"],
		]);
		await expect(move("b", "up")).rejects.toMatchObject({ code: "embedGone" });
	});

	it("are deleted once; deleting them again changes nothing", async () => {
		const { id } = await add("a");
		const post = await asShown(id);
		await removeEmbed(tools, ADMIN, post);
		await removeEmbed(tools, ADMIN, post);
		expect([await shown(), await actions()]).toEqual(["", ["embed.add", "embed.delete"]]);
	});

	it("that another admin has changed are not deleted", async () => {
		const { id } = await add("a");
		const post = await asShown(id);
		await edit(id, post.revision, "b");
		await expect(removeEmbed(tools, ADMIN, post)).rejects.toMatchObject({ code: "editConflict" });
		expect([await shown(), await actions()]).toEqual(["b", ["embed.add", "embed.edit"]]);
	});

	it("are at most as many as a page shows", async () => {
		for (let count = 0; count < MAX_EMBEDS; count++) await add(`x${count}`);
		await expect(add("more")).rejects.toMatchObject({ code: "embedsFull" });
	});

	it("that cannot be saved are said to have failed, and nothing of them is kept", async () => {
		const { id } = await add("a");
		for (const event of ["insert", "update", "delete"]) {
			await sql
				.raw(
					`create trigger no_${event} before ${event} on instagram_embeds begin select raise(abort, 'disk'); end`,
				)
				.execute(test.db);
		}
		const failed = { code: "changesUnsaved" };
		await expect(add("b")).rejects.toMatchObject(failed);
		await expect(edit(id, 1, "c")).rejects.toMatchObject(failed);
		await expect(removeEmbed(tools, ADMIN, await asShown(id))).rejects.toMatchObject(failed);
		expect([await shown(), await actions()]).toEqual(["a", ["embed.add"]]);
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

	it("are saved together; an empty one is not shown", async () => {
		await saveLinks(tools, ADMIN, { links: LINKS, revision: await revision() });
		expect((await findSocialLinks(test.db)).map(({ platform }) => platform)).toEqual(["discord", "twitch"]);
		const links = { ...LINKS, discord: "", telegram: "https://t.me/navalhas" };
		await saveLinks(tools, ADMIN, { links, revision: await revision() });
		expect((await readLinks(test.db)).links).toEqual(links);
		const [, change] = await test.db.selectFrom("admin_changes").selectAll().orderBy("id").execute();
		expect([change?.action, change?.before, change?.after]).toEqual([
			"social.links",
			JSON.stringify({ discord: "https://discord.gg/x", telegram: "" }),
			JSON.stringify({ discord: "", telegram: "https://t.me/navalhas" }),
		]);
	});

	it("do not overwrite what another admin has saved; the same form again succeeds", async () => {
		const before = await revision();
		await saveLinks(tools, ADMIN, { links: LINKS, revision: before });
		await saveLinks(tools, ADMIN, { links: LINKS, revision: before });
		const late = { links: { ...LINKS, twitch: "" }, revision: before };
		await expect(saveLinks(tools, ADMIN, late)).rejects.toMatchObject({ code: "editConflict" });
		expect((await readLinks(test.db)).links).toEqual(LINKS);
		expect(await actions()).toEqual(["social.links"]);
	});

	it.each([
		"javascript:alert(1)",
		"data:text/html,x",
		"vbscript:x",
		"//t.me/x",
		"t.me/x",
		"https://a:b@t.me/",
		"https://",
	])("lead nowhere by %s", (telegram) => {
		const form = new FormData();
		form.append("revision", "1");
		form.append("telegram", telegram);
		const schema = unstable_coerceFormValue(linksSchema);
		const { error } = parseWithZod(form, { schema, disableAutoCoercion: true }).reply();
		expect(error).toEqual({ telegram: ["linkInvalid"] });
	});
});
