import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createHuntPictures } from "~/bonus-hunt/outside/pictures.server";
import { endless, png, respondWith, startHuntSource } from "../../support/hunt-source";

let source: Awaited<ReturnType<typeof startHuntSource>>;
let folder: string;
const log = { info: vi.fn() };

beforeAll(async () => {
	source = await startHuntSource();
	folder = await mkdtemp(join(tmpdir(), "plateia-pictures-"));
	await writeFile(join(folder, "own.png"), await png(1600, 1200));
});
afterAll(async () => {
	await source.close();
	await rm(folder, { recursive: true });
});
beforeEach(() => {
	source.reset();
	log.info.mockClear();
});

const open = (options = {}, settings = {}) =>
	createHuntPictures({ ...source.settings, IMAGE_FOLDER: folder, ...settings }, log, options);
const every = async () => true;
const none = async () => false;
const here = { mayReach: (ip: string) => ip === "127.0.0.1" };

describe("a plain name", () => {
	it("leads to the address in the settings; the picture is scaled down and re-encoded", async () => {
		source.play("/images/wide.png", respondWith(200, await png(2000, 1000), { "content-type": "text/html" }));
		const picture = await open().read("wide.png", every);
		if (typeof picture === "string") throw new Error(picture);
		expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 560, height: 280 });
	});

	it.each(["Sweet Bonanza", "sweet-bonanza.png", "açúcar (2).jpg", "a&b=c#d%.png"])(
		"may be %s, and is one part of the address",
		async (name) => {
			await open().read(name, every);
			expect(source.asked).toEqual([`/images/${encodeURIComponent(name)}`]);
		},
	);

	it.each([
		...["", ".", "..", "../x.png", "a/b.png", "a\\b.png", ".hidden", " x", "x ", "a\u0000b", "a\nb", "‮gnp"],
		...["//evil.example/x.png", "file:///etc/passwd", "javascript:alert(1)//", "x".repeat(151)],
		...["http://", "https://me:word@evil.example/x.png", `https://evil.example/${"x".repeat(2000)}`],
	])("is not %j: nothing is asked", async (name) => {
		expect(await open(here).read(name, every)).toBe("invalid");
		expect(source.asked).toEqual([]);
	});

	it("is not loaded unless a slot of the hunt has it", async () => {
		expect(await open().read("gates.png", none)).toBe("missing");
		expect(source.asked).toEqual([]);
	});

	it("of a local hunt that is no file is not cached", async () => {
		const pictures = open({}, { BONUS_HUNT_STATS_URL: undefined });
		const kept = await pictures.read("own.png", none);
		for (let count = 0; count < 2001; count += 1) await pictures.read(`none-${count}.png`, none);
		expect(await pictures.read("own.png", none)).toBe(kept);
	});

	it("of a hunt of this site is a file of the image folder", async () => {
		const own = { BONUS_HUNT_STATS_URL: undefined };
		const picture = await open({}, own).read("own.png", none);
		expect(typeof picture !== "string" && (await sharp(picture).metadata()).width).toBe(560);
		expect(await open({}, own).read("none.png", none)).toBe("missing");
		expect(await open({}, own).read("data:image.png", none), "no file's name").toBe("missing");
		expect(source.asked).toEqual([]);
	});
});

describe("an address", () => {
	it("is fetched if the hunt has it, and no other is", async () => {
		const address = `${source.origin}/images/gates.png`;
		expect(await open(here).read(address, none)).toBe("missing");
		expect(source.asked).toEqual([]);
		expect(await open(here).read(address, async (known) => known === address)).toBeInstanceOf(Buffer);
	});

	it("on this machine is not, even if the hunt has it and it is the settings' own place", async () => {
		for (const host of [source.origin, source.origin.replace("127.0.0.1", "localhost"), "http://[::1]"]) {
			expect(await open().read(`${host}/images/gates.png`, every)).toBe("failed");
		}
		expect(source.asked).toEqual([]);
	});
});

