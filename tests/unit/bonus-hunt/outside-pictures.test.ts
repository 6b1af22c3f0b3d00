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
	createHuntPictures(
		{ ...source.settings, IMAGE_FOLDER: folder, ...settings },
		{ log, trusted: new Set([new URL(source.settings.BONUS_HUNT_IMAGE_URL).origin]) },
		options,
	);
const allKnown = async () => true;
const noneKnown = async () => false;
const allowLoopback = { mayReach: (ip: string) => ip === "127.0.0.1" };

describe("a plain name", () => {
	it("is fetched from the configured URL, scaled down and re-encoded", async () => {
		source.play("/images/wide.png", respondWith(200, await png(2000, 1000), { "content-type": "text/html" }));
		const picture = await open().read("wide.png", allKnown);
		if (typeof picture === "string") throw new Error(picture);
		expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 560, height: 280 });
	});

	it.each(["Sweet Bonanza", "sweet-bonanza.png", "açúcar (2).jpg", "a&b=c#d%.png"])(
		"may be %s and is encoded as one path segment",
		async (name) => {
			await open().read(name, allKnown);
			expect(source.asked).toEqual([`/images/${encodeURIComponent(name)}`]);
		},
	);

	it.each([
		...["", ".", "..", "../x.png", "a/b.png", "a\\b.png", ".hidden", " x", "x ", "a\u0000b", "a\nb", "‮gnp"],
		...["//evil.example/x.png", "file:///etc/passwd", "javascript:alert(1)//", "x".repeat(151)],
		...["http://", "https://me:word@evil.example/x.png", `https://evil.example/${"x".repeat(2000)}`],
	])("is not %j, for which no request is sent", async (name) => {
		expect(await open(allowLoopback).read(name, allKnown)).toBe("invalid");
		expect(source.asked).toEqual([]);
	});

	it("is not fetched unless a slot of the hunt has it", async () => {
		expect(await open().read("gates.png", noneKnown)).toBe("missing");
		expect(source.asked).toEqual([]);
	});

	it("of a local hunt is a file in the image folder, and not cached if that is missing", async () => {
		const pictures = open({}, { BONUS_HUNT_STATS_URL: undefined });
		const kept = await pictures.read("own.png", noneKnown);
		expect(typeof kept !== "string" && (await sharp(kept).metadata()).width).toBe(560);
		expect(await pictures.read("data:image.png", noneKnown), "not a file name").toBe("missing");
		for (let count = 0; count < 2001; count += 1)
			expect(await pictures.read(`none-${count}.png`, noneKnown)).toBe("missing");
		expect(await pictures.read("own.png", noneKnown)).toBe(kept);
		expect(source.asked).toEqual([]);
	});
});

describe("a URL", () => {
	it("is fetched only if a slot of the hunt has it", async () => {
		const address = `${source.origin}/images/gates.png`;
		expect(await open(allowLoopback).read(address, noneKnown)).toBe("missing");
		expect(source.asked).toEqual([]);
		expect(await open(allowLoopback).read(address, async (known) => known === address)).toBeInstanceOf(
			Buffer,
		);
	});

	it("on a loopback address is not fetched, even if a slot has it and the settings use that host", async () => {
		for (const host of [source.origin, source.origin.replace("127.0.0.1", "localhost"), "http://[::1]"]) {
			expect(await open().read(`${host}/images/gates.png`, allKnown)).toBe("failed");
		}
		expect(source.asked).toEqual([]);
	});
});

describe("a hostile server", () => {
	it.each([
		["a redirect to loopback", respondWith(302, "", { location: "http://127.0.0.1:1/x.png" })],
		["an endless body", endless(Buffer.alloc(65_536, 255))],
		["one byte at a time", endless("x", 20)],
		["no response", () => {}],
		["HTML", respondWith(200, "<script>alert(1)</script>", { "content-type": "image/png" })],
		["an SVG", respondWith(200, '<svg xmlns="http://www.w3.org/2000/svg"/>')],
		["a truncated picture", respondWith(200, "\x89PNG\r\n\x1a\n half")],
		["an empty body", respondWith(200)],
		["500", respondWith(500)],
	])("that answers with %s is reported as failed within the time limit", async (_name, play) => {
		source.play("/images/gates.png", play);
		expect(await open({ withinMs: 500 }).read("gates.png", allKnown)).toBe("failed");
		expect(log.info).toHaveBeenCalledTimes(1);
	});

	it("without the picture is reported as missing and not as failed", async () => {
		expect(await open().read("none.png", allKnown)).toBe("missing");
	});
});

it("a redirect within the configured origin is followed", async () => {
	source.play("/images/moved.png", respondWith(302, "", { location: "/images/gates.png" }));
	expect(await open().read("moved.png", allKnown)).toBeInstanceOf(Buffer);
});

describe("the cache", () => {
	it("fetches a picture once, even if it failed, and serves it without reading the hunt", async () => {
		const pictures = open();
		for (const name of ["gates.png", "none.png"]) {
			await Promise.all(Array.from({ length: 100 }, () => pictures.read(name, allKnown)));
			await pictures.read(name, allKnown);
		}
		expect(source.asked).toEqual(["/images/gates.png", "/images/none.png"]);
		const hasPicture = vi.fn(allKnown);
		await pictures.read("gates.png", hasPicture);
		expect(hasPicture).not.toHaveBeenCalled();
	});

	it("fetches a picture again after an hour, and a failed one after a minute", async () => {
		let time = 1;
		const pictures = open({ now: () => time });
		const requestCount = async () => {
			source.asked.length = 0;
			for (const name of ["gates.png", "none.png"]) await pictures.read(name, allKnown);
			return source.asked.length;
		};
		expect(await requestCount()).toBe(2);
		time = 59_000;
		expect(await requestCount()).toBe(0);
		time = 61_000;
		expect(await requestCount()).toBe(1);
		time = 3_601_000;
		expect(await requestCount()).toBe(2);
	});

	it("bounds the numbers of concurrent and waiting downloads and their waiting time", async () => {
		let openRequests = 0;
		let maxOpen = 0;
		const name = (at: number) => `${at}.png`;
		for (let at = 0; at < 300; at += 1) {
			source.play(`/images/${name(at)}`, (_request, response) => {
				openRequests += 1;
				maxOpen = Math.max(maxOpen, openRequests);
				response.on("close", () => {
					openRequests -= 1;
				});
			});
		}
		const pictures = open({ withinMs: 5000, patienceMs: 300 });
		const answers = await Promise.all(
			Array.from({ length: 300 }, (_, at) => pictures.read(name(at), allKnown)),
		);
		expect(new Set(answers)).toEqual(new Set(["busy"]));
		expect(maxOpen).toBeLessThanOrEqual(6);
		pictures.end();
	});
});
