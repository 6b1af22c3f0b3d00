import type { Db } from "db/database";
import { formatMoment, formatNumber } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Fields } from "~/platform/admin-changes.server";
import type { Config } from "~/platform/config.server";
import { type Page, type Position, readPage } from "~/platform/keyset";
import type { Change, ChangeFilter, FieldChange } from "./changes";
import { type ChangeRow, findActions, findActors, findChanges } from "./changes.queries.server";

interface Site {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
}

/** The sort key of the log: newest first. */
export const CHANGE_KEY = ["number"] as const;
const PER_PAGE = 30;

/** Fields whose values are words of the site and not somebody's text. */
const WORDED = new Set(["status", "guessing", "soloDraw", "step"]);

/** One page of what admins changed, in words. */
export async function readChanges(
	{ db, config }: Site,
	filter: ChangeFilter,
	position: Position | undefined,
	language: Language,
): Promise<Page<Change>> {
	const page = await readPage(
		{ position, size: PER_PAGE },
		(at, limit) => findChanges(db, filter, at, limit),
		({ id }) => [id],
	);
	return { ...page, rows: page.rows.map((row) => inWords(row, language, config.SITE_TIMEZONE)) };
}

/** By whom and by what the log can be narrowed, each with its name, in the order of the names. */
export async function readChoices(db: Db, language: Language) {
	const [actors, actions] = await Promise.all([findActors(db), findActions(db)]);
	const inOrder = (choices: { value: string; name: string }[]) =>
		choices.toSorted((one, other) => one.name.localeCompare(other.name, language));
	return {
		admins: inOrder(
			actors.map(({ actor, twitch_username }) => ({ value: actor, name: twitch_username ?? actor })),
		),
		actions: inOrder(actions.map((action) => ({ value: action, name: actionWords(action, language) }))),
	};
}

function inWords(row: ChangeRow, language: Language, timeZone: string): Change {
	return {
		id: row.id,
		when: formatMoment(new Date(row.created_at), language, timeZone),
		by: row.twitch_username ?? row.actor,
		what: actionWords(row.action, language),
		subject: row.subject_name,
		fields: fieldsIn(row.before, row.after, language),
	};
}

function fieldsIn(before: string | null, after: string | null, language: Language): FieldChange[] {
	const was = new Map(Object.entries(JSON.parse(before ?? "{}") as Fields));
	const is = new Map(Object.entries(JSON.parse(after ?? "{}") as Fields));
	return [...new Set([...was.keys(), ...is.keys()])].map((field) => ({
		name: wordsFor(`channel.fields.${field}`, language) ?? field,
		before: valueWords(field, was.get(field), language),
		after: valueWords(field, is.get(field), language),
	}));
}

function valueWords(field: string, value: Fields[string] | undefined, language: Language) {
	if (value === undefined) return undefined;
	if (value === null || value === "") return null;
	if (typeof value === "number") return formatNumber(value, language);
	if (typeof value === "boolean") return wordsFor(`channel.values.${value ? "yes" : "no"}`, language);
	if (field === "step") return actionWords(`hunt.${value}`, language);
	return (WORDED.has(field) ? wordsFor(`channel.values.${value}`, language) : undefined) ?? value;
}

const actionWords = (action: string, language: Language): string =>
	wordsFor(`channel.actions.${action}`, language) ?? action;

/** Of a key that the log may hold from another time; undefined where there are none. */
function wordsFor(key: string, language: Language): string | undefined {
	const words: unknown = i18nIn(language).getResource(language, "translation", key);
	return typeof words === "string" ? words : undefined;
}
