import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isLong } from "../test-size";

/** They define what this module searches for, and export much else. */
const DEFINITIONS = ["tests/support/database.ts", "tests/support/for-each-test.ts"];
const OPENS = /\b(openTestDatabase|openEmptyDatabase|databaseForEachTest)\b/;
const IMPORT = /\bfrom\s+"(\.[^"]+)"/g;

/** What Kysely does not translate for each engine, or what depends on the order of concurrent acts. */
const OWN_SQL = /\bsql[`.<]|\.onConflict\(/;

/**
 * The unit tests that run on PostgreSQL in each run, by the modules whose behaviour can differ there: raw SQL, conflicts and
 * audits. All others run there with TEST_LONG=1, or when they are named: their statements are Kysely's, which has tests of its own. Not in this list are
 * large samples of statements that a smaller test here runs as well, such as the models of the ledger and the store.
 */
export const ON_POSTGRES: Readonly<Record<string, readonly string[]>> = {
	"app/account/avatars/avatars.queries": ["account/avatars"],
	"app/account/erasure.queries": ["account/erasure"],
	"app/account/platform-people.queries": ["points/import"],
	"app/account/user-search.queries": ["points/user-table", "store/orders"],
	"app/analytics/event-counts.queries": ["analytics/counter"],
	"app/team/api/api.audit": ["team/api"],
	"app/team/api/tokens.queries": ["team/api"],
	"app/announcements/announcements.queries": ["announcements/announcements"],
	"app/bonus-hunt/persistence/guesses.queries": ["bonus-hunt/guesses"],
	"app/bonus-hunt/persistence/hunt.audit": ["races/acts.races"],
	"app/bonus-hunt/persistence/hunts.queries": ["bonus-hunt/hunts"],
	"app/earning/codes/codes.queries": ["earning/codes"],
	"app/earning/credit.queries": ["earning/watch"],
	"app/earning/daily/daily-bonus.queries": ["earning/daily-bonus"],
	"app/earning/earning.audit": ["earning/earning.audit"],
	"app/earning/inbox/events.queries": ["earning/inbox"],
	"app/earning/inbox/forgotten.queries": ["account/erasure"],
	"app/earning/own-data.queries": ["earning/own-data"],
	"app/earning/watch/activity.queries": ["account/erasure"],
	"app/earning/watch/watch.queries": ["earning/watch"],
	"app/events/predictions/predictions.audit": ["races/acts.races"],
	"app/events/predictions/predictions.queries": ["events/predictions"],
	"app/events/tournaments/bracket/bracket.audit": ["events/tournaments/bracket-steps"],
	"app/events/tournaments/bracket/bracket.queries": ["events/tournaments/bracket-steps"],
	"app/events/tournaments/league.queries": ["events/tournaments"],
	"app/events/tournaments/race.queries": ["events/tournaments"],
	"app/events/tournaments/tournaments.audit": ["events/tournaments"],
	"app/events/tournaments/tournaments.queries": ["events/tournaments"],
	"app/events/raffles/raffles.audit": ["events/raffles/raffles"],
	"app/events/raffles/raffles.queries": ["events/raffles/raffles", "races/acts.races"],
	"app/forms/idempotency.queries": ["forms/idempotency"],
	"app/games/crash/persistence/crash.audit": ["races/acts.races"],
	"app/games/crash/persistence/crash.queries": ["games/crash/persistence/bets"],
	"app/games/crash/persistence/live-names.queries": ["games/crash/persistence/live-names"],
	"app/games/crash/persistence/solo.queries": ["games/crash/persistence/bets"],
	"app/games/crash/persistence/live.queries": ["games/crash/persistence/chain", "home/checklist"],
	"app/games/limits/limits.queries": ["games/limits/limits.server"],
	"app/games/players/player-page.queries": ["games/players/player-page"],
	"app/games/instant/instant.audit": ["db/audit"],
	"app/home/checklist.queries": ["home/checklist"],
	"app/jobs/jobs.audit": ["races/acts.races"],
	"app/jobs/jobs.queries": ["jobs/jobs"],
	"app/notifications/notices.queries": ["notifications/notices"],
	"app/notifications/push/push.queries": ["notifications/push"],
	"app/points/import/import.audit": ["points/import"],
	"app/points/ledger/ledger.audit": ["db/audit"],
	"app/points/ledger/ledger.queries": ["points/ledger"],
	"app/points/ledger/point-hours.queries": ["analytics/analytics"],
	"app/points/ledger/pauses.queries": ["points/pauses", "races/acts.races"],
	"app/points/merges/merges.audit": ["races/acts.races"],
	"app/points/users/user-table.queries": ["points/user-table"],
	"app/records/records.queries": ["records/records"],
	"app/settings/admins.queries": ["settings/settings"],
	"app/social/links.queries": ["social/social"],
	"app/storage/site-settings.queries": ["settings/settings"],
	"app/points/users/daily-points.queries": ["team/moderators"],
	"app/team/moderators/moderators.queries": ["team/moderators", "team/proposals"],
	"app/store/goal/goal.queries": ["store/items"],
	"app/store/items/codes.queries": ["store/redeem"],
	"app/store/orders/orders.queries": ["store/orders"],
	"app/store/store.audit": ["store/store.audit"],
	"app/team/requests/requests.audit": ["team/requests"],
	"db/audit": ["db/audit"],
	"db/migrate": ["db/migrations"],
	"db/move": ["db/move.postgres"],
	"db/probe": ["operations/site-metrics"],
	"db/tables": ["db/migrations", "points/ledger"],
	"db/text-match": ["points/user-table", "store/orders"],
	"db/transact": ["db/transact", "races/acts.races"],
};

const isListed = (path: string): boolean =>
	path.endsWith(".postgres.test.ts") ||
	Object.values(ON_POSTGRES).some((names) => names.some((name) => path === `tests/unit/${name}.test.ts`));

/** Whether the project postgres runs all tests on a database: with TEST_LONG=1, or if the command names tests. */
export const areAllOnPostgres: boolean = isLong || process.env.PLATEIA_ON_POSTGRES === "all";

/** The unit test files that the project postgres runs: those of {@link ON_POSTGRES}, or all. */
export const postgresTests = (root: string): string[] =>
	databaseTests(root).filter((path) => areAllOnPostgres || isListed(path));

/** The modules of app/ and db/ with raw SQL, conflicts or audits that both engines run, as ON_POSTGRES names them. */
export const modulesWithOwnSql = (root: string): string[] =>
	["app", "db"]
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
				join(folder, name),
			),
		)
		.filter((path) => path.endsWith(".ts") && !/^db\/(postgres|sqlite|migrations)/.test(path))
		.filter(
			(path) => path.endsWith(".audit.server.ts") || OWN_SQL.test(readFileSync(join(root, path), "utf8")),
		)
		.map((path) => path.replace(/(\.server)?\.ts$/, ""))
		.sort();

/**
 * The unit test files that open a test database, themselves or through a module of tests/ that they import.
 * @param root the folder of the repository.
 * @returns their paths from `root`.
 */
export function databaseTests(root: string): string[] {
	const known = new Map<string, boolean>();

	function opens(path: string): boolean {
		const answer = known.get(path);
		if (answer !== undefined) return answer;
		// An import cycle adds nothing.
		known.set(path, false);
		const text = DEFINITIONS.includes(path) ? "" : readFileSync(join(root, path), "utf8");
		const found = OPENS.test(text) || importsOf(root, path, text).some(opens);
		known.set(path, found);
		return found;
	}

	return readdirSync(join(root, "tests/unit"), { recursive: true, encoding: "utf8" })
		.map((name) => join("tests/unit", name))
		.filter((path) => /\.test\.tsx?$/.test(path) && !path.endsWith(".sqlite.test.ts"))
		.filter((path) => path.endsWith(".postgres.test.ts") || opens(path))
		.sort();
}

function importsOf(root: string, path: string, text: string): string[] {
	return [...text.matchAll(IMPORT)].flatMap(([, name = ""]) => {
		const target = join(dirname(path), name);
		const file = [target, `${target}.ts`, `${target}.tsx`].find(
			(one) => /\.tsx?$/.test(one) && existsSync(join(root, one)),
		);
		return file?.startsWith("tests/") ? [file] : [];
	});
}
