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

	it("is refused while too many others wait", async () => {
		const all = await Promise.all(
			Array.from({ length: 40 }, (_, n) => drawSocialPicture({ ...texts, figure: `${n}x` })),
		);
		const refused = all.filter((bytes) => bytes === undefined);
		expect(refused.length).toBeGreaterThan(10);
		expect(refused.length).toBeLessThan(40);
	});
});
