import { randomBytes } from "node:crypto";
import type { Config } from "./config.server";
import { onRequest } from "./node-request.server";

/** The headers that every response carries, static files and errors included. */
export function sendSecurityHeaders({ APP_ORIGIN }: Pick<Config, "APP_ORIGIN">): () => void {
	const headers: Record<string, string> = {
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY",
		"Referrer-Policy": "strict-origin-when-cross-origin",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	};
	if (APP_ORIGIN.startsWith("https:")) {
		headers["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains";
	}
	return onRequest(({ response }) => {
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
	});
}

/** What an answer's own scripts are known by. */
export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * The Content-Security-Policy of a page.
 * @param origins where a form's answer may redirect to, such as the provider's sign-out, and what may be framed.
 */
export function contentSecurityPolicy(
	nonce: string,
	{ NODE_ENV, APP_ORIGIN }: Pick<Config, "NODE_ENV" | "APP_ORIGIN">,
	{ formTargets, frames }: { formTargets: readonly string[]; frames: readonly string[] },
): string {
	const development = NODE_ENV === "development";
	const directives: Record<string, string> = {
		"default-src": "'none'",
		"script-src": `'self' 'nonce-${nonce}'`,
		// Vite injects styles while developing.
		"style-src": development ? "'self' 'unsafe-inline'" : "'self'",
		// An admin may show things by a picture at any address; where the site is at https, http is upgraded.
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
