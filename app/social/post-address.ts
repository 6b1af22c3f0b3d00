/** Where posts are shown from, and so whose word on a frame's height counts. */
export const POST_ORIGIN = "https://www.instagram.com";

/** Letters of what may be pasted; Instagram's own code has some 5,000. */
export const MAX_PASTED_LENGTH = 20_000;

const POST_PATH = /^\/(?:[\w.]{1,30}\/)?(p|reels?|tv)\/([\w-]{5,40})\/?$/;
const ADDRESS_IN_MARKUP = /\b(?:data-instgrm-permalink|href|src|cite)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/**
 * The permalink of the post that an admin pasted: its address, or the code that Instagram gives to embed it.
 * Nothing else of what was pasted is kept.
 * @returns undefined when it is neither.
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
	// An embed's own address ends in /embed/ or /embed/captioned/.
	const [, kind = "", code] = POST_PATH.exec(pathname.replace(/\/embed(\/captioned)?\/?$/, "/")) ?? [];
	if (code === undefined) return undefined;
	return `${POST_ORIGIN}/${kind === "reels" ? "reel" : kind}/${code}/`;
}

/** What a post is called among admins, such as `p/CxYz12`. */
export const postName = (permalink: string): string =>
	permalink.replace(`${POST_ORIGIN}/`, "").replace(/\/$/, "");

/** What a frame shows of a post: the only address of Instagram that the site ever loads. */
export const frameAddress = (permalink: string): string => `${permalink}embed/`;
