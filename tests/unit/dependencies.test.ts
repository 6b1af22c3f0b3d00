import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

function readJson(path: string) {
	return JSON.parse(readFileSync(path, "utf8"));
}

it("docs/dependencies.md has a reason and a size for every dependency, and for no other package", () => {
	const { dependencies, devDependencies } = readJson("package.json");
	const lines = [
		...readFileSync("docs/dependencies.md", "utf8").matchAll(
			/^\| `([^`]+)` \| (.{4,}?) \| [\d.]+ [KM]B \|/gm,
		),
	];
	expect(lines.map(([, name]) => name)).toEqual([
		...Object.keys(dependencies),
		...Object.keys(devDependencies),
	]);
});

interface LockedPackage {
	integrity?: string;
	inBundle?: boolean;
	resolved?: string;
	optionalDependencies?: Record<string, string>;
}

describe("package-lock.json", () => {
	const { "": _root, ...packages }: Record<string, LockedPackage> = readJson("package-lock.json").packages;
	const entries = Object.entries(packages);

	it("has an integrity hash for every package, and no registry URL", () => {
		// A bundled package is part of its parent package's archive.
		const unhashed = entries.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
		expect(unhashed.map(([name]) => name)).toEqual([]);
		expect(entries.filter(([, { resolved }]) => resolved).map(([name]) => name)).toEqual([]);
	});

	it("contains the packages of every platform, which `npm ci` requires", () => {
		const names = entries.map(([name]) => name);
		const wanted = entries.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}));
		expect(wanted.filter((name) => !names.some((entry) => entry.endsWith(`node_modules/${name}`)))).toEqual(
			[],
		);
	});
});
