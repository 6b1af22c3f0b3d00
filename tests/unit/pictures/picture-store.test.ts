import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { openStoreAt } from "~/http/object-store.server";
import { reportFaults } from "~/lib/guarded";
import { readImage, storeImage } from "~/pictures/image-folder.server";
import { fetchAll, type PictureConfig, PicturesAway, putAll } from "~/pictures/picture-store.server";
import { eventually } from "../../support/eventually";
import { expectRefusal } from "../../support/expectations";
import { type ObjectStore, STORE_KEYS, startObjectStore } from "../../support/object-store";
import { temporaryFolder } from "../../support/temporary-folder";

let store: ObjectStore;
/** Two machines with the same store. */
let [one, two]: [PictureConfig, PictureConfig] = [{ IMAGE_FOLDER: "" }, { IMAGE_FOLDER: "" }];
const faults: unknown[] = [];

beforeEach(async () => {
	store = await startObjectStore();
	onTestFinished(store.close);
	const machine = () => ({ IMAGE_FOLDER: join(temporaryFolder(), "images"), ...store.pictureSettings });
	[one, two] = [machine(), machine()];
	faults.length = 0;
	reportFaults((fault) => faults.push(fault));
	onTestFinished(() => reportFaults((error) => console.error(error)));
});

const drawing = (red: number) =>
	sharp({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: 0, b: 0 } } })
		.png()
		.toBuffer();
const filesOf = ({ IMAGE_FOLDER }: PictureConfig) => readdirSync(IMAGE_FOLDER).sort();
const put = (config: PictureConfig, name: string, text: string) => {
	mkdirSync(config.IMAGE_FOLDER, { recursive: true });
	writeFileSync(join(config.IMAGE_FOLDER, name), text);
};

it("a picture that one machine stores is served by another, which fetches it once", async () => {
	const name = await storeImage(one, await drawing(10));
	expect([...store.objects.keys()]).toEqual([`pictures/${name}`]);
	const image = await readImage(two, name);
	expect(image?.type).toBe("image/webp");
	expect(image).toEqual(await readImage(one, name));
	expect(await readImage(two, name)).toEqual(image);
	expect(store.requests).toEqual([`PUT pictures/${name}`, `GET pictures/${name}`]);
	expect(filesOf(two), "no partial file is left").toEqual([name]);
});

it("a store that does not take a picture refuses the form, and nothing is stored", async () => {
	store.refuseIf(() => [500, "InternalError"]);
	await expectRefusal(storeImage(one, await drawing(20)), "picturesAway");
	expect(faults).toMatchObject([{ status: 500, code: "InternalError" }]);
	store.refuseIf();
	const name = await storeImage(one, await drawing(20));
	expect(filesOf(one)).toEqual([name]);
});

it("pictures that a machine has are served while the store is away, and others are not said to be missing", async () => {
	const name = await storeImage(one, await drawing(30));
	await store.close();
	expect(await readImage(one, name)).toBeDefined();
	await expect(readImage(two, name)).rejects.toThrow(PicturesAway);
	expect(filesOf(two)).toEqual([]);
});

it("a name that the store does not have is asked for once a minute", async () => {
	const name = `${"0".repeat(31)}1.webp`;
	expect([await readImage(one, name), await readImage(one, name)]).toEqual([undefined, undefined]);
	expect(store.requests).toEqual([`GET pictures/${name}`]);
	expect(await readImage(one, "../secret.txt")).toBeUndefined();
	expect(store.requests).toHaveLength(1);
});

it("an object with another content than its name says, or that is too large, is neither served nor kept", async () => {
	const name = `${"0".repeat(31)}2.webp`;
	store.objects.set(`pictures/${name}`, Buffer.from("not the picture"));
	await expect(readImage(one, name)).rejects.toThrow(PicturesAway);
	store.objects.set("pictures/large.png", Buffer.alloc(20 * 1024 * 1024 + 1));
	await expect(readImage(one, "large.png")).rejects.toThrow(PicturesAway);
	expect(filesOf(one)).toEqual([]);
});

it("concurrent requests for a picture wait for one fetch", async () => {
	const name = await storeImage(one, await drawing(50));
	const images = await Promise.all([1, 2, 3].map(() => readImage(two, name)));
	expect(images.map((image) => image?.type)).toEqual(Array(3).fill("image/webp"));
	expect(store.requests).toEqual([`PUT pictures/${name}`, `GET pictures/${name}`]);
});

it("a store that has stopped answering is asked for one picture at a time, so that others need not wait, until it answers", async () => {
	const [first, second] = [
		await storeImage(one, await drawing(60)),
		await storeImage(one, await drawing(70)),
	];
	const asked = () => store.requests.filter((request) => request.startsWith("GET"));
	const breakAll = store.hold();
	const broken = expect(readImage(two, first)).rejects.toThrow(PicturesAway);
	await eventually(() => expect(asked()).toHaveLength(1));
	breakAll("broken");
	await broken;
	const answer = store.hold();
	const waiting = readImage(two, first);
	await eventually(() => expect(asked()).toHaveLength(2));
	await expect(readImage(two, second)).rejects.toThrow(PicturesAway);
	answer("answered");
	expect(await waiting).toEqual(await readImage(one, first));
	expect(await readImage(two, second)).toEqual(await readImage(one, second));
	expect(asked()).toEqual([first, first, second].map((name) => `GET pictures/${name}`));
});

it("a store that does not answer gets less time than the largest picture may take", async () => {
	const { PICTURE_S3_ENDPOINT: endpoint, PICTURE_S3_BUCKET: bucket } = store.pictureSettings;
	const reach = { now: () => new Date(), trusted: new Set([endpoint]), timeoutMs: 200 };
	const answer = store.hold();
	const asking = openStoreAt({ endpoint, bucket, ...STORE_KEYS }, reach);
	const file = join(temporaryFolder(), "file");
	await expect(asking.get("any.webp", file, 20 * 1024 * 1024)).rejects.toThrow("aborted");
	answer("answered");
});

it("all pictures of a folder are copied to the store, and from there to another folder, each once", async () => {
	const uploaded = await storeImage({ IMAGE_FOLDER: one.IMAGE_FOLDER }, await drawing(40));
	put(one, "logo.png", "typed by hand");
	put(one, ".half", "");
	put(one, "notes.txt", "");
	expect(await putAll(one)).toEqual({ copied: 2, all: 2 });
	expect(await putAll(one)).toEqual({ copied: 0, all: 2 });
	expect(await fetchAll(two)).toEqual({ copied: 2, all: 2 });
	expect(await fetchAll(two)).toEqual({ copied: 0, all: 2 });
	expect(filesOf(two)).toEqual([uploaded, "logo.png"].sort());
	put(one, "logo.png", "another one");
	expect(await putAll(one)).toEqual({ copied: 1, all: 2 });
});
