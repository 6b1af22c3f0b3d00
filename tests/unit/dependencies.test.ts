import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("gives a reason and a weight for every package that the project names, and for no other", () => {
	const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
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
