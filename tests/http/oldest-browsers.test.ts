/** The scripts of the build, in the oldest browsers that docs/decisions/0027-oldest-browsers.md names. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OLDEST_BROWSERS, REQUIRED } from "~/ui/start/oldest-browsers";
import { firstVersionsWith, newerCalls } from "../support/newer-features";

/** Found by their names, but tested before they are called, or another library's. */
const HARMLESS = {
	"Uint8Array.fromHex": "@noble/hashes tests it",
	dispose: "the router's, not that of DisposableStack",
	draw: "of the games, not that of a canvas with elements",
	skipTransition: "React Router tests startViewTransition",
	toHex: "@noble/hashes tests it",
	use: "i18next's, not that of DisposableStack",
};

it("the scripts call nothing that one of the oldest browsers does not have", () => {
	const planted = "list.toSorted(); Object.groupBy(list, by); new Set().union(other); list.map(by).at(-1)";
	expect(newerCalls(planted)).toEqual(["Object.groupBy", "toSorted", "union"]);
	expect(newerCalls("element.hidePopover?.()")).toEqual([]);

	const folder = "build/client/assets";
	const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
	expect(scripts.length).toBeGreaterThan(100);
	const found = scripts.flatMap((name) => newerCalls(readFileSync(`${folder}/${name}`, "utf8")));
	expect([...new Set(found)].sort()).toEqual(Object.keys(HARMLESS));
});

it("the members that the start script requires are those of exactly the oldest browsers, and the documents name these", () => {
	expect(firstVersionsWith(REQUIRED)).toEqual(OLDEST_BROWSERS);
	const { chrome, firefox, safari } = OLDEST_BROWSERS;
	for (const file of ["README.md", "docs/decisions/0027-oldest-browsers.md"]) {
		expect(readFileSync(file, "utf8"), file).toContain(
			`Chromium ${chrome}, Firefox ${firefox} and Safari ${safari}`,
		);
	}
});
