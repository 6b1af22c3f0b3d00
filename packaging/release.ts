/**
 * `npm run release`: builds the archives of a release in release/, one per system, each with its bill of materials, and
 * SHA256SUMS. Requires GNU tar and a clean working tree; the same commit gives the same bytes in any folder.
 *
 *   --verify          builds the current commit in two new clones and compares the results
 *   --target NAME     builds for one system only, such as linux-x64; can be repeated
 *   --output FOLDER   a folder in place of release/
 *   --keep-build      takes the site from build/ as it is, also from a changed working tree; for tests
 */
import { createHash } from "node:crypto";
import {
	chmodSync,
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { billOfMaterials } from "./bill-of-materials";
import { BUNDLED_PACKAGES } from "./bundled-packages";
import { copyPackages, run } from "./copy-packages";
import { listPackages, type PackageList } from "./list-packages";
import { findPackages, nameOfTarget, readLock, TARGETS, type Target } from "./packages";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
/** Files of the clone that a release contains as they are. */
const FILES = [
	...["bin", "LICENSE", "CHANGELOG.md", ".env.example"],
	...["docs/hosting", "docs/hosting.md", "docs/sign-in.md", "docs/integrations.md", "docs/operations.md"],
	...["docs/operations", "docs/security.md", "docs/settings.md", "build/client", "build/server"],
];
/** Loaded by name or by programs of `bin` at run time, and so not listed by the build. */
const LOADED = [
	...["@fontsource-variable/bricolage-grotesque", "@noble/curves", "@remix-run/serve"],
	"better-sqlite3",
];
/** Its style sheet is in the build. */
const STYLES = ["node_modules/tailwindcss"];
const UNNEEDED_FILES = ["docs/operations/alerts.test.yml"];
/** Files for hosts, which a release contains at its top. */
const HOST_FILES = [
	"README.md",
	"install.sh",
	"Dockerfile",
	".dockerignore",
	"compose.yaml",
	"compose-cluster.yaml",
];

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const packageJson = readJson(join(root, "package.json"));
const { name, version }: { name: string; version: string } = packageJson;

const { values: options } = parseArgs({
	options: {
		verify: { type: "boolean", default: false },
		target: { type: "string", multiple: true, default: TARGETS.map(nameOfTarget) },
		output: { type: "string", default: join(root, "release") },
		"keep-build": { type: "boolean", default: false },
	},
});

function requireCleanTree() {
	const changed = run("git", ["status", "--porcelain"], { cwd: root });
	if (changed) throw new Error(`A release is built from a commit, but these files are changed:\n${changed}`);
}

function buildSite() {
	for (const folder of ["build/client", "build/server"])
		rmSync(join(root, folder), { recursive: true, force: true });
	run(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], {
		cwd: root,
		env: { ...process.env, NODE_ENV: "production" },
	});
}

/** Compiles `app/commands`. @returns the packages in the program, and those that it imports. */
async function compileCommands(folder: string): Promise<PackageList> {
	const list = join(folder, "packages.json");
	await build({
		...{ root, configFile: false, envFile: false, logLevel: "warn", mode: "production" },
		plugins: [tsconfigPaths(), listPackages(list)],
		ssr: { noExternal: BUNDLED_PACKAGES },
		esbuild: { legalComments: "none" },
		build: {
			ssr: "app/commands/plateia.server.ts",
			outDir: folder,
			emptyOutDir: true,
			copyPublicDir: false,
			target: "es2022",
			rollupOptions: { output: { entryFileNames: "plateia.js", chunkFileNames: "[name]-[hash].js" } },
		},
	});
	const packages: PackageList = readJson(list);
	rmSync(list);
	return packages;
}

/** The time of the commit in seconds, which all files of the archive have. */
const commitTime = () =>
	process.env.SOURCE_DATE_EPOCH ?? run("git", ["log", "-1", "--format=%ct"], { cwd: root }).trim();

interface Program {
	commands: string;
	packages: PackageList;
}