const bomb = () =>
	sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" }, limitInputPixels: false })
		.png()
		.toBuffer();

describe("a hostile server", () => {
	it.each([
		["a redirect to this machine", respondWith(302, "", { location: "http://127.0.0.1:1/x.png" })],
		["a redirect to a cloud's own data", respondWith(302, "", { location: "http://169.254.169.254/" })],
		["an endless body", endless(Buffer.alloc(65_536, 255))],
		["a slow drip", endless("x", 20)],
		["silence", () => {}],
		["HTML", respondWith(200, "<script>alert(1)</script>", { "content-type": "image/png" })],
		[
			"an SVG",
			respondWith(200, '<svg xmlns="http://www.w3.org/2000/svg"/>', { "content-type": "image/svg+xml" }),
		],
		["half a picture", respondWith(200, "\x89PNG\r\n\x1a\n half")],
		["a PDF", respondWith(200, "%PDF-1.7")],
		["nothing", respondWith(200)],
		["500", respondWith(500)],
	])("that answers with %s is a fault, in time", async (_name, play) => {
		source.play("/images/gates.png", play);
		const since = performance.now();
		expect(await open({ withinMs: 500 }).read("gates.png", every)).toBe("failed");
		expect(performance.now() - since).toBeLessThan(5000);
		expect(log.info).toHaveBeenCalledTimes(1);
	});

	it("that answers with a bomb of pixels is a fault", async () => {
		source.play("/images/gates.png", respondWith(200, await bomb()));
		expect(await open().read("gates.png", every)).toBe("failed");
	});

	it("without the picture is distinguished from a failure", async () => {
		expect(await open().read("none.png", every)).toBe("missing");
	});
});

it("may be moved within the settings' place", async () => {
	source.play("/images/moved.png", respondWith(302, "", { location: "/images/gates.png" }));
	expect(await open().read("moved.png", every)).toBeInstanceOf(Buffer);
});

describe("however many ask", () => {
	it("a cached picture needs no read of the hunt", async () => {
		const hasPicture = vi.fn(every);
		const pictures = open();
		for (let turn = 0; turn < 3; turn += 1) await pictures.read("gates.png", hasPicture);
		expect(hasPicture).toHaveBeenCalledTimes(1);
	});

	it("a picture is fetched once, also one that failed", async () => {
		const pictures = open();
		for (const name of ["gates.png", "none.png"]) {
			await Promise.all(Array.from({ length: 100 }, () => pictures.read(name, every)));
			await pictures.read(name, every);
		}
		expect(source.asked).toEqual(["/images/gates.png", "/images/none.png"]);
	});

	it("again after an hour, and after a minute if it failed", async () => {
		let time = 1;
		const pictures = open({ now: () => time });
		const ask = async () => {
			source.asked.length = 0;
			for (const name of ["gates.png", "none.png"]) await pictures.read(name, every);
			return source.asked.length;
		};
		expect(await ask()).toBe(2);
		time = 59_000;
		expect(await ask()).toBe(0);
		time = 61_000;
		expect(await ask()).toBe(1);
		time = 3_601_000;
		expect(await ask()).toBe(2);
	});

	it("the numbers of concurrent and waiting downloads, and the waiting time, are bounded", async () => {
		let open1 = 0;
		let most = 0;
		const name = (at: number) => `${at}.png`;
		for (let at = 0; at < 300; at += 1) {
			source.play(`/images/${name(at)}`, (_request, response) => {
				open1 += 1;
				most = Math.max(most, open1);
				response.on("close", () => {
					open1 -= 1;
				});
			});
		}
		const pictures = open({ withinMs: 5000, patienceMs: 300 });
		const since = performance.now();
		const answers = await Promise.all(Array.from({ length: 300 }, (_, at) => pictures.read(name(at), every)));
		expect(performance.now() - since).toBeLessThan(4000);
		expect(new Set(answers)).toEqual(new Set(["busy"]));
		expect(most).toBeLessThanOrEqual(6);
		pictures.end();
	});
});
