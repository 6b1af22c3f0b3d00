import type { Rows } from "../site/rows";

export const permalink = (code: string) => `https://www.instagram.com/p/${code}/`;

/** Replaces all posts of a site by posts with these codes, which are also their ids. */
export function putPosts(rows: Rows, ...codes: string[]): void {
	rows.run("delete from instagram_embeds");
	for (const [index, code] of codes.entries())
		rows.add("instagram_embeds", { id: code, embed_code: permalink(code), position: index + 1 });
}
