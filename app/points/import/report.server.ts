import type { Db } from "db/database";
import { positionIn, readPage } from "db/keyset";
import { csvDownload } from "~/http/csv.server";
import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { inBatches } from "~/lib/batches.server";
import type { Site } from "~/lib/site";
import { FAULTS, GROUP_NAMES, GROUPS, type Group, type LineState } from "./import";
import { countLines, findImport, findImports, findLines } from "./import.queries.server";

export type ImportReport = NonNullable<Awaited<ReturnType<typeof readImport>>>;

const LINES_PER_PAGE = 50;
const MAX_LINKS = 10;

type Row = Awaited<ReturnType<typeof findLines>>[number];

/**
 * Reads the preview, progress or report of an import, and a page of its lines.
 * @param search of the address: `show`, the group of lines, by default the first one that is not empty; the pager's position.
 * @returns undefined for an unknown import.
 */
export async function readImport(
	{ db }: Pick<Site, "db">,
	id: string,
	search: URLSearchParams,
	language: Language,
) {
	const row = await findImport(db, id);
	if (!row || row.state === "reading") return undefined;
	const states = await countLines(db, id);
	const of = (state: string) => states.find((one) => one.state === state);
	const inGroup = (group: Group) =>
		states.filter(({ state }) => (GROUPS[group] as readonly string[]).includes(state));
	const sum = (values: readonly (number | null)[]) =>
		values.reduce<number>((total, one) => total + Number(one), 0);
	const countIn = (group: Group) => sum(inGroup(group).map(({ count }) => count));
	const counts = Object.fromEntries(GROUP_NAMES.map((group) => [group, countIn(group)])) as Record<
		Group,
		number
	>;
	const group =
		GROUP_NAMES.find((name) => name === search.get("show")) ??
		GROUP_NAMES.find((name) => counts[name] > 0) ??
		"changes";
	const lines = await readPage(
		{ position: positionIn(search, ["number"]), size: LINES_PER_PAGE },
		(position, limit) => findLines(db, id, GROUPS[group], position, limit),
		(line) => [line.line],
	);
	const total = sum(states.map(({ count }) => count));
	return {
		...{ id, source: row.source, state: row.state, unknown: row.unknown, counts, total, group },
		handled: total - (of("ready")?.count ?? 0) - (of("unknown")?.count ?? 0),
		gained: sum(inGroup("changes").map(({ gained }) => gained)),
		waiting: sum([of("unknown")?.points ?? 0, of("waiting")?.points ?? 0]),
		lines: { ...lines, rows: lines.rows.map((line) => lineOf(line, language)) },
	};
}

/** A line in the reader's language: `before` is the balance in the preview, `result` what has become of the line. */
function lineOf(row: Row, language: Language) {
	const { state, before, points } = row;
	return {
		line: row.line,
		username: row.twitch_username ?? (row.name || row.person_id),
		before: before ?? undefined,
		after: points ?? undefined,
		result: state === "ready" || state === "unknown" ? undefined : resultOf(row, language),
		isFault: (FAULTS as readonly string[]).includes(state),
	};
}

const resultOf = ({ state, detail }: Row, language: Language): string =>
	i18nIn(language).t(`points.lineStates.${state as LineState}`, { detail: detail ?? "" });

/** Lists the newest imports. */
export const readImportLinks = async ({ db, config }: Pick<Site, "db" | "config">, language: Language) =>
	(await findImports(db, MAX_LINKS)).map(({ id, created_at, state }) => ({
		id,
		when: formatMoment(new Date(created_at), language, config.SITE_TIMEZONE),
		state: state as "preview" | "running" | "done",
	}));

/** The report of an import as a CSV file: each line with what has become of it. */
export function downloadReport(db: Db, importId: string, language: Language): Response {
	const { t } = i18nIn(language);
	return csvDownload<Row>(
		"import.csv",
		[
			{ name: t("points.line"), of: (row) => row.line },
			{ name: t("points.username"), of: (row) => row.twitch_username ?? (row.name || row.person_id) },
			{ name: t("points.before"), of: (row) => row.before },
			{ name: t("points.after"), of: (row) => row.points },
			{ name: t("points.result"), of: (row) => resultOf(row, language) },
		],
		inBatches((last: Row | undefined, limit) =>
			findLines(db, importId, undefined, last && { direction: "after", key: [last.line] }, limit),
		),
	);
}
