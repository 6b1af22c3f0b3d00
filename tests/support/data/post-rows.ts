import type { Rows } from "../site/rows";

export const permalink = (code: string) => `https://www.instagram.com/p/${code}/`;

/** Replaces all posts of a site by posts with these codes, which are also their ids. */
export function putPosts(rows: Rows, ...codes: string[]): void {
	rows.run("delete from instagram_embeds");
	for (const [index, code] of codes.entries()) {
		rows.run(
			`insert into instagram_embeds (id, embed_code, position, updated_at)
			values (?, ?, ?, '2026-01-01T00:00:00.000Z')`,
			...[code, permalink(code), index + 1],
		);
	}
}
