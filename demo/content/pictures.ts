/** Pictures drawn for the example content, put into the image folder. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

/** @returns the picture's file name. */
export async function storeDrawing(imageFolder: string, art: string): Promise<string> {
	const image = `${art}.webp`;
	const drawing = await readFile(new URL(`art/${art}.svg`, import.meta.url));
	await mkdir(imageFolder, { recursive: true });
	await writeFile(join(imageFolder, image), await sharp(drawing).resize(1000).webp().toBuffer());
	return image;
}
