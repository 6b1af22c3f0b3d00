/** The site's icons and its default Open Graph picture, drawn from the logo and the emblem. */
import emblem from "~/ui/emblem.svg?raw";
// The same drawing as `public/favicon.svg`, which the build does not bundle.
import logo from "./logo.svg?raw";

/** The size of the default Open Graph picture in pixels, as large networks recommend it. */
export const SHARE_PICTURE = { path: "/share.png", width: 1200, height: 630 } as const;

const BACKGROUND = "#1d1503";

interface Drawing {
	svg: string;
	width: number;
	height: number;
}

const placed = (svg: string, x: number, y: number, size: number) =>
	svg.replace("<svg", `<svg x="${x}" y="${y}" width="${size}" height="${size}"`);

/** @param inset the margin on each side, as a share of the size; a background fills it. Undefined keeps round corners. */
function iconOf(size: number, inset?: number): Drawing {
	const margin = (inset ?? 0) * size;
	const background =
		inset === undefined ? "" : `<rect width="${size}" height="${size}" fill="${BACKGROUND}"/>`;
	const content = placed(logo, margin, margin, size - 2 * margin);
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${background}${content}</svg>`;
	return { svg, width: size, height: size };
}

/** The emblem on a stage, without text: small images have no fonts on every host. */
function sharePicture(): Drawing {
	const { width, height } = SHARE_PICTURE;
	const seats = Array.from({ length: 13 }, (_, place) => {
		const x = 100 * place;
		return `<circle cx="${x + 50}" cy="566" r="34" fill="#25222e"/><circle cx="${x}" cy="612" r="46" fill="#0f0e13"/>`;
	}).join("");
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<radialGradient id="stage" cx=".5" cy=".1" r=".9"><stop offset="0" stop-color="#4a3b63"/><stop offset="1" stop-color="#171320"/></radialGradient>
<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffe2a0" stop-opacity=".55"/><stop offset="1" stop-color="#ffc233" stop-opacity="0"/></linearGradient>
</defs>
<path fill="url(#stage)" d="M0 0h${width}v${height}H0z"/>
<path d="M0 0h190c20 230-40 420-190 560zM${width} 0h-190c-20 230 40 420 190 560z" fill="#8e2f45"/>
<path d="M60 0h34c12 180-20 320-94 440V330C44 240 66 130 60 0zM${width - 60} 0h-34c-12 180 20 320 94 440V330c-44-90-66-200-60-330z" fill="#6d2035"/>
<path d="M600 -60 190 560h820z" fill="url(#light)"/>
${seats}
${placed(emblem, 385, 70, 430)}
</svg>`;
	return { svg, width, height };
}

/** Each drawing by the path of its file. */
const DRAWINGS: Readonly<Record<string, () => Drawing>> = {
	"/favicon.ico": () => iconOf(48),
	// iOS rounds the corners itself, and shows a transparent background as black.
	"/apple-touch-icon.png": () => iconOf(180, 0),
	"/icons/192.png": () => iconOf(192),
	"/icons/512.png": () => iconOf(512),
	// The safe zone of a maskable icon is a circle of 80 % of its size.
	"/icons/maskable-512.png": () => iconOf(512, 0.18),
	[SHARE_PICTURE.path]: sharePicture,
};

const drawn = new Map<string, Promise<Buffer>>();

/** Draws a PNG once per process. */
function pngOf(path: string): Promise<Buffer> | undefined {
	const drawing = Object.hasOwn(DRAWINGS, path) ? DRAWINGS[path] : undefined;
	if (!drawing) return undefined;
	const known = drawn.get(path) ?? draw(drawing());
	drawn.set(path, known);
	known.catch(() => drawn.delete(path));
	return known;
}

async function draw({ svg, width, height }: Drawing): Promise<Buffer> {
	// Loaded on demand, because it is heavy and most processes never need it.
	const { default: sharp } = await import("sharp");
	return sharp(Buffer.from(svg))
		.resize(width, height)
		.png({ palette: width <= 512 })
		.toBuffer();
}

/** An icon file with one PNG, which all browsers read. */
function icoOf(png: Buffer, size: number): Buffer {
	const head = Buffer.alloc(22);
	head.writeUInt16LE(1, 2); // an icon
	head.writeUInt16LE(1, 4); // of one picture
	head.writeUInt8(size, 6);
	head.writeUInt8(size, 7);
	head.writeUInt16LE(1, 10); // colour planes
	head.writeUInt16LE(32, 12); // bits per pixel
	head.writeUInt32LE(png.length, 14);
	head.writeUInt32LE(head.length, 18);
	return Buffer.concat([head, png]);
}

/**
 * The icon or picture at a path, such as `/favicon.ico`. The first call for each draws it.
 * @returns the response, which browsers cache for a day; status 404 for another path.
 */
export async function iconResponse(path: string): Promise<Response> {
	const png = await pngOf(path);
	if (!png) return new Response(null, { status: 404 });
	const isIco = path.endsWith(".ico");
	return new Response(new Uint8Array(isIco ? icoOf(png, 48) : png), {
		headers: {
			"Content-Type": isIco ? "image/x-icon" : "image/png",
			"Cache-Control": "public, max-age=86400",
		},
	});
}
