/** The pictures of some of the demo provider's accounts; the others have none. */
const SIDE = 256;

/** A face on a colour: @param {string} background @param {string} hair @param {string} skin @param {string} shirt @param {string} more */
const face = (background, hair, skin, shirt, more) =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" fill="${background}"/>
<path d="M10 64c0-14 9-20 22-20s22 6 22 20z" fill="${shirt}"/>
<rect x="27" y="36" width="10" height="12" rx="4" fill="${skin}"/>
<circle cx="32" cy="28" r="14" fill="${skin}"/>
<path d="${hair}"/>
<circle cx="27" cy="29" r="1.8"/><circle cx="37" cy="29" r="1.8"/>
<path d="M27 35c3 3 7 3 10 0" fill="none" stroke="#1d1503" stroke-width="1.8" stroke-linecap="round"/>
${more}</svg>`;

/** @type {Readonly<Record<string, string>>} */
const PICTURES = {
	ana: face(
		"#5b3a8c",
		"M16 40C10 14 22 8 32 8s22 6 16 32c-3-4-4-9-4-14-8 0-14-3-17-7-3 4-6 6-7 8 0 5-1 9-4 13z",
		"#f0b78a",
		"#ffc233",
		"",
	),
	carla: face(
		"#0f6b5c",
		"M17 27C16 12 24 8 32 8s16 4 15 19c-4-6-9-9-15-9s-11 3-15 9z",
		"#8d5a3b",
		"#f5f2f9",
		'<g fill="none" stroke="#1d1503" stroke-width="1.6"><circle cx="27" cy="29" r="4.6"/><circle cx="37" cy="29" r="4.6"/></g>',
	),
	admin: face(
		"#1d1503",
		"M17 26c0-12 7-17 15-17s15 5 15 17c-4-5-6-7-8-7-4 2-10 2-14 0-2 0-4 2-8 7z",
		"#e0a070",
		"#8e2f45",
		'<path d="M14 30a18 18 0 0 1 36 0" fill="none" stroke="#ffc233" stroke-width="3"/><rect x="11" y="27" width="6" height="11" rx="3" fill="#ffc233"/><rect x="47" y="27" width="6" height="11" rx="3" fill="#ffc233"/>',
	),
};

/** The path of an account's picture; undefined for an account without one. @param {string} name */
export function picturePath(name) {
	const key = name.toLowerCase();
	return Object.hasOwn(PICTURES, key) ? `/pictures/${key}.png` : undefined;
}

/** Answers requests for pictures. */
export async function servePictures(ctx, next) {
	const [, name = ""] = /^\/pictures\/(\w+)\.png$/.exec(ctx.path) ?? [];
	if (!Object.hasOwn(PICTURES, name)) return next();
	// Loaded on demand, because it is heavy and most tests never need it.
	const { default: sharp } = await import("sharp");
	ctx.type = "image/png";
	ctx.body = await sharp(Buffer.from(PICTURES[name])).resize(SIDE, SIDE).png().toBuffer();
}
