import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	contentSecurityPolicy,
	hashScripts,
	newNonce,
	sendSecurityHeaders,
} from "~/http/security-headers.server";
import { serveBehind } from "../../support/serve-behind";

async function headersOf(origin: string) {
	const middleware = sendSecurityHeaders({ APP_ORIGIN: origin });
	const server = await serveBehind([middleware], (_request, response) => response.end());
	return (await fetch(server.origin)).headers;
}

describe("every response", () => {
	it("has the security headers", async () => {
		const headers = await headersOf("http://localhost:3000");
		expect(Object.fromEntries(headers)).toMatchObject({
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
			"referrer-policy": "strict-origin-when-cross-origin",
			"cross-origin-opener-policy": "same-origin",
			"cross-origin-resource-policy": "same-origin",
		});
		expect(headers.get("strict-transport-security")).toBeNull();
	});

	it("has Strict-Transport-Security if the site uses https", async () => {
		const headers = await headersOf("https://plateia.example");
		expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
	});
});

describe("a page's policy", () => {
	const policy = (origin = "https://plateia.example", mode: "production" | "development" = "production") =>
		contentSecurityPolicy(
			["'sha256-H4sh='"],
			{ NODE_ENV: mode, APP_ORIGIN: origin },
			{
				formTargets: ["https://login.example"],
				frames: ["https://demo.example", "https://*.play.example:8443"],
			},
		);

	it("allows only the site's own scripts, resources and frames", () => {
		const directives = policy().split("; ");
		for (const directive of [
			"default-src 'none'",
			"script-src 'self' 'sha256-H4sh='",
			"style-src 'self'",
			"img-src 'self' https:",
			"connect-src 'self'",
			"frame-src https://demo.example https://*.play.example:8443",
			"form-action 'self' https://login.example",
			"base-uri 'none'",
			"object-src 'none'",
			"frame-ancestors 'none'",
			"upgrade-insecure-requests",
		]) {
			expect(directives).toContain(directive);
		}
		expect(policy()).not.toMatch(/unsafe|\*(?!\.)|data:/);
	});

	it("does not upgrade insecure requests of an http site", () => {
		expect(policy("http://localhost:3000")).not.toContain("upgrade-insecure-requests");
	});
});

describe("the scripts of a page", () => {
	const nonce = newNonce();
	const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
	const script = `<script nonce="${nonce}">own("São")</script>`;
	const module = `<script nonce="${nonce}" type="module" async="">import "/a.js";\n</script>`;

	it("are hashed and sent without the nonce", () => {
		expect(hashScripts(`<html>${script}<p>${module}</p>${script}</html>`, nonce)).toEqual({
			html: `<html><script>own("São")</script><p><script type="module" async="">import "/a.js";\n</script></p><script>own("São")</script></html>`,
			scripts: [hashOf('own("São")'), hashOf('import "/a.js";\n')],
		});
	});

	it.each([
		["has no nonce", "<script>planted()</script>"],
		["has another nonce", '<script nonce="guess">planted()</script>'],
		["has an empty nonce", '<script nonce="">planted()</script>'],
		["has a nonce only within an attribute value", `<script title='x nonce="'>planted()</script>`],
		["is in capitals and has another nonce", '<SCRIPT NONCE="guess">planted()</SCRIPT>'],
		["has an external source", '<script src="https://evil.example/a.js"></script>'],
		["is an event handler", '<img src="x" onerror="planted()">'],
	])("get no hash and are not changed if one %s", (_, injected) => {
		for (const page of [`${injected}${script}`, `${script}${injected}`]) {
			const { html, scripts } = hashScripts(page, nonce);
			expect(scripts).toEqual([hashOf('own("São")')]);
			expect(html).toContain(injected);
		}
	});

	it.each([
		["that is not closed before a legitimate one", '<script src="https://evil.example/a.js" title="', 1],
		["whose text includes a legitimate one", '<script nonce="guess">planted();', 0],
		["around a legitimate one", "<script>planted();", 1],
	])("give no hash to an injected script %s", (_, injected, hashes) => {
		const { scripts } = hashScripts(`${injected}${script}`, nonce);
		expect(scripts).toEqual([hashOf('own("São")')].slice(0, hashes));
	});

	it("are not created by the removal of the nonce", () => {
		const injected = '<scr nonce="guess"ipt>planted()</script>&lt;script nonce=&quot;guess&quot;&gt;';
		expect(hashScripts(injected, nonce)).toEqual({ html: injected, scripts: [] });
		const known = `<scr nonce="${nonce}"ipt>planted()</script>`;
		expect(hashScripts(known, nonce)).toEqual({ html: known, scripts: [] });
	});
});
