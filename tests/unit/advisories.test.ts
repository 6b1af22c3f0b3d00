import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";

/** docs/security.md lists the known advisories with the reasons why they do not affect the site. */

interface LockedPackage {
	version: string;
	dev?: boolean;
}

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const locked = Object.entries<LockedPackage>(readJson("package-lock.json").packages);
const entriesOf = (name: string) => locked.filter(([path]) => path.endsWith(`node_modules/${name}`));

/** The first versions with the fixes of the advisories in docs/security.md. */
const FIXED: Readonly<Record<string, string>> = {
	express: "4.20.0",
	"body-parser": "1.20.3",
	send: "0.19.0",
	"serve-static": "1.16.0",
	"path-to-regexp": "0.1.13",
	qs: "6.16.0",
	cookie: "0.7.0",
	"on-headers": "1.1.0",
	undici: "6.28.0",
	sharp: "0.35.0",
};

function isAtLeast(version: string, least: string): boolean {
	const [given = [], needed = []] = [version, least].map((text) => text.split(".").map(Number));
	const at = needed.findIndex((part, index) => part !== given[index]);
	return at === -1 || (given[at] ?? 0) > (needed[at] ?? 0);
}

it("each package in the overrides of package.json is locked and installed in that version only", () => {
	const overrides = Object.entries<string>(readJson("package.json").overrides);
	expect(overrides.length).toBeGreaterThan(0);
	for (const [name, version] of overrides) {
		expect(entriesOf(name).map(([path, { version }]) => [path, version])).toEqual([
			[`node_modules/${name}`, version],
		]);
		expect(readJson(`node_modules/${name}/package.json`).version).toBe(version);
	}
});

it.each(Object.entries(FIXED))("%s has version %s or later on the server", (name, least) => {
	const entries = entriesOf(name).filter(([, { dev }]) => !dev);
	expect(entries).not.toEqual([]);
	expect(entries.filter(([, { version }]) => !isAtLeast(version, least))).toEqual([]);
});

it("Remix's server uses turbo-stream to encode only", () => {
	const uses = ["server-runtime", "node", "express", "serve", "router"].flatMap((name) => {
		const folder = `node_modules/@remix-run/${name}/dist`;
		return readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((file) => /\.[cm]?js$/.test(file))
			.map((file) => readFileSync(join(folder, file), "utf8"))
			.filter((text) => text.includes("turbo-stream"))
			.flatMap((text) => [
				...text.matchAll(/turboStream\.(\w+)|import \{ (.*) \} from ['"]turbo-stream['"]/g),
			])
			.map(([, member, imported]) => member ?? imported);
	});
	expect(new Set(uses)).toEqual(new Set(["encode"]));
});

it("a page with an error contains no constructor name, which the browser would call", () => {
	const { serializeErrors } = createRequire(import.meta.url)(
		join(process.cwd(), "node_modules/@remix-run/server-runtime/dist/errors.js"),
	);
	const error = Object.assign(new TypeError("secret"), { name: "Function" });
	expect(serializeErrors({ root: error }, "production")).toEqual({
		root: { __type: "Error", message: "Unexpected Server Error", stack: undefined },
	});
});
