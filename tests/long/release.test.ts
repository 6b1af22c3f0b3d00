/** The archive of this system, which `npm run release` builds. tests/http/site-start.test.ts has more of `plateia start`. */
import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nameOfTarget, type Target } from "../../packaging/packages";
import { freePort, type Site, startSite } from "../support/site/site";
import { expectPicture } from "../support/site/slot-picture";

const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const MAX_BYTES = 70e6;
/** Packages that a release has in several versions. */
const MAX_REPEATED = 5;
const isMusl = readFileSync("/proc/self/maps", "latin1").includes("/ld-musl-");
const target: Target = { cpu: process.arch === "arm64" ? "arm64" : "x64", libc: isMusl ? "musl" : "glibc" };

let folder: string;
/** The unpacked release. */
let release: string;
let site: Site;
/** The files of the release, before this test changes any. */
let files: { path: string; bytes: number; mode: number }[];

const built = (name: string) => join(folder, "built", name);
const archive = () => readdirSync(join(folder, "built")).find((name) => name.endsWith(".tar.gz")) ?? "";
const run = (command: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
	spawnSync(command, args, { encoding: "utf8", ...options });
const plateia = (args: string[], changes: Record<string, string> = {}) =>
	run(join(release, "bin/plateia"), args, { cwd: folder, env: site.settings(changes) as NodeJS.ProcessEnv });

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "plateia-archive-"));
	const options = ["--keep-build", "--target", nameOfTarget(target), "--output", join(folder, "built")];
	const packed = run(process.execPath, ["--import", "tsx", "packaging/release.ts", ...options], {
		cwd: repositoryRoot,
	});
	expect(packed, packed.stderr).toMatchObject({ status: 0 });
	expect(run("tar", ["-xzf", built(archive()), "-C", folder])).toMatchObject({ status: 0 });
	release = join(folder, archive().replace(/\.tar\.gz$/, ""));
	files = readdirSync(release, { recursive: true, encoding: "utf8" })
		.map((path) => ({ path, stat: lstatSync(join(release, path)) }))
		.filter(({ stat }) => !stat.isDirectory())
		.map(({ path, stat }) => ({ path, bytes: stat.blocks * 512, mode: stat.mode & 0o777 }));
	site = await startSite({
		startedIn: release,
		env: {
			PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		},
	});
}, 600_000);
afterAll(async () => {
	await site?.close();
	await rm(folder, { recursive: true, force: true });
});

