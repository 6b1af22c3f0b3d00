/** Static pages for requests that cannot be answered now, rendered without database access. */
import { createHash } from "node:crypto";
import { readPreferences } from "~/account/preferences.server";
import type { Cause, StaticAnswer } from "~/http/unavailable.server";
import { DEFAULT_LANGUAGE, type Language } from "~/i18n/languages";

export interface BusyRequest {
	/** Path and query. */
	url: string;
	cookie: string | undefined;
	/** The `Accept` header. */
	accept: string | undefined;
	/** By default `busy`. Pages reload themselves, except those of `busy`, where that would add load. */
	cause?: Cause | undefined;
}

/** The overlay of a broadcast gets an empty page instead. */
const OVERLAY = "/bonus-hunt/overlay";
const AGAIN_SECONDS = 5;

const AGAIN = `<meta http-equiv="refresh" content="${AGAIN_SECONDS}">`;

const STYLE = `
:root{color-scheme:dark;--bg:#0f0e13;--surface:#191720;--text:#f5f2f9;--accent:#ffc233;--ink:#1d1503}
.light{color-scheme:light;--bg:#faf7f1;--surface:#fff;--text:#1c1822;--accent:#ffb81c}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);font:1rem/1.6 ui-sans-serif,system-ui,sans-serif}
main{max-width:32rem;margin:1rem;padding:2rem;border-radius:1rem;background:var(--surface)}
h1{margin:0;font-size:1.75rem;line-height:1.2}
a{display:inline-block;padding:.6rem 1.2rem;border-radius:.6rem;background:var(--accent);color:var(--ink);font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid var(--text);outline-offset:3px}`;

const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join("; ");

const TEXTS = {
	en: {
		causes: {
			busy: {
				title: "Very busy right now",
				read: "The site is getting more visits than it can handle. Try again in a few seconds.",
			},
			moving: {
				title: "Back in a moment",
				read: "This part of the site is restarting. Try again in a few seconds.",
			},
			away: {
				title: "Back in a moment",
				read: "The site can't reach its database right now. Your points are safe. Try again in a few seconds.",
			},
		},
		again: "Try again",
	},
	pt: {
		causes: {
			busy: {
				title: "Muito movimento agora",
				read: "O site está muito concorrido e não consegue responder a todos. Tenta de novo daqui a uns segundos.",
			},
			moving: {
				title: "Voltamos já",
				read: "Esta parte do site está a reiniciar. Tenta de novo daqui a uns segundos.",
			},
			away: {
				title: "Voltamos já",
				read: "O site não consegue aceder à base de dados neste momento. Os teus pontos estão seguros. Tenta de novo daqui a uns segundos.",
			},
		},
		again: "Tentar de novo",
	},
} satisfies Record<Language, { causes: Record<Cause, object>; again: string }>;

const HTML = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY };
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

/**
 * The body and headers of the response: a page in the visitor's language for browsers, plain text for other clients
 * and data requests, and an empty page that reloads itself for the overlay.
 */
export function busyAnswer({ url, cookie, accept, cause = "busy" }: BusyRequest): StaticAnswer {
	const { language = DEFAULT_LANGUAGE, theme } = readPreferences({ headers: { get: () => cookie ?? null } });
	const texts = { ...TEXTS[language], ...TEXTS[language].causes[cause] };
	const [path = ""] = url.split("?", 1);
	if (path.endsWith(".data") || !accept?.includes("text/html")) return { headers: TEXT, body: texts.read };
	if (path === OVERLAY) {
		return { headers: HTML, body: `<!doctype html>${AGAIN}<title></title>` };
	}
	return {
		headers: HTML,
		body: `<!doctype html>
<html lang="${language}" class="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${cause === "busy" ? "" : AGAIN}
<title>${texts.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p>${texts.read}</p>
<a href="">${texts.again}</a>
</main>
</body>
</html>
`,
	};
}
