import { afterEach, describe, expect, it } from "vitest";
import { contentSecurityPolicy, sendSecurityHeaders } from "~/platform/security-headers.server";
import { serve } from "./front-door.setup";

let close: (() => unknown)[] = [];
afterEach(async () => {
	for (const end of close) await end();
	close = [];
});

async function headersOf(origin: string) {
	close.push(sendSecurityHeaders({ APP_ORIGIN: origin }));
	const server = await serve((_request, response) => response.end());
	close.push(server.close);
	return (await fetch(server.origin)).headers;
}

describe("every response", () => {
	it("carries the headers that guard it", async () => {
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

	it("insists on https where the site is at https", async () => {
		const headers = await headersOf("https://plateia.example");
		expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}; includeSubDomains$/);
	});
});

describe("a page's policy", () => {
	const policy = (origin = "https://plateia.example", mode: "production" | "development" = "production") =>
		contentSecurityPolicy(
			"N0nce",
			{ NODE_ENV: mode, APP_ORIGIN: origin },
			{
				formTargets: ["https://login.example"],
				frames: ["https://demo.example", "https://*.play.example:8443"],
			},
		);

	it("lets nothing run, load or frame but the site's own", () => {
		const directives = policy().split("; ");
		for (const directive of [
			"default-src 'none'",
			"script-src 'self' 'nonce-N0nce'",
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

	it("does not upgrade requests of a site at http", () => {
		expect(policy("http://localhost:3000")).not.toContain("upgrade-insecure-requests");
	});
});
