import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the audit command reports a missing database and does not create it", () => {
	const folder = mkdtempSync(join(tmpdir(), "plateia-audit-"));
	const path = join(folder, "none/site.sqlite");
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--import", "tsx", "app/commands/plateia.server.ts", "audit"],
		{ encoding: "utf8", env: { ...process.env, DATABASE_URL: `file:${path}` } },
	);
	expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `no database at ${path}\n` });
	expect(existsSync(join(folder, "none"))).toBe(false);
	rmSync(folder, { recursive: true });
}, 30_000);