/** Builds the archive for a system, and its bill of materials. @returns the names of the files. */
function pack(target: Target, { commands, packages }: Program, output: string): string[] {
	const full = `${name}-${version}-${nameOfTarget(target)}`;
	const temporary = mkdtempSync(join(tmpdir(), "plateia-release-"));
	try {
		const folder = join(temporary, full);
		const lock = readLock(root);
		for (const file of FILES) {
			mkdirSync(join(folder, dirname(file)), { recursive: true });
			cpSync(join(root, file), join(folder, file), { recursive: true });
		}
		for (const file of UNNEEDED_FILES) rmSync(join(folder, file));
		for (const file of HOST_FILES) cpSync(join(root, "packaging", file), join(folder, file));
		cpSync(commands, join(folder, "commands"), { recursive: true });
		writeFileSync(join(folder, "package.json"), packageFile(target));
		for (const file of ["bin/plateia", "install.sh"]) chmodSync(join(folder, file), 0o755);
		const needed = findPackages(lock, [...LOADED, ...packages.imported], target);
		copyPackages(root, lock, needed, folder, target);
		const contents = [...needed, ...packages.bundled, ...STYLES];
		const materials = billOfMaterials(lock, { name, version, packages: contents });
		writeFileSync(join(output, `${full}.cdx.json`), materials);
		archive(temporary, full, join(output, `${full}.tar.gz`));
		return [`${full}.cdx.json`, `${full}.tar.gz`];
	} finally {
		rmSync(temporary, { recursive: true });
	}
}

function packageFile({ cpu, libc }: Target): string {
	const { private: isPrivate, description, license, type, engines } = packageJson;
	const contents = { name, version, private: isPrivate, description, license, type, engines };
	return `${JSON.stringify({ ...contents, os: ["linux"], cpu: [cpu], libc: [libc] }, undefined, "\t")}\n`;
}

/** Sorted, with one time, one owner and one mode, so that equal contents give equal bytes. */
function archive(folder: string, entry: string, file: string) {
	const tar = file.replace(/\.gz$/, "");
	run("tar", [
		...["--create", "--file", tar, "--directory", folder, "--format=gnu", "--sort=name"],
		...[`--mtime=@${commitTime()}`, "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", entry],
	]);
	run("gzip", ["--no-name", "--force", tar]);
}

function writeSums(output: string, files: readonly string[]) {
	const lines = [...files].sort().map((file) => {
		const hash = createHash("sha256")
			.update(readFileSync(join(output, file)))
			.digest("hex");
		return `${hash}  ${file}\n`;
	});
	writeFileSync(join(output, "SHA256SUMS"), lines.join(""));
}

async function release() {
	const targets = TARGETS.filter((target) => options.target.includes(nameOfTarget(target)));
	if (targets.length !== new Set(options.target).size)
		throw new Error(`The systems are ${TARGETS.map(nameOfTarget).join(", ")}.`);
	if (!options["keep-build"]) {
		requireCleanTree();
		buildSite();
	}
	const output = resolve(options.output);
	mkdirSync(output, { recursive: true });
	// Only what an earlier release has left.
	for (const file of readdirSync(output)) {
		if (/^(SHA256SUMS|plateia-.*\.(tar\.gz|cdx\.json))$/.test(file)) rmSync(join(output, file));
	}
	const commands = mkdtempSync(join(tmpdir(), "plateia-commands-"));
	try {
		const lists: PackageList[] = [
			await compileCommands(commands),
			readJson(join(root, "build/packages.client.json")),
			readJson(join(root, "build/packages.server.json")),
		];
		const packages = {
			bundled: lists.flatMap(({ bundled }) => bundled),
			// The browser's build imports nothing.
			imported: lists.flatMap(({ imported }) => imported),
		};
		const files = targets.flatMap((target) => pack(target, { commands, packages }, output));
		writeSums(output, files);
		for (const file of files.filter((one) => one.endsWith(".gz"))) {
			console.log(`${join(output, file)}  ${(statSync(join(output, file)).size / 1e6).toFixed(1)} MB`);
		}
	} finally {
		rmSync(commands, { recursive: true });
	}
}

/** Builds the commit in two clones whose paths differ in length, and compares the hashes of all files. */
function verify() {
	requireCleanTree();
	const folder = mkdtempSync(join(tmpdir(), "plateia-verify-"));
	try {
		const sums = ["a", "another-clone/of-the-site"].map((path) => {
			const clone = join(folder, path);
			console.log(`Building in ${clone} …`);
			run("git", ["clone", "--quiet", root, clone]);
			const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "development" };
			run("npm", ["ci"], { cwd: clone, env });
			run("npm", ["run", "release"], { cwd: clone, env });
			return readFileSync(join(clone, "release/SHA256SUMS"), "utf8");
		});
		console.log(sums[0]);
		if (sums[0] !== sums[1]) throw new Error(`The other clone has other files:\n${sums[1]}`);
		console.log("Both clones gave the same files.");
	} finally {
		rmSync(folder, { recursive: true });
	}
}

try {
	if (options.verify) verify();
	else await release();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
