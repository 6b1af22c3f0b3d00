import { expect, it } from "vitest";
import { journey, signIn } from "../support/browser/journey";
import { workerBrowser } from "../support/browser/worker-browser";
import { permalink, putPosts } from "../support/data/post-rows";
import { openRows } from "../support/site/rows";
import { workerSite } from "../support/site/worker-site";

/** A stand-in for Instagram that requests a height. */
const POST = `<!doctype html><title>Post</title><p>A post</p><script>
	parent.postMessage(JSON.stringify({ type: "MEASURE", details: { height: 512 } }), "*");
</script>`;
const ADDRESS = "**/social/posts/first_one/edit.data**";

it("a post is framed in its height, its dialog returns the focus, and a save is sent once and shows that it failed", async () => {
	const site = workerSite();
	const rows = openRows(site);
	putPosts(rows, "first_one");
	await journey(
		await workerBrowser(),
		site,
		{ lang: "en" },
		async (page) => {
			const requests: string[] = [];
			await page.context().route("https://www.instagram.com/**", (route) => {
				requests.push(route.request().url());
				return route.fulfill({ contentType: "text/html", body: POST });
			});
			await signIn(page, site, "admin", "/social");
			expect(requests).toEqual([]);
			await page.getByRole("button", { name: "Show the posts" }).click();
			await page.frameLocator("iframe").getByText("A post").waitFor();
			await expect.poll(() => page.locator("iframe").getAttribute("height")).toBe("512");

			const edit = page.locator("#edit-first_one");
			await edit.click();
			await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
			await page.waitForURL(`${site.origin}/social`);
			await page.locator("#edit-first_one:focus").waitFor();

			await edit.click();
			const save = page.getByRole("dialog").locator("button[type=submit]");
			let sent = 0;
			let fail = () => {};
			const failure = new Promise<void>((resolve) => {
				fail = resolve;
			});
			await page.route(ADDRESS, async (route) => {
				if (route.request().method() !== "POST") return route.continue();
				sent += 1;
				await failure;
				await route.abort("connectionfailed");
			});
			await page.locator("#field-embedCode").fill(permalink("third_one"));
			await save.click();
			await page.getByRole("button", { name: "Saving…" }).waitFor();
			await save.click({ force: true });
			fail();
			await page.getByRole("alert").getByText("Failed to save changes. Please try again.").waitFor();
			expect(sent).toBe(1);
			await page.unroute(ADDRESS);
			await save.click();
			await page.waitForURL(`${site.origin}/social`);
			expect(rows.one("select embed_code from instagram_embeds").embed_code).toBe(permalink("third_one"));
		},
		[/ERR_CONNECTION_FAILED|connectionfailed/i],
	);
	putPosts(rows);
	rows.close();
});
