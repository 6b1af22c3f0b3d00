import { hash, randomUUID } from "node:crypto";
import type { Config } from "~/lib/config.server";
import type { Middleware } from "~/lib/request-context.server";

/** Sets the security headers on every response, including static files and errors. */
export function sendSecurityHeaders({ APP_ORIGIN }: Pick<Config, "APP_ORIGIN">): Middleware {
	const headers: Record<string, string> = {
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	};
	if (APP_ORIGIN.startsWith("https:")) {
		headers["Strict-Transport-Security"] = "max-age=63072000";
	}
	return ({ response }, pass) => {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		pass();
	};
}

/** A random marker for the inline scripts of one render. {@link hashScripts} removes it before the page is sent. */
export const newNonce = (): string => randomUUID();

const SCRIPT = /<script((?: [^<>]*)?) nonce="([^"<>]*)"([^<>]*)>([\s\S]*?)<\/script>/g;

/** The `script-src` source of an inline script. */
export const sourceOf = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;

/**
 * Hashes the inline scripts that have the render's nonce and removes the nonce from them, so that the page can be
 * cached. Any other inline script gets no hash, so the policy blocks it.
 * @returns the page, and the `script-src` sources for its policy.
 */
export function hashScripts(page: string, nonce: string): { html: string; scripts: string[] } {
	const scripts = new Set<string>();
	const html = page.replace(SCRIPT, (script, before: string, found: string, after: string, text: string) => {
		if (found !== nonce) return script;
		if (text !== "") scripts.add(sourceOf(text));
		return `<script${before}${after}>${text}</script>`;
	});
	return { html, scripts: [...scripts] };
}

/**
 * The Content-Security-Policy of a page.
 * @param scripts the hashes of its inline scripts.
 * @param options `formTargets`: origins that the response to a form may redirect to, such as the provider's sign-out;
 * `frames`: origins that may be framed.
 */
export function contentSecurityPolicy(
	scripts: readonly string[],
	{ NODE_ENV, APP_ORIGIN }: Pick<Config, "NODE_ENV" | "APP_ORIGIN">,
	{ formTargets, frames }: { formTargets: readonly string[]; frames: readonly string[] },
): string {
	const development = NODE_ENV === "development";
	const directives: Record<string, string> = {
		"default-src": "'none'",
		"script-src": ["'self'", ...scripts].join(" "),
		// Vite injects inline styles in development.
		"style-src": development ? "'self' 'unsafe-inline'" : "'self'",
		// Admins may link pictures on any host. On an https site the browser upgrades http pictures.
		"img-src": `'self' https:${APP_ORIGIN.startsWith("https:") ? "" : " http:"}`,
		"font-src": "'self'",
		"frame-src": frames.join(" "),
		"connect-src": development ? "'self' ws:" : "'self'",
		"manifest-src": "'self'",
		"form-action": ["'self'", ...formTargets].join(" "),
		"base-uri": "'none'",
		"object-src": "'none'",
		"frame-ancestors": "'none'",
	};
	if (APP_ORIGIN.startsWith("https:")) directives["upgrade-insecure-requests"] = "";
	return Object.entries(directives)
		.map(([name, value]) => `${name} ${value}`.trim())
		.join("; ");
}
