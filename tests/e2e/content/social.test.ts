import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, newPage, type PageOptions } from "../../support/browser/browser";
import { journey, signIn } from "../../support/browser/journey";
import { scriptsRun } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { openShelf, type Shelf } from "../../support/data/store-content";
import { type Site, startSite } from "../../support/site/site";
import { breaking } from "../../support/unguarded";

const VARIANTS: PageOptions[] = [
	{ lang: "pt", scripts: true, width: 360 },
	{ lang: "pt", scripts: false, width: 1280 },
	{ lang: "en", scripts: true, width: 1280 },
	{ lang: "en", scripts: false, width: 360 },
];
const ADMIN_VARIANTS = [VARIANTS[2], VARIANTS[1]].filter((variant) => variant !== undefined);
const REFUSED = [/status of 40[09]/];
/** A stand-in for Instagram that requests a height. */
const POST = `<!doctype html><title>Post</title><p>A post</p><script>
	parent.postMessage(JSON.stringify({ type: "MEASURE", details: { height: 512 } }), "*");
</script>`;

let site: Site;
let browser: Browser;
let shelf: Shelf;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite({ env: { RATE_LIMIT_SCALE: "50" } }), workerBrowser()]);
	shelf = openShelf(site);
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

const localized = (variant: PageOptions, pt: string, en: string) => (variant.lang === "pt" ? pt : en);
const form = (page: Page) => page.getByRole("dialog").locator("form");
const save = (page: Page) => form(page).locator("button[type=submit]");
const permalink = (code: string) => `https://www.instagram.com/p/${code}/`;
const withInstagram = (page: Page) =>
	page
		.context()
		.route("https://www.instagram.com/**", (route) =>
			route.fulfill({ contentType: "text/html", body: POST }),
		);
/** The codes of the posts in display order. */
const posts = () =>
	shelf
		.all("select embed_code from instagram_embeds order by position")
		.map(({ embed_code }) => String(embed_code).split("/")[4]);

function putPosts(...codes: string[]) {
	shelf.run("delete from instagram_embeds");
	for (const [index, code] of codes.entries()) {
		shelf.run(
			`insert into instagram_embeds (id, embed_code, position, updated_at) values ('${code}', '${permalink(code)}', ${index + 1}, '2026-01-01T00:00:00.000Z')`,
		);
	}
}

describe.each(VARIANTS)("a visitor of the social page: $lang, scripts $scripts, $width px", (variant) => {
	it("finds the channel's links, and sees posts after a consent that lasts for the visit", () =>
		journey(browser, site, variant, async (page) => {
			putPosts("first_one", "second_one");
			shelf.run(
				"insert or replace into social_links (platform, url) values ('twitch', 'https://www.twitch.tv/navalhas'), ('telegram', 'https://t.me/navalhas')",
			);
			await withInstagram(page);
			await page.goto(`${site.origin}/social`);
			await scriptsRun(page);
			const link = page.getByRole("link", { name: "Twitch" });
			expect(await link.getAttribute("href")).toBe("https://www.twitch.tv/navalhas");
			expect(await link.getAttribute("rel")).toContain("noopener");
			const requests: string[] = [];
			page.on("request", (request) => {
				if (request.url().includes("instagram.com")) requests.push(request.url());
			});
			expect(await page.locator("iframe").count()).toBe(0);
			await page
				.getByText(localized(variant, "o teu navegador carrega-as", "your browser loads them"))
				.waitFor();
			expect(await axe(page)).toEqual([]);
			expect(requests).toEqual([]);

			await page
				.getByRole("button", { name: localized(variant, "Mostrar as publicações", "Show the posts") })
				.click();
			const frame = page.locator("iframe").first();
			await frame.waitFor();
			expect(await frame.getAttribute("src")).toBe(`${permalink("first_one")}embed/`);
			expect(await frame.getAttribute("sandbox")).not.toContain("top-navigation");
			await page.frameLocator("iframe").first().getByText("A post").waitFor();
			if (variant.scripts) await expect.poll(() => frame.getAttribute("height")).toBe("512");
			expect(await axe(page)).toEqual([]);
			const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "social-posts");
			expect(cookie).toMatchObject({ value: "shown", expires: -1, httpOnly: true });

			await page.goto(`${site.origin}/`);
			await page.goto(`${site.origin}/social`);
			await page.locator("iframe").first().waitFor();
			await scriptsRun(page);
			await page.locator("button[value=hide]").click();
			await page.locator("button[value=show]").waitFor();
			expect(await page.locator("iframe").count()).toBe(0);
		}));
});

