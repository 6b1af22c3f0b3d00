import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { storageFaultOf } from "db/faults";
import { takeLock } from "db/lock";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";

let folder: string;
beforeEach(() => {
	folder = temporaryFolder();
});

describe("the lock", () => {
	it("is exclusive until it is released, and leaves one small file", async () => {
		const path = join(folder, "a/site.lock");
		const release = await takeLock(path);
		expect(release).toBeTypeOf("function");
		expect(await takeLock(path)).toBeUndefined();
		release?.();
		const again = await takeLock(path);
		expect(again).toBeTypeOf("function");
		again?.();
		expect(readdirSync(join(folder, "a"))).toEqual(["site.lock"]);
	});

	it("can be awaited up to the given time", async () => {
		const path = join(folder, "site.lock");
		const release = await takeLock(path);
		const waiting = takeLock(path, 30_000);
		release?.();
		const taken = await waiting;
		expect(taken).toBeTypeOf("function");
		expect(await takeLock(path, 1)).toBeUndefined();
		taken?.();
	});

	it("is released when its process is killed", async () => {
		const path = join(folder, "site.lock");
		const program = `import { takeLock } from "db/lock"; console.log(typeof await takeLock(process.argv[1]));
			setInterval(() => {}, 1000);`;
		const other = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program, path], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		const [output] = await once(other.stdout, "data");
		expect(String(output)).toBe("function\n");
		expect(await takeLock(path)).toBeUndefined();
		const ended = once(other, "exit");
		other.kill("SIGKILL");
		await ended;
		const release = await takeLock(path);
		expect(release).toBeTypeOf("function");
		release?.();
	});
});

describe("the fault of the storage", () => {
	const coded = (code: string, cause?: unknown) => Object.assign(new Error("no", { cause }), { code });

	it.each([
		["SQLITE_FULL", "full"],
		["SQLITE_BUSY", "locked"],
		["SQLITE_BUSY_SNAPSHOT", "locked"],
		["SQLITE_READONLY_DBMOVED", "read-only"],
		["SQLITE_IOERR_FSYNC", "failing"],
		["SQLITE_IOERR_SHMSIZE", "full"],
		["SQLITE_CANTOPEN", "failing"],
		["SQLITE_CORRUPT_INDEX", "corrupt"],
		["SQLITE_NOTADB", "corrupt"],
		["ENOSPC", "full"],
		["EROFS", "read-only"],
		["SQLITE_CONSTRAINT_UNIQUE", undefined],
		["ENOENT", undefined],
	])("for the code %s is %s, also as the cause of another error", (code, fault) => {
		expect(storageFaultOf(coded(code))).toBe(fault);
		expect(storageFaultOf(new Error("it failed", { cause: coded("X", coded(code)) }))).toBe(fault);
	});

	it("is undefined for other errors and values", () => {
		for (const thrown of [undefined, "SQLITE_FULL", { code: "SQLITE_FULL" }, new Response()]) {
			expect(storageFaultOf(thrown)).toBeUndefined();
		}
	});
});
