/** The page that an installed site shows without a connection: static, in both languages, without scripts and cookies. */
import { createHash } from "node:crypto";
import { LANGUAGES, type Language } from "~/i18n/languages";

const STYLE = `
:root{color-scheme:dark light;--bg:#0f0e13;--surface:#191720;--text:#f5f2f9;--muted:#b3adc0;--accent:#ffc233;--ink:#1d1503}
@media(prefers-color-scheme:light){:root{--bg:#faf7f1;--surface:#fff;--text:#1c1822;--muted:#5e5767;--accent:#ffb81c}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:1.0625rem/1.6 ui-sans-serif,system-ui,sans-serif}
main{display:grid;gap:1.25rem;max-width:32rem;margin:1rem;padding:2rem;border-radius:1.5rem;background:var(--surface)}
svg{width:4rem;height:4rem}
h1,h2{margin:0;font-size:1.75rem;line-height:1.2}
h2{font-size:1.25rem;color:var(--muted)}
p{margin:.25rem 0 0}
section+section p{color:var(--muted)}
a{justify-self:start;padding:.6rem 1.3rem;border-radius:2rem;background:var(--accent);color:var(--ink);font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid var(--text);outline-offset:3px}`;

const TEXTS = {
	pt: {
		title: "Estás sem ligação",
		text: "O site precisa de internet. Os teus pontos e os teus pedidos estão guardados: volta a tentar quando tiveres rede.",
		again: "Tentar de novo",
	},
	en: {
		title: "You're offline",
		text: "The site needs the internet. Your points and orders are safe: try again once you're connected.",
		again: "Try again",
	},
} satisfies Record<Language, object>;

const [FIRST, ...OTHERS] = LANGUAGES;

const section = (language: Language, level: "h1" | "h2") =>
	`<section lang="${language}"><${level}>${TEXTS[language].title}</${level}><p>${TEXTS[language].text}</p></section>`;

const again = LANGUAGES.map((language) => `<span lang="${language}">${TEXTS[language].again}</span>`).join(
	" · ",
);

/** The link has no target, so that it requests the page again that could not be loaded. */
export const OFFLINE_PAGE = `<!doctype html>
<html lang="${FIRST}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${LANGUAGES.map((language) => TEXTS[language].title).join(" · ")}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="14" fill="#1d1503"/><path d="M24 5 8 30h32z" fill="#4a3b63"/><g fill="#ffc233"><circle cx="11" cy="36" r="3.4"/><circle cx="19.7" cy="36" r="3.4"/><circle cx="28.3" cy="36" r="3.4"/><circle cx="37" cy="36" r="3.4"/></g></svg>
${section(FIRST, "h1")}
${OTHERS.map((language) => section(language, "h2")).join("\n")}
<a href="">${again}</a>
</main>
</body>
</html>
`;

/** Changes with the page. */
export const OFFLINE_VERSION = createHash("sha256").update(OFFLINE_PAGE).digest("hex").slice(0, 16);

export const OFFLINE_HEADERS = {
	"Content-Type": "text/html; charset=utf-8",
	"Cache-Control": "no-cache",
	"Content-Security-Policy": [
		"default-src 'none'",
		`style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; "),
};
