import { describe, expect, it } from "vitest";
import { billOfMaterials } from "../../../packaging/bill-of-materials";
import { findPackages, type Lock, readLock, TARGETS } from "../../../packaging/packages";

const locked = (about: object = {}) => ({ version: "1.0.0", integrity: "sha512-AAEC", ...about });
const X64 = { cpu: "x64", libc: "glibc" } as const;

describe("the packages of a release", () => {
	it.each(TARGETS)("have the native parts of $cpu with $libc only", (target) => {
		const native = findPackages(readLock("."), ["sharp"], target).filter((name) =>
			name.includes("@img/sharp"),
		);
		const system = `linux${target.libc === "musl" ? "musl" : ""}-${target.cpu}`;
		expect(native).toEqual(
			[`node_modules/@img/sharp-${system}`, `node_modules/@img/sharp-libvips-${system}`].sort(),
		);
	});

	it("are those that Node finds: nested ones first, required peers, and no optional peers", () => {
		const lock: Lock = {
			"node_modules/a": locked({
				dependencies: { b: "1", c: "1" },
				peerDependencies: { peer: "1", tool: "1" },
				peerDependenciesMeta: { tool: { optional: true } },
			}),
			"node_modules/b": locked({ dependencies: { c: "1" } }),
			"node_modules/c": locked({ version: "2.0.0" }),
			"node_modules/a/node_modules/c": locked({
				optionalDependencies: { missing: "1" },
				dependencies: { b: "1" },
			}),
			"node_modules/peer": locked(),
			"node_modules/tool": locked(),
			"node_modules/unused": locked(),
		};
		expect(findPackages(lock, ["a"], X64)).toEqual([
			"node_modules/a",
			"node_modules/a/node_modules/c",
			"node_modules/b",
			"node_modules/c",
			"node_modules/peer",
		]);
		expect(() => findPackages(lock, ["none"], X64)).toThrow(
			"none, which the site needs, is not in package-lock.json",
		);
	});
});

it("a bill of materials lists each package once, sorted, with its licence and hash", () => {
	const lock: Lock = {
		"node_modules/b": locked({ license: "(MIT OR CC0-1.0)" }),
		"node_modules/@a/c": locked({ license: "ISC" }),
		"node_modules/@a/c/node_modules/b": locked({ license: "(MIT OR CC0-1.0)" }),
	};
	const bill = JSON.parse(
		billOfMaterials(lock, { name: "site", version: "2.0.0", packages: Object.keys(lock) }),
	);
	const hashes = [{ alg: "SHA-512", content: "000102" }];
	expect(bill.components).toEqual([
		{
			...{ type: "library", "bom-ref": "pkg:npm/%40a/c@1.0.0", purl: "pkg:npm/%40a/c@1.0.0" },
			...{ name: "@a/c", version: "1.0.0", licenses: [{ license: { id: "ISC" } }], hashes },
		},
		{
			...{ type: "library", "bom-ref": "pkg:npm/b@1.0.0", purl: "pkg:npm/b@1.0.0" },
			...{ name: "b", version: "1.0.0", licenses: [{ expression: "(MIT OR CC0-1.0)" }], hashes },
		},
	]);
	expect(bill.metadata.component).toMatchObject({ name: "site", version: "2.0.0" });
	expect(Object.keys(bill)).not.toContain("serialNumber");
});
