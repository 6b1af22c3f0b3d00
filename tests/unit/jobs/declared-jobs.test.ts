import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { JOBS } from "~/site/jobs.server";

const RESULTS = { dead: "waits for an admin", dropped: "is deleted", again: "is attempted again" } as const;

it("each kind of job is declared once, and described with its attempts and its end in docs/operations.md", () => {
	const kinds = JOBS.map(({ kind }) => kind);
	expect(new Set(kinds).size).toBe(kinds.length);
	const documented = [
		...readFileSync("docs/operations.md", "utf8").matchAll(
			/^\| `([\w-]+)` \| [^|]+ \| (\d+), then it ([^|]+) \|$/gm,
		),
	].map(([, kind, attempts, end]) => [kind, Number(attempts), end]);
	const declared = JOBS.map(({ kind, waits, afterLast }) => [kind, waits.length + 1, RESULTS[afterLast]]);
	expect(documented).toEqual(declared.sort());
});
