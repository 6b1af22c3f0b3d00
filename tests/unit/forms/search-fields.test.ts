import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("a text that is pasted into a search field fits into an address", () => {
	const fields = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".tsx"))
		.flatMap((name) => readFileSync(`app/${name}`, "utf8").match(/<input[^>]*type="search"[^>]*>/gs) ?? []);
	expect(fields.length).toBeGreaterThan(2);
	for (const field of fields) expect(field).toMatch(/maxLength=\{\d{1,3}\}/);
});
