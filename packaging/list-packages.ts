import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Plugin } from "vite";

/** What a build contains of `node_modules`, and what it imports from there at run time. */
export interface PackageList {
	/** The folders, such as `node_modules/react`, of the packages whose code or files are in the build. */
	bundled: string[];
	/** The names of the packages that the build imports. */
	imported: string[];
}

const folderIn = (path: string) =>
	/\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(`/${path}`)?.[1];
const nameOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

const sorted = (names: Iterable<string | undefined>) =>
	[...new Set(names)].filter((name) => name !== undefined).sort();

/** Writes the {@link PackageList} of a build to a file, for the release's bill of materials. */
export function listPackages(file: string): Plugin {
	return {
		name: "list-packages",
		apply: "build",
		writeBundle(_options, bundle) {
			const outputs = Object.values(bundle);
			const chunks = outputs.flatMap((output) => (output.type === "chunk" ? output : []));
			const assets = outputs.flatMap((output) => (output.type === "asset" ? output.originalFileNames : []));
			const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
			const outside = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
			const list: PackageList = {
				bundled: sorted([...modules, ...assets].map(folderIn)),
				imported: sorted(
					outside.flatMap((id) => (id in bundle || /^(node:|[./])/.test(id) ? undefined : nameOf(id))),
				),
			};
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, `${JSON.stringify(list, undefined, "\t")}\n`);
		},
	};
}
