/** The origin of embedded posts; only its messages may change a frame's height. */
export const POST_ORIGIN = "https://www.instagram.com";

/** Maximum length of pasted text; Instagram's embed code has about 5,000 characters. */
export const MAX_PASTED_LENGTH = 20_000;

const POST_PATH = /^\/(?:[\w.]{1,30}\/)?(p|reels?|tv)\/([\w-]{5,40})\/?$/;
const ADDRESS_IN_MARKUP = /\b(?:data-instgrm-permalink|href|src|cite)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Returns the permalink of an Instagram post from its pasted address or embed code, in a canonical form without query.
 * The rest of the text is dropped.
 * @returns undefined when the text is neither or too long.
 */
export function permalinkIn(pasted: string): string | undefined {
	const text = pasted.trim();
	if (text.length > MAX_PASTED_LENGTH) return undefined;
	if (!text.includes("<")) return permalinkOf(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
	for (const [, quoted, quotedOnce] of text.matchAll(ADDRESS_IN_MARKUP)) {
		const permalink = permalinkOf((quoted ?? quotedOnce ?? "").replaceAll("&amp;", "&").trim());
		if (permalink) return permalink;
	}
	return undefined;
}

function permalinkOf(address: string): string | undefined {
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
	const { hostname, port, username, password, pathname } = new URL(address);
	if (hostname !== "instagram.com" && !hostname.endsWith(".instagram.com")) return undefined;
	if (port || username || password) return undefined;
	// The address of an embed ends in /embed/ or /embed/captioned/.
	const [, kind = "", code] = POST_PATH.exec(pathname.replace(/\/embed(\/captioned)?\/?$/, "/")) ?? [];
	if (code === undefined) return undefined;
	return `${POST_ORIGIN}/${kind === "reels" ? "reel" : kind}/${code}/`;
}

/** Returns the short name of a post for the change log, such as `p/CxYz12`. */
export const postName = (permalink: string): string =>
	permalink.replace(`${POST_ORIGIN}/`, "").replace(/\/$/, "");

/** Returns the address of a post's frame, the only address of Instagram that the site loads. */
export const frameAddress = (permalink: string): string => `${permalink}embed/`;
