import { describe, expect, it } from "vitest";
import { drawSocialPicture, SOCIAL_PICTURE_SIZE, type SocialPicture } from "~/pictures/social-picture.server";

const texts = {
	channel: "Canal do Zé",
	heading: "ana ganhou no Plinko",
	figure: "26,00x",
	tone: "good" as const,
	detail: "Aposta 100 · recebido 2600",
};

async function drawn(picture: SocialPicture): Promise<Buffer> {
	const bytes = await drawSocialPicture(picture);
	if (!bytes) throw new Error("too many pictures wait");
	return bytes;
}

/** The bounds of the pixels that differ between two pictures. */
async function difference(one: Buffer, other: Buffer) {
	const { default: sharp } = await import("sharp");
	const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).raw().toBuffer()));
	const { width, height } = SOCIAL_PICTURE_SIZE;
	const channels = (a?.length ?? 0) / (width * height);
	const columns: number[] = [];
	for (let at = 0; at < (a?.length ?? 0); at++) {
		if (a?.[at] !== b?.[at]) columns.push(Math.floor(at / channels) % width);
	}
	return {
		left: columns.reduce((x, y) => Math.min(x, y), width),
		right: columns.reduce((x, y) => Math.max(x, y), 0),
	};
}

describe("a picture for link previews", () => {
	it("is a PNG of the size that networks ask for", async () => {
		const { default: sharp } = await import("sharp");
		expect(await sharp(await drawn(texts)).metadata()).toMatchObject({
			format: "png",
			...SOCIAL_PICTURE_SIZE,
		});
	});

	it("is drawn once for equal texts", () => {
		expect(drawSocialPicture(texts)).toBe(drawSocialPicture({ ...texts }));
	});

	it("shows every text, also with letters of Portuguese", async () => {
		const picture = await drawn(texts);
		for (const key of ["channel", "heading", "figure", "detail"] as const) {
			const other = await drawn({ ...texts, [key]: "ÁÇÕê" });
			expect((await difference(picture, other)).right, key).toBeGreaterThan(0);
		}
	});

	it("keeps long and hostile texts inside its margins", async () => {
		const empty = await drawn({ ...texts, heading: "" });
		for (const heading of ["W".repeat(200), "<svg>&\"'".repeat(20), "日本語".repeat(50)]) {
			const { left, right } = await difference(empty, await drawn({ ...texts, heading }));
			expect(left, heading).toBeGreaterThanOrEqual(70);
			expect(right, heading).toBeLessThan(SOCIAL_PICTURE_SIZE.width - 70);
		}
	});

	it("is refused while too many others wait", async () => {
		const all = await Promise.all(
			Array.from({ length: 40 }, (_, n) => drawSocialPicture({ ...texts, figure: `${n}x` })),
		);
		const refused = all.filter((bytes) => bytes === undefined);
		expect(refused.length).toBeGreaterThan(10);
		expect(refused.length).toBeLessThan(40);
	});
});
