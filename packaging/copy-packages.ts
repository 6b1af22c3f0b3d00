/** Copies packages into a release, without the files that are not needed at run time. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { type Lock, nameOfPackage, type Target } from "./packages";

/** Sources, types, source maps, lock files and manuals. Licences are kept. */
const UNNEEDED = /\.(map|[cm]?tsx?|flow|md|markdown|gyp|tsbuildinfo|lock|lockb)$/i;
const LICENCE = /^(licen[cs]e|notice|copying)/i;
/** At the top of a package: its tests and manuals, and its builds for pages without modules. */
const UNNEEDED_FOLDERS = /^(__tests__|bench|benchmarks?|docs|examples?|tests?|umd)$/;
/**
 * Of single packages: the other form where Node loads either modules or CommonJS only, builds for browsers, and parts that nothing
 * imports. A release without a needed file does not start, or fails in `tests/long/release.test.ts`.
 */
const UNNEEDED_PARTS: Readonly<Record<string, RegExp>> = {
	"@swc/helpers": /^(_|cjs|scripts|src)\//,
	"better-sqlite3": /^(deps|src)\//,
	bintrees: /^dist\//,
	brotli: /^(build|enc)\//,
	"csv-parse": /^dist\//,
	"csv-stringify": /^dist\//,
	fontkit: /^(src\/|dist\/(browser|main))/,
	kysely: /^dist\/cjs\//,
	"lru-cache": /^dist\/(commonjs|esm\/(browser|react-native))\//,
	"matter-js": /^build\//,
	pako: /^dist\//,
	"react-dom": /(profiling|test-utils)/,
	"source-map-support": /^browser-/,
	"web-streams-polyfill": /^dist\/(?!ponyfill\.js$)/,
};

/**
 * Copies packages from the clone's `node_modules`. Those of another system, which are not installed, are downloaded from
 * the npm registry and compared with the lock file.
 * @param folders as of `findPackages`.
 */
export function copyPackages(
	root: string,
	lock: Lock,
	folders: readonly string[],
	to: string,
	target: Target,
) {
	for (const folder of folders) {
		const installed = join(root, folder);
		const fetched = existsSync(installed) ? undefined : download(lock, folder);
		if (!fetched) requireLocked(lock, folder, installed);
		copyPackage(fetched ?? installed, join(to, folder), nameOfPackage(folder), target);
		if (fetched) rmSync(join(fetched, ".."), { recursive: true });
	}
}

/** @throws if another version is installed than the lock file has. */
function requireLocked(lock: Lock, folder: string, installed: string) {
	const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
	if (version !== lock[folder]?.version)
		throw new Error(`${folder} is ${version}, package-lock.json has ${lock[folder]?.version}. Run: npm ci`);
}

function copyPackage(from: string, to: string, name: string, target: Target) {
	const addon = `linux${target.libc === "musl" ? "musl" : ""}-${target.cpu}.node`;
	cpSync(from, to, {
		recursive: true,
		filter(path) {
			const part = relative(from, path);
			const [top = "", ...rest] = part.split("/");
			// Nested packages are copied by themselves.
			if (top === "node_modules" || UNNEEDED_FOLDERS.test(top)) return false;
			// The slash lets a pattern match a folder, which is then not entered.
			if (UNNEEDED_PARTS[name]?.test(statSync(path).isDirectory() ? `${part}/` : part)) return false;
			if (name === "better-sqlite3" && top === "prebuilds") return rest.length === 0 || rest[0] === addon;
			return !UNNEEDED.test(path) || LICENCE.test(basename(path));
		},
	});
}

/** @returns the folder of the package, in a temporary folder. */
function download(lock: Lock, folder: string): string {
	const { version, integrity } = lock[folder] ?? {};
	const temporary = mkdtempSync(join(tmpdir(), "plateia-package-"));
	const name = `${nameOfPackage(folder)}@${version}`;
	run("npm", ["pack", name, "--silent", "--pack-destination", temporary]);
	const [archive = ""] = readdirSync(temporary);
	const hash = createHash("sha512")
		.update(readFileSync(join(temporary, archive)))
		.digest("base64");
	if (integrity !== `sha512-${hash}`) throw new Error(`${name} is not what package-lock.json has.`);
	mkdirSync(join(temporary, "package"), { recursive: true });
	run("tar", ["-xzf", join(temporary, archive), "-C", join(temporary, "package"), "--strip-components=1"]);
	return join(temporary, "package");
}

/** Runs a program with its output shown. @returns its standard output. @throws if it fails. */
export function run(
	program: string,
	args: readonly string[],
	options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
	const { status, stdout, error } = spawnSync(program, args, {
		...options,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "inherit"],
		maxBuffer: 2 ** 30,
	});
	if (status === 0) return stdout;
	throw error ?? new Error(`${program} ${args.join(" ")} ended with ${status}.\n${stdout}`);
}
