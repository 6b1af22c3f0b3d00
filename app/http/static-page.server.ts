/** Pages that are sent while the site or the connection is away: without scripts and without database access. */
import { createHash } from "node:crypto";

const DARK = "--bg:#0f0e13;--surface:#191720;--text:#f5f2f9;--accent:#ffc233;--ink:#1d1503";
const LIGHT = "--bg:#faf7f1;--surface:#fff;--text:#1c1822;--accent:#ffb81c";

const STYLE = `
:root{color-scheme:dark;${DARK}}
.light{color-scheme:light;${LIGHT}}
@media(prefers-color-scheme:light){.system{color-scheme:light;${LIGHT}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:1rem/1.6 ui-sans-serif,system-ui,sans-serif}
main{display:grid;gap:1rem;max-width:32rem;margin:1rem;padding:2rem;border-radius:1rem;background:var(--surface)}
svg{width:4rem;height:4rem}
h1,h2{margin:0;font-size:1.75rem;line-height:1.2}
h2{font-size:1.25rem}
p{margin:0}
a{justify-self:start;padding:.6rem 1.2rem;border-radius:.6rem;background:var(--accent);color:var(--ink);font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid var(--text);outline-offset:3px}`;

export const STATIC_PAGE_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": [
		"default-src 'none'",
		`style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; "),
};

interface StaticPage {
	language: string;
	/** `dark`, `light`, or `system` for a page that cannot read cookies. */
	theme: string;
	title: string;
	/** Further elements of the head. */
	head: string;
	/** The content as HTML. */
	content: string;
	/** The text of the link, and its address as HTML: by default that of the page itself. */
	again: string;
	againTo?: string;
}

export const staticPage = ({
	language,
	theme,
	title,
	head,
	content,
	again,
	againTo = "",
}: StaticPage): string =>
	`<!doctype html>
<html lang="${language}" class="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
<a href="${againTo}">${again}</a>
</main>
</body>
</html>
`;
