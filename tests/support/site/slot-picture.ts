import sharp from "sharp";
import { expect } from "vitest";
import { visit } from "../http/visitor";

/** An admin adds a slot with a picture. Expects that the site serves it in its own format. */
export async function expectPicture(site: { readonly origin: string }): Promise<void> {
	const form = await (await visit(site, { as: "admin" })).open("/slots/new");
	const background = "#c33a63";
	const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
		.png()
		.toBuffer();
	const upload = new File([new Uint8Array(picture)], "wolf.png", { type: "image/png" });
	const demoUrl = "https://demogamesfree.pragmaticplay.net/x";
	const slots = await form.submit("[role=dialog] form", { name: "Wolf Gold", demoUrl, upload });
	expect(slots.path).toBe("/slots");
	const [path = ""] = /\/slot-images\/[0-9a-f]{32}\.webp/.exec(slots.html) ?? [];
	expect((await fetch(site.origin + path)).headers.get("content-type")).toBe("image/webp");
}
