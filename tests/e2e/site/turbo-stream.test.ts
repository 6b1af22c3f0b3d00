import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addRecords, TABLE } from "../../support/data/access-table";
import { signInWithCookies } from "../../support/site/sign-in";
import { startSite } from "../../support/site/site";

interface Coverage {
	result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** Call counts of a function of turbo-stream, one for each copy of the module that the process has loaded. */
function callsIn(folder: string, name: string): number[] {
	return readdirSync(folder).flatMap((file) => {
		const { result }: Coverage = JSON.parse(readFileSync(join(folder, file), "utf8"));
		return result
			.filter(({ url }) => url.includes("/node_modules/turbo-stream/dist/turbo-stream."))
			.flatMap(({ functions }) => functions)
			.filter(({ functionName }) => functionName === name)
			.map(({ ranges }) => ranges[0]?.count ?? 0);
	});
}

it("the server encodes the data of all routes with turbo-stream and decodes nothing with it", async () => {
	const coverage = mkdtempSync(join(tmpdir(), "plateia-coverage-"));
	const site = await startSite({ env: { NODE_V8_COVERAGE: coverage, RATE_LIMIT_SCALE: "100" } });
	try {
		addRecords(site);
		const admin = await signInWithCookies(site, "admin");
		for (const { path } of Object.values(TABLE)) {
			const [pathname = "", search = ""] = path.split("?");
			const data = `${pathname === "/" ? "/_root" : pathname}.data${search && `?${search}`}`;
			for (const address of [path, data]) {
				for (const cookie of ["age-verified=true", admin]) {
					const response = await fetch(site.origin + address, {
						headers: { cookie, accept: "text/html" },
						redirect: "manual",
					});
					await response.arrayBuffer();
				}
			}
		}
		await site.stop();
		expect(Math.max(...callsIn(coverage, "encode"))).toBeGreaterThan(100);
		const decoded = callsIn(coverage, "decode");
		expect(decoded).not.toEqual([]);
		expect(Math.max(...decoded)).toBe(0);
	} finally {
		await site.close();
		rmSync(coverage, { recursive: true });
	}
});
