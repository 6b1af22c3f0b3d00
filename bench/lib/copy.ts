import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));
/** What the build and `plateia start` read. */
const COPIED = [
	...["app", "bin", "db", "packaging", "public"],
	...["package.json", "package-lock.json", "remix.config.js", "tsconfig.json", "vite.config.ts"],
];

export interface Built {
	folder: string;
	remove(): void;
}

/**
 * Builds a copy of the site with one more route for a comparison, which must not be part of the product.
 * @param name its one-word path
 */
export function buildCopy(name: string, code: string): Built {
	return buildIn((folder) => {
		for (const path of COPIED) cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
		const file = join(folder, "app/routes.ts");
		const list = readFileSync(file, "utf8");
		const added = `export default [\n\troute("${name}", "routes/${name}.tsx"),\n`;
		const changed = list.replace("export default [\n", added);
		if (changed === list) throw new Error("app/routes.ts does not have the format that this bench expects");
		writeFileSync(file, changed);
		writeFileSync(join(folder, `app/routes/${name}.tsx`), code);
	});
}

/** Builds another app with this repository's packages. @param source its folder */
export const buildApp = (source: string): Built =>
	buildIn((folder) => cpSync(source, folder, { recursive: true }));

function buildIn(fill: (folder: string) => void): Built {
	const folder = mkdtempSync(join(tmpdir(), "plateia-bench-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	fill(folder);
	symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
	const { status, stderr } = spawnSync(
		process.execPath,
		["node_modules/@remix-run/dev/dist/cli.js", "vite:build"],
		{ cwd: folder, encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
	);
	if (status !== 0) {
		remove();
		throw new Error(`The copy could not be built:\n${stderr}`);
	}
	return { folder, remove };
}
