import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Where the column is read: pages of admins, a person's own pages, sign-in, erasure, and the expression for others. */
const READERS = [
	"app/account/erasure.queries.server.ts",
	"app/account/registration.server.ts",
	"app/account/sessions.queries.server.ts",
	"app/account/sessions.server.ts",
	"app/account/shown-name.ts",
	"app/account/subjects.queries.server.ts",
	"app/account/user-search.queries.server.ts",
	"app/account/users.queries.server.ts",
	"app/analytics/",
	"app/channel/changes.",
	"app/bonus-hunt/persistence/steps.queries.server.ts",
	"app/games/players/player-page.queries.server.ts",
	"app/points/",
	"app/settings/admins.queries.server.ts",
	"app/team/moderators/moderators.queries.server.ts",
	"app/store/orders/orders.queries.server.ts",
	"app/store/redeem/redeem.queries.server.ts",
	"app/team/api/tokens.queries.server.ts",
	"app/team/moderators/",
];

/** The column in a query of Kysely, except in its conditions, or in SQL. */
const READ = /(?<!where\()"[\w.]*twitch_username( as \w+)?"|sql`[^`]*twitch_username/;

it("a name that others read comes from the expression that leaves out hidden names", () => {
	const files = readdirSync("app", { recursive: true, encoding: "utf8" })
		.map((file) => `app/${file}`)
		.filter((file) => file.endsWith(".ts") && READ.test(readFileSync(file, "utf8")));
	const others = files.filter((file) => !READERS.some((known) => file.startsWith(known)));
	expect(others).toEqual([]);
	expect(files.length).toBeGreaterThan(READERS.length / 2);
});
