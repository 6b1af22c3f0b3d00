import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

const PAGE = readFileSync("docs/sign-in.md", "utf8");

/** A code block of docs/sign-in.md, by heading and language. */
export function blockOf(heading: string, language: "ini" | "js" | "sql"): string {
	const [, part = ""] = PAGE.split(`\n## ${heading}\n`);
	const [, block] = (part.split("\n## ")[0] ?? "").split(`\`\`\`${language}\n`);
	if (block === undefined) throw new Error(`docs/sign-in.md has no ${language} block under ${heading}`);
	return block.split("```")[0] ?? "";
}

/** The settings from the page, with the provider's URL and the client replaced. */
export function settingsOf(
	heading: string,
	{ at, client }: { at: { shown: string; origin: string }; client: { id: string; secret: string } },
): Record<string, string> {
	const shown = parseEnv(blockOf(heading, "ini").replaceAll(/^ +/gm, "")) as Record<string, string>;
	const moved = Object.entries(shown).map(([name, value]) => [name, value.replaceAll(at.shown, at.origin)]);
	return { ...Object.fromEntries(moved), OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret };
}
