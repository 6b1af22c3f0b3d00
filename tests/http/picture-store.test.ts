/** The pictures of a site in an S3-compatible store. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { visit } from "../support/http/visitor";
import { startObjectStore } from "../support/object-store";
import { startSite } from "../support/site/site";
import { temporaryFolder } from "../support/temporary-folder";

const FORM = "[role=dialog] form";

it("an upload is refused with what was typed while the store is away; the page is shown, and the picture served, without it", async () => {
	const store = await startObjectStore();
	onTestFinished(store.close);
	const images = temporaryFolder();
	const site = await startSite({ env: { IMAGE_FOLDER: images, ...store.pictureSettings } });
	onTestFinished(site.close);
	const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#c33a63" } })
		.png()
		.toBuffer();
	const upload = new File([new Uint8Array(picture)], "photo.png", { type: "image/png" });
	const admin = await visit(site, { as: "admin" });
	const form = await (await admin.open("/store")).follow("#add-record");
	store.refuseIf((request) => (request.startsWith("PUT") ? [503, "SlowDown"] : undefined));
	const refused = await form.submit(FORM, { name: "Signed cap", price: 900, stock: 3, upload });
	expect(refused.status).toBe(503);
	expect(refused.errors().upload).toContain("the place where this site keeps its pictures isn't answering");
	expect(refused.fields(FORM)).toMatchObject({ name: "Signed cap", price: "900", stock: "3" });
	store.refuseIf();
	const added = await refused.submit(FORM, { upload });
	expect(added.text()).toContain("The item is now in the store.");
	const [key = ""] = store.objects.keys();
	const name = key.replace("pictures/", "");
	expect(added.$(`img[src="/slot-images/${name}"]`)).toHaveLength(1);

	const get = () => fetch(`${site.origin}/slot-images/${name}`);
	const first = await get();
	const bytes = await first.arrayBuffer();
	expect(Buffer.from(bytes)).toEqual(store.objects.get(key));
	rmSync(join(images, name));
	const fetched = await get();
	expect(Buffer.from(await fetched.arrayBuffer())).toEqual(Buffer.from(bytes));
	const kept = ["content-type", "cache-control", "content-security-policy", "content-disposition"];
	expect(kept.map((header) => fetched.headers.get(header))).toEqual(
		kept.map((header) => first.headers.get(header)),
	);
	writeFileSync(join(images, "by-hand.png"), picture);
	const replaceable = await fetch(`${site.origin}/slot-images/by-hand.png`);
	expect([replaceable.status, replaceable.headers.get("cache-control")]).toEqual([
		200,
		"public, max-age=300",
	]);
	store.refuseIf(() => [500, "InternalError"]);
	expect((await get()).status, "a copy is on this machine").toBe(200);
	rmSync(join(images, name));
	const away = await get();
	expect([away.status, away.headers.get("cache-control")]).toEqual([503, "no-store"]);
	expect((await admin.open("/store")).status).toBe(200);
	await expect.poll(() => site.logs()).toContain('"event":"picture-store-away"');
});
