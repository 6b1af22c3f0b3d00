/** Pictures that other sites show beside a link (Open Graph). Texts are drawn as paths: slim images have no fonts. */
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "~/i18n/languages";

export interface SocialPicture {
	/** The channel's name. */
	channel: string;
	/** Such as the game's name. */
	heading: string;
	/** The number that counts, such as `26.00x`. */
	figure: string;
	tone: "good" | "neutral";
	/** The line under the number. */
	detail: string;
}

/** Size in pixels that the large networks recommend. */
export const SOCIAL_PICTURE_SIZE = { width: 1200, height: 630 } as const;
const MARGIN = 80;
const MAX_CACHED = 100;
const MAX_WAITING = 20;

const cache = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED });
/** Drawing takes some 50 ms of a core. */
const oneAtATime = pLimit(1);
let font: Promise<Font> | undefined;

/**
 * @returns a PNG of {@link SOCIAL_PICTURE_SIZE}; undefined while {@link MAX_WAITING} pictures wait. Equal texts are drawn
 * once while they are in the cache.
 */
export function drawSocialPicture(texts: SocialPicture): Promise<Buffer | undefined> {
	const key = JSON.stringify(texts);
	const known = cache.get(key);
	if (known) return known;
	if (oneAtATime.pendingCount >= MAX_WAITING) return Promise.resolve(undefined);
	const drawn = oneAtATime(() => draw(texts));
	cache.set(key, drawn);
	drawn.catch(() => cache.delete(key));
	return drawn;
}

/** The picture as a response that caches keep for five minutes; status 503 while too many wait. */
export async function socialPictureResponse(texts: SocialPicture): Promise<Response> {
	const bytes = await drawSocialPicture(texts);
	if (!bytes) return new Response(null, { status: 503, headers: { "Retry-After": "10" } });
	return new Response(new Uint8Array(bytes), {
		headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=300" },
	});
}

/** The language of a picture: a link preview is fetched without cookies, so that its address has it. */
export function pictureLanguage(request: Request): Language {
	const language = new URL(request.url).searchParams.get("language") ?? "";
	return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

async function draw(texts: SocialPicture): Promise<Buffer> {
	font ??= loadFont();
	const svg = socialPictureSvg(texts, await font);
	// Loaded on demand, because it is heavy and most processes never need it.
	const { default: sharp } = await import("sharp");
	// Level 9 takes 50% longer and saves an eighth of the bytes. Anyone can request a picture that is not cached.
	return sharp(Buffer.from(svg)).png({ compressionLevel: 6 }).toBuffer();
}

async function loadFont(): Promise<Font> {
	// Loaded on demand: it takes about 20 MB.
	const { open } = await import("fontkit");
	// The default weight of this variable font is 800.
	const path = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2";
	const found = await open(createRequire(import.meta.url).resolve(path));
	if (found.type !== "WOFF2") throw new Error(`not a single font: ${path}`);
	return found;
}

/** The picture as SVG without text elements. It contains only the outlines of the texts. */
export function socialPictureSvg(
	{ channel, heading, figure, tone, detail }: SocialPicture,
	face: Font,
): string {
	const { width, height } = SOCIAL_PICTURE_SIZE;
	// With a radial gradient the whole picture takes 25% longer.
	const line = (text: string, y: number, size: number, fill: string, room = width - 2 * MARGIN) =>
		`<path fill="${fill}" d="${outline(face, text, { x: MARGIN, y, size, room })}"/>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="light" x1="90%" y1="0%" x2="40%" y2="90%">
<stop offset="0" stop-color="#5a3d0b"/><stop offset="0.55" stop-color="#1d1726"/><stop offset="1" stop-color="#0f0e13"/>
</linearGradient></defs>
<rect width="${width}" height="${height}" fill="#0f0e13"/><rect width="${width}" height="${height}" fill="url(#light)"/>
<rect y="${height - 12}" width="${width}" height="12" fill="#ffc233"/>
<g transform="translate(${width - MARGIN - 216} 300) scale(4.5)" opacity="0.9">${EMBLEM}</g>
${line(channel, 130, 44, "#ffc233")}
${line(heading, 240, 60, "#f4f1fb")}
${line(figure, 420, 170, tone === "good" ? "#5fe08a" : "#f4f1fb", BESIDE_EMBLEM)}
${line(detail, 530, 44, "#b9b3c9")}
</svg>`;
}

/** Room in pixels left of the emblem. */
const BESIDE_EMBLEM = 780;

const EMBLEM = `<path d="M24 5 8 30h32z" fill="#ffc233"/><path d="M24 5 16 30h16z" fill="#ffe2a0"/>
<circle cx="24" cy="7" r="4" fill="#fff6df"/><g fill="#ffc233"><circle cx="11" cy="36" r="3.4"/>
<circle cx="19.7" cy="36" r="3.4"/><circle cx="28.3" cy="36" r="3.4"/><circle cx="37" cy="36" r="3.4"/></g>
<path d="M5 46c2-4 6-5 10-5h18c4 0 8 1 10 5z" fill="#ffe2a0"/>`;

const SMALLEST = 0.6;
const MAX_CHARACTERS = 120;

/**
 * The outline of a line of text, drawn smaller if it is wider than `room`, at most to 60%, and then cut with an
 * ellipsis. Characters without a glyph are left out.
 */
function outline(
	face: Font,
	text: string,
	{ x, y, size, room }: { x: number; y: number; size: number; room: number },
): string {
	const shown = [...text]
		.slice(0, MAX_CHARACTERS)
		.filter((character) => face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
	const ellipsis = face.layout("…").advanceWidth;
	let line = face.layout(shown.join(""));
	const fitting = Math.max(SMALLEST * size, Math.min(size, (room * face.unitsPerEm) / line.advanceWidth));
	const scale = fitting / face.unitsPerEm;
	if (line.advanceWidth * scale > room) {
		// Two layouts at most: outlines are computed on the main thread.
		let [kept, width] = [0, ellipsis];
		for (const { xAdvance } of line.positions) {
			width += xAdvance;
			if (width * scale > room) break;
			kept += 1;
		}
		line = face.layout(`${shown.slice(0, kept).join("")}…`);
	}
	let [left, outlines] = [x, ""];
	const { glyphs, positions } = line;
	for (const [at, glyph] of glyphs.entries()) {
		outlines += glyph.path.scale(scale, -scale).translate(left, y).toSVG();
		left += (positions[at]?.xAdvance ?? 0) * scale;
	}
	return outlines;
}
