import { afterAll, beforeAll, expect, it } from "vitest";
import { permalink, putPosts } from "../support/data/post-rows";
import { UNSHARED, type Visitor, visit } from "../support/http/visitor";
import { openRows, type Rows } from "../support/site/rows";
import { workerSite } from "../support/site/worker-site";
import { breaking } from "../support/unguarded";

/** The form of a dialog. */
const FORM = "[role=dialog] form";

const site = workerSite();
let rows: Rows;
let admin: Visitor;

beforeAll(async () => {
	rows = openRows(site);
	admin = await visit(site, { as: "admin" });
});
afterAll(() => {
	rows?.script("delete from instagram_embeds; delete from social_links");
	rows?.close();
});

/** The codes of the posts in display order. */
const posts = () =>
	rows
		.all("select embed_code from instagram_embeds order by position")
		.map(({ embed_code }) => String(embed_code).split("/")[4]);

it("finds the channel's links, and sees posts after a consent that lasts for the visit", async () => {
	const visitor = await visit(site);
	putPosts(rows);
	rows.script("delete from social_links");
	const empty = await visitor.open("/social", UNSHARED);
	for (const text of ["No links yet.", "No posts yet."]) expect(empty.text()).toContain(text);

	putPosts(rows, "first_one", "second_one");
	rows.script(`insert into social_links (platform, url) values
		('twitch', 'https://www.twitch.tv/navalhas'), ('telegram', 'https://t.me/navalhas')`);
	const page = await visitor.open("/social", UNSHARED);
	const link = page.$('main a[href="https://www.twitch.tv/navalhas"]');
	expect([link.text(), link.attr("rel")]).toEqual(["Twitch", expect.stringContaining("noopener")]);
	expect(page.$("iframe")).toHaveLength(0);
	expect(page.text()).toContain("your browser loads them");
	const portuguese = await visit(site, { lang: "pt" });
	expect((await portuguese.open("/social", UNSHARED)).text()).toContain("o teu navegador carrega-as");

	const { attribs } = (await page.submit("button[value=show]")).$("iframe").get(0) ?? {};
	expect(attribs?.src).toBe(`${permalink("first_one")}embed/`);
	expect(attribs?.sandbox).not.toContain("top-navigation");
	await visitor.open("/");
	const again = await visitor.open("/social");
	expect(again.$("iframe")).toHaveLength(2);
	expect((await again.submit("button[value=hide]")).$("iframe")).toHaveLength(0);

	const answer = await fetch(`${site.origin}/social`, {
		...{ method: "POST", redirect: "manual", body: new URLSearchParams({ intent: "show" }) },
		headers: { cookie: visitor.cookie(), "sec-fetch-site": "same-origin" },
	});
	expect(answer.headers.getSetCookie()).toContain("social-posts=shown; Path=/; HttpOnly; SameSite=Lax");
});

it("edits the links; invalid and script URLs are rejected", async () => {
	rows.script(
		"delete from social_links; insert into social_links (platform, url) values ('telegram', 'https://t.me/navalhas')",
	);
	const page = await (await admin.open("/social")).follow("#edit-links");
	const refused = await page.submit(FORM, { discord: "javascript:alert(1)" });
	expect(refused.status).toBe(400);
	expect(refused.errors()).toEqual({ discord: expect.stringContaining("A full URL") });
	expect(refused.fields(FORM)).toMatchObject({
		discord: "javascript:alert(1)",
		telegram: "https://t.me/navalhas",
	});
	const saved = await refused.submit(FORM, { discord: "https://discord.gg/navalhas", telegram: "" });
	expect([saved.path, saved.text()]).toEqual(["/social", expect.stringContaining("Links saved.")]);
	expect(rows.all("select platform, url from social_links where url <> ''")).toEqual([
		{ platform: "discord", url: "https://discord.gg/navalhas" },
	]);
	const home = await admin.open("/");
	expect(home.$('main a[href="https://discord.gg/navalhas"]')).toHaveLength(1);
});

it("adds, edits, moves and deletes posts", async () => {
	putPosts(rows, "first_one");
	const page = await (await admin.open("/social")).follow("#add-record");
	expect(page.$("#field-embedCode").attr("placeholder")).toBe("Paste Instagram embed code here...");
	const hostile = `<script>alert(1)</script><img src=x onerror="alert('${permalink("x_x_x_x")}')">`;
	const refused = await page.submit(FORM, { embedCode: hostile });
	expect(refused.errors()).toEqual({ embedCode: expect.stringContaining("This is neither the URL") });
	expect(refused.fields(FORM).embedCode).toBe(hostile);
	const saved = await refused.submit(FORM, {
		embedCode: `<blockquote data-instgrm-permalink="${permalink("second_one")}?utm_source=ig_embed&amp;x=1"><script>alert(1)</script></blockquote>`,
	});
	expect([saved.path, saved.text()]).toEqual([
		"/social",
		expect.stringContaining("The post is on the page."),
	]);
	expect(posts()).toEqual(["first_one", "second_one"]);

	const moved = await saved.submit("[data-post=first_one] form", {}, { button: "[value=down]" });
	expect(moved.$("article").last().attr("data-post")).toBe("first_one");
	expect(posts()).toEqual(["second_one", "first_one"]);

	const edit = await moved.follow("#edit-first_one");
	expect(edit.fields(FORM).embedCode).toBe(permalink("first_one"));
	expect((await edit.follow("Cancel")).path).toBe("/social");
	const asked = await edit.follow("Delete");
	expect(asked.path).toBe("/social/posts/first_one/delete");
	expect(asked.text("[role=dialog]")).toContain("Are you sure");
	const deleted = await asked.submit(FORM);
	expect([deleted.path, deleted.text()]).toEqual(["/social", expect.stringContaining("Post deleted.")]);
	expect(posts()).toEqual(["second_one"]);
});

it("sees that saving failed, and the typed value is kept", async () => {
	putPosts(rows, "first_one");
	const page = await admin.open("/social/posts/first_one/edit");
	const full = breaking({ event: "update", table: "instagram_embeds", message: "disk full" });
	rows.script(full.begin);
	const failed = await page
		.submit(FORM, { embedCode: permalink("third_one") })
		.finally(() => rows.script(full.end));
	expect(failed.text("[role=alert]")).toBe("Failed to save changes. Please try again.");
	expect(failed.fields(FORM).embedCode).toBe(permalink("third_one"));
	expect((await failed.submit(FORM)).path).toBe("/social");
	expect(posts()).toEqual(["third_one"]);
});