describe("the archive", () => {
	it("has the checksums of SHA256SUMS", () => {
		const names = readFileSync(built("SHA256SUMS"), "utf8").match(/\S+$/gm);
		expect(names).toEqual([archive().replace(".tar.gz", ".cdx.json"), archive()]);
		expect(run("sha256sum", ["--check", "SHA256SUMS"], { cwd: join(folder, "built") }).status).toBe(0);
	});

	it("unpacks to less than 70 MB, which everybody can read and only root can change", () => {
		expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_BYTES);
		expect(new Set(files.map(({ mode }) => mode.toString(8)))).toEqual(new Set(["644", "755"]));
		expect(run("tar", ["--numeric-owner", "-tvzf", built(archive())]).stdout).not.toMatch(/^\S+ (?!0\/0 )/m);
	});

	it("has few packages in several versions", () => {
		const versions = new Map<string, Set<string>>();
		for (const { path } of files) {
			const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path) ?? [];
			if (!name) continue;
			const { version } = JSON.parse(readFileSync(join(release, path), "utf8"));
			versions.set(name, (versions.get(name) ?? new Set()).add(version));
		}
		expect(versions.size).toBeGreaterThan(100);
		const repeated = [...versions].filter(([, of]) => of.size > 1).map(([name]) => name);
		expect(repeated.length, repeated.join()).toBeLessThanOrEqual(MAX_REPEATED);
	});

	it("has no program that compiles, and the native modules of this system only", () => {
		const packages = readdirSync(join(release, "node_modules"));
		for (const name of [
			"tsx",
			"typescript",
			"vite",
			"esbuild",
			"lightningcss",
			"lucide-react",
			"simple-icons",
		])
			expect(packages).not.toContain(name);
		const system = `linux${isMusl ? "musl" : ""}-${target.cpu}`;
		const addons = files.filter(({ path }) => path.endsWith(".node")).map(({ path }) => path);
		expect(addons.sort()).toEqual([
			expect.stringContaining(`node_modules/@img/sharp-${system}/`),
			`node_modules/better-sqlite3/prebuilds/${system}.node`,
		]);
		expect(files.map(({ path }) => path)).toEqual(
			expect.arrayContaining([
				"LICENSE",
				"CHANGELOG.md",
				"docs/hosting/plateia.service",
				...["README.md", "install.sh", "Dockerfile", ".dockerignore", "compose.yaml", "compose-cluster.yaml"],
				"build/client/licenses.txt",
			]),
		);
	});

	it("has the fonts that pictures are drawn with", () => {
		const scripts = files.filter(({ path }) => /^build\/server\/.*\.js$/.test(path));
		const fonts = scripts.flatMap(({ path }) =>
			[
				...readFileSync(join(release, path), "utf8").matchAll(/"(@[\w-]+\/[\w-]+\/files\/[\w-]+\.woff2)"/g),
			].map(([, font]) => `node_modules/${font}`),
		);
		expect(fonts.length).toBeGreaterThan(0);
		expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(fonts));
	});

	it("does not name the folder in which it was built", () => {
		const named = files.filter(({ path }) =>
			readFileSync(join(release, path)).includes(`${repositoryRoot}/`),
		);
		expect(named.map(({ path }) => path)).toEqual([]);
	});

	it("has a bill of materials with the packages in it and in its build, and without a time", () => {
		const text = readFileSync(built(archive().replace(".tar.gz", ".cdx.json")), "utf8");
		expect(text).not.toMatch(/timestamp|serialNumber/);
		const bill = JSON.parse(text);
		expect(bill).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "plateia" } } });
		const names: string[] = bill.components.map(({ name }: { name: string }) => name);
		const copied = files.flatMap(({ path }) => {
			const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path) ?? [];
			return name ?? [];
		});
		expect(copied.filter((name) => !names.includes(name))).toEqual([]);
		// In the server's and the browser's build.
		expect(names).toEqual(
			expect.arrayContaining(["lucide-react", "simple-icons", "matter-js", "canvas-confetti"]),
		);
		expect(names).not.toContain("vitest");
		for (const { licenses, hashes } of bill.components)
			expect([licenses, hashes]).toEqual([[expect.anything()], [expect.anything()]]);
	});
});

describe("the site of the archive", () => {
	it("serves pages and is well", async () => {
		expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
		const page = await fetch(site.origin, { headers: { cookie: "age-verified=true; language=en" } });
		expect(page.status).toBe(200);
		const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
		expect((await fetch(site.origin + script)).status).toBe(200);
	});

	it("re-encodes an uploaded picture in its picture process", () => expectPicture(site));

	it("is audited and backed up by its commands, with a folder relative to the caller's", () => {
		expect(plateia(["audit", "--quiet"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
		expect(plateia(["backup", "copies"])).toMatchObject({
			status: 0,
			stdout: expect.stringMatching(/^\/.*\/copies\/plateia-.*, checked\n$/),
		});
		expect(readdirSync(join(folder, "copies"))).toContainEqual(expect.stringMatching(/^plateia-/));
	});

	it("stops on SIGTERM and starts again with the settings of .env", async () => {
		expect(await site.stop()).toMatchObject({ code: 0 });
		const port = await freePort();
		writeFileSync(join(release, ".env"), `PORT=${port}\nHOST=a..b\n`);
		const { PORT: _, ...environment } = site.settings({});
		const refused = run(join(release, "bin/plateia"), ["start"], { env: environment as NodeJS.ProcessEnv });
		expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('"a..b" cannot be found')]);
		await rm(join(release, ".env"));
		await site.restart();
		expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
	});
});
