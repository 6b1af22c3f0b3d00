import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
const COPIED = [
	"app",
	"db",
	"demo",
	"public",
	"tests/support",
	"package.json",
	"remix.config.js",
	"tsconfig.json",
	"vite.config.ts",
];

/** What the comparison needs and the product must not have. */
const ROUTES: Record<string, string> = {
	// An action that does nothing.
	"bench-nothing": "export const action = () => null;\n",
	// The front door with the form of a play, and nothing behind it.
	"bench-door": `import { plinkoSchema } from "~/games/plinko/plinko.schema";
import { createAction } from "~/site.server";

export const action = createAction({
	role: "viewer",
	limit: { points: 150, seconds: 10 },
	schema: plinkoSchema,
	run: async () => ({}),
});
`,
};

/** Builds a copy of the site that has the routes of the comparison besides its own. */
export function buildCopy(): { folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), "plateia-bench-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	for (const path of COPIED) cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true });
	symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
	addRoutes(folder);
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

function addRoutes(folder: string) {
	const file = join(folder, "app/routes.ts");
	const list = readFileSync(file, "utf8");
	const added = Object.keys(ROUTES).map((name) => `\troute("${name}", "routes/${name}.ts"),\n`);
	const changed = list.replace("export default [\n", (start) => start + added.join(""));
	if (changed === list) throw new Error("app/routes.ts has another shape than this bench expects");
	writeFileSync(file, changed);
	for (const [name, code] of Object.entries(ROUTES)) {
		writeFileSync(join(folder, `app/routes/${name}.ts`), code);
	}
}