describe.each(ADMIN_VARIANTS)("an admin of the social page: $lang, scripts $scripts", (variant) => {
	it("edits the links; invalid and script URLs are rejected", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				await signIn(page, site, "admin", "/social");
				await scriptsRun(page);
				await page.locator("#edit-links").click();
				await page.waitForURL("**/social/links");
				await scriptsRun(page);
				expect(await axe(page)).toEqual([]);
				await page.locator("#field-discord").fill("javascript:alert(1)");
				await save(page).click();
				const wrong = localized(variant, "Um endereço completo", "A full URL");
				await expect.poll(() => page.locator("#field-discord-error").innerText()).toContain(wrong);
				expect(await page.locator("#field-discord").inputValue()).toBe("javascript:alert(1)");
				await page.locator("#field-discord").fill("https://discord.gg/navalhas");
				await page.locator("#field-telegram").fill("");
				await save(page).click();
				await page.waitForURL(`${site.origin}/social`);
				await page.getByText(localized(variant, "Ligações guardadas.", "Links saved.")).waitFor();
				const stored = shelf.all("select platform, url from social_links where url <> '' order by platform");
				expect(stored.map(({ platform }) => platform)).not.toContain("telegram");
				expect(stored).toContainEqual({ platform: "discord", url: "https://discord.gg/navalhas" });
				await page.goto(site.origin);
				const icon = page.getByRole("main").getByRole("link", { name: "Discord" });
				expect(await icon.getAttribute("href")).toBe("https://discord.gg/navalhas");
			},
			REFUSED,
		));

	it("adds, edits, moves and deletes posts", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				putPosts("first_one");
				await withInstagram(page);
				await signIn(page, site, "admin", "/social");
				await scriptsRun(page);
				await page.locator("#add-post").click();
				await page.waitForURL("**/social/posts/new");
				await scriptsRun(page);
				const code = page.locator("#embed-code");
				if (variant.lang === "en") {
					expect(await code.getAttribute("placeholder")).toBe("Paste Instagram embed code here...");
				}
				expect(await axe(page)).toEqual([]);
				const hostile = `<script>alert(1)</script><img src=x onerror="alert('${permalink("x_x_x_x")}')">`;
				await code.fill(hostile);
				await save(page).click();
				const wrong = localized(variant, "Isto não é o endereço", "This is neither the URL");
				await expect.poll(() => page.locator("#embed-error").innerText()).toContain(wrong);
				expect(await code.inputValue()).toBe(hostile);
				await code.fill(
					`<blockquote data-instgrm-permalink="${permalink("second_one")}?utm_source=ig_embed&amp;x=1"><script>alert(1)</script></blockquote>`,
				);
				await save(page).click();
				await page.waitForURL(`${site.origin}/social`);
				await page
					.getByText(localized(variant, "A publicação está na página.", "The post is on the page."))
					.waitFor();
				expect(posts()).toEqual(["first_one", "second_one"]);

				await page.locator("[data-post=first_one] button[value=down]").click();
				await expect
					.poll(() => page.locator("article").first().getAttribute("data-post"))
					.not.toBe("first_one");
				expect(posts()).toEqual(["second_one", "first_one"]);

				await page.locator("#edit-first_one").click();
				await page.waitForURL("**/social/posts/first_one");
				await scriptsRun(page);
				expect(await code.inputValue()).toBe(permalink("first_one"));
				await form(page)
					.getByRole("link", { name: localized(variant, "Cancelar", "Cancel") })
					.click();
				await page.waitForURL(`${site.origin}/social`);
				if (variant.scripts) {
					await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("edit-first_one");
				}
				await page.locator("#edit-first_one").click();
				await page.waitForURL("**/social/posts/first_one");
				await form(page)
					.getByRole("link", { name: localized(variant, "Eliminar", "Delete") })
					.click();
				await page.waitForURL("**/social/posts/first_one?delete");
				await page.getByText(localized(variant, "Tens a certeza", "Are you sure")).waitFor();
				await scriptsRun(page);
				expect(await axe(page)).toEqual([]);
				await save(page).click();
				await page.waitForURL(`${site.origin}/social`);
				await page.getByText(localized(variant, "Publicação eliminada.", "Post deleted.")).waitFor();
				expect(posts()).toEqual(["second_one"]);
			},
			REFUSED,
		));

	it("sees that saving failed, and the typed value is kept", () =>
		journey(
			browser,
			site,
			variant,
			async (page) => {
				putPosts("first_one");
				await signIn(page, site, "admin", "/social/posts/first_one");
				await scriptsRun(page);
				const full = breaking({ event: "update", table: "instagram_embeds", message: "disk full" });
				shelf.run(full.begin);
				try {
					await page.locator("#embed-code").fill(permalink("third_one"));
					await save(page).click();
					const failed = localized(
						variant,
						"Não foi possível guardar as alterações. Tenta de novo.",
						"Failed to save changes. Please try again.",
					);
					await expect.poll(() => page.getByRole("alert").innerText()).toBe(failed);
					expect(await page.locator("#embed-code").inputValue()).toBe(permalink("third_one"));
				} finally {
					shelf.run(full.end);
				}
				await save(page).click();
				await page.waitForURL(`${site.origin}/social`);
				expect(posts()).toEqual(["third_one"]);
			},
			REFUSED,
		));
});

it("blocks a second submit while a save is running, and shows a failed save when the site is unreachable", () =>
	journey(
		browser,
		site,
		{ lang: "en" },
		async (page) => {
			putPosts("first_one");
			await signIn(page, site, "admin", "/social/posts/first_one");
			await scriptsRun(page);
			let sent = 0;
			let answer = () => {};
			const requests = new Promise<void>((resolve) => {
				answer = resolve;
			});
			await page.route("**/social/posts/first_one.data**", async (route) => {
				if (route.request().method() !== "POST") return route.continue();
				sent += 1;
				await requests;
				await route.abort("connectionfailed");
			});
			await page.locator("#embed-code").fill(permalink("third_one"));
			await save(page).click();
			await page.getByRole("button", { name: "Saving…" }).waitFor();
			await save(page).click({ force: true });
			answer();
			await expect
				.poll(() => page.getByRole("alert").innerText())
				.toBe("Failed to save changes. Please try again.");
			expect(sent).toBe(1);
			await page.unroute("**/social/posts/first_one.data**");
			await save(page).click();
			await page.waitForURL(`${site.origin}/social`);
			expect(posts()).toEqual(["third_one"]);
		},
		[/ERR_CONNECTION_FAILED|connectionfailed/i],
	));

it("shows empty states for links and posts", async () => {
	putPosts();
	shelf.run("delete from social_links");
	const page = await newPage(browser, site.origin, { lang: "en", width: 360 });
	await page.goto(`${site.origin}/social`);
	await page.getByText("No links yet.").waitFor();
	await page.getByText("No posts yet.").waitFor();
	expect(await axe(page)).toEqual([]);
	await page.context().close();
});
