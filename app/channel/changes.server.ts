import type { Db } from "db/database";
import { type Position, readPage } from "db/keyset";
import type { Fields } from "~/change-log/admin-changes.server";
import { formatDecimals, formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { TRANSLATION_LANGUAGES, translationName } from "~/i18n/translations";
import type { Config } from "~/lib/config.server";
import { declarationOf, SETTINGS, type SettingName } from "~/lib/settings.server";
import type { Site } from "~/lib/site";
import {
	type ChangeFilter,
	findActions,
	findActors,
	findChanges,
	findUserNames,
} from "./changes.queries.server";

/** The types of the log's sort key, for `positionIn`. */
export const CHANGE_KEY = ["number"] as const;
const PER_PAGE = 30;

/** Fields whose values are user ids. */
const USERS = new Set(["winner"]);
/** Fields whose values are instants. */
const INSTANTS = new Set(["from", "until", "boostUntil", "opensAt", "closesAt", "endsAt"]);
/** Fields whose values have messages, as opposed to typed text. */
const WITH_MESSAGES = new Set(["status", "guessing", "step"]);
/** Fields whose values are lists of keys with names, and where the names are. */
const LISTS: Readonly<Record<string, string>> = {
	...{ rights: "settings.moderators.rights", scopes: "settings.api.scope" },
};

/** Reads the filter from the query parameters `by` and `action`; values are not validated. */
export const changeFilterIn = (search: URLSearchParams): ChangeFilter => ({
	by: search.get("by") || undefined,
	action: search.get("action") || undefined,
});

/** Reads one page of 30 changes, newest first, with formatted instants, names and values. */
export async function readChanges(
	{ db, config }: Pick<Site, "db"> & { config: Pick<Config, "SITE_TIMEZONE"> },
	filter: ChangeFilter,
	position: Position | undefined,
	language: Language,
) {
	const page = await readPage(
		{ position, size: PER_PAGE },
		(at, limit) => findChanges(db, filter, at, limit),
		({ id }) => [id],
	);
	const rows = page.rows.map((row) => ({
		...row,
		was: fieldsOf(row.before),
		is: fieldsOf(row.after),
	}));
	const users = await findUserNames(
		db,
		rows.flatMap(({ was, is }) => [...userIdsIn(was), ...userIdsIn(is)]),
	);
	const zone = config.SITE_TIMEZONE;
	const anonymous = i18nIn(language).t("shell.anonymous");
	const formatted = (row: (typeof rows)[number]) => ({
		id: row.id,
		when: formatMoment(new Date(row.created_at), language, zone),
		/** The admin's name. */
		by: row.actor_name ?? (row.actor_id ? anonymous : row.actor),
		what: actionText(row.action, language),
		/** The name of the record at the time; empty without one. */
		subject: [row.subject_name, row.subject_user_id ? (row.subject_user ?? anonymous) : ""]
			.filter((name) => name !== "")
			.join(" · "),
		fields: [...new Set([...row.was.keys(), ...row.is.keys()])]
			.map((field) => ({
				name:
					messageOf(`channel.fields.${field}`, language) ??
					messageOf(`settings.fields.${field}.label`, language) ??
					messageOf(`earning.rules.fields.${field}`, language) ??
					recordField(row.action, field, language) ??
					field,
				/** Undefined if the record did not exist or the field was not logged; null for an empty value. `after` likewise. */
				before: valueText(field, row.was.get(field), { language, users, zone }),
				after: valueText(field, row.is.get(field), { language, users, zone }),
			}))
			.filter(({ before, after }) => before ?? after),
	});
	return { ...page, rows: rows.map(formatted) };
}

export type Change = Awaited<ReturnType<typeof readChanges>>["rows"][number];

type Value = Fields[string];

/** How a setting is entered; undefined for the field of a record. */
const inputOf = (field: string) =>
	Object.hasOwn(SETTINGS, field) ? declarationOf(field as SettingName).input : undefined;

const fieldsOf = (json: string | null) => new Map(Object.entries(JSON.parse(json ?? "{}") as Fields));

/** The log stores ids instead of names, so that an erased user's name does not stay in it. */
const userIdsIn = (fields: ReadonlyMap<string, Value>): string[] =>
	[...fields].flatMap(([field, value]) => (USERS.has(field) && typeof value === "string" ? [value] : []));

/** Returns the choices of the filter: all admins and actions in the log, sorted by their names. */
export async function readChoices(db: Db, language: Language) {
	const anonymous = i18nIn(language).t("shell.anonymous");
	const [actors, actions] = await Promise.all([findActors(db), findActions(db)]);
	const inOrder = (choices: { value: string; name: string }[]) =>
		choices.toSorted((one, other) => one.name.localeCompare(other.name, language));
	return {
		admins: inOrder(
			actors.map(({ actor, user_id, twitch_username }) => ({
				value: actor,
				name: twitch_username ?? (user_id ? anonymous : actor),
			})),
		),
		actions: inOrder(actions.map((action) => ({ value: action, name: actionText(action, language) }))),
	};
}

function valueText(
	field: string,
	value: Value | undefined,
	{ language, users, zone }: { language: Language; users: ReadonlyMap<string, string | null>; zone: string },
): string | null | undefined {
	if (value === undefined) return undefined;
	if (value === null || value === "") return null;
	if (typeof value === "number") return formatDecimals(value, language);
	if (typeof value === "boolean") return messageOf(`channel.values.${value ? "yes" : "no"}`, language);
	const input = inputOf(field);
	if (input === "switch") return messageOf("channel.values.yes", language);
	if (input === "choice") return messageOf(`settings.options.${value}.name`, language) ?? value;
	if ((input === "instant" || INSTANTS.has(field)) && !Number.isNaN(Date.parse(value)))
		return formatMoment(new Date(value), language, zone);
	if (USERS.has(field)) return users.get(value) ?? i18nIn(language).t("shell.anonymous");
	const named = Object.hasOwn(LISTS, field) ? LISTS[field] : undefined;
	if (named)
		return value
			.split(", ")
			.map((one) => messageOf(`${named}.${one}.name`, language) ?? one)
			.join(", ");
	// Of a hunt, unless the step names its action.
	if (field === "step") return actionText(value.includes(".") ? value : `hunt.${value}`, language);
	return (WITH_MESSAGES.has(field) ? messageOf(`channel.values.${value}`, language) : undefined) ?? value;
}

const actionText = (action: string, language: Language): string =>
	messageOf(`channel.actions.${action}`, language) ??
	recordText(action, "log", action.split(".")[1] ?? "", language) ??
	action;

/** The text of a record, whose actions begin with the namespace of its texts: see `app/records`. */
const recordText = (action: string, group: "log" | "fields", name: string, language: Language) =>
	messageOf(`${action.split(".")[0]}.record.${group}.${name}`, language);

/** The name of a record's field; for a translation such as `nameEn` with the language. */
function recordField(action: string, field: string, language: Language): string | undefined {
	const other = TRANSLATION_LANGUAGES.find(
		(one) => translationName(field.slice(0, -one.length), one) === field,
	);
	const name = recordText(action, "fields", other ? field.slice(0, -other.length) : field, language);
	return name && other ? `${name} (${i18nIn(language).t(`translations.languages.${other}`)})` : name;
}

/** Returns the message of a key; undefined without one, as for an action of an earlier version. */
function messageOf(key: string, language: Language): string | undefined {
	const message: unknown = i18nIn(language).getResource(language, "translation", key);
	return typeof message === "string" ? message : undefined;
}
