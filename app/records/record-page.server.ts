import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Config } from "~/lib/config.server";
import { type AnyRecord, pictureOf, type RecordType } from "./record.server";
import type { FormField } from "./record-form";

/** What the texts of a record's dialogs depend on. */
interface Reader {
	config: Config;
	language: Language;
}

/** The texts of a record, from `record` of its namespace. Texts that it does not have are empty. */
function textsOf({ texts, placeholders }: RecordType, { config, language }: Reader) {
	const { t, exists } = i18nIn(language);
	return (key: string, values: Record<string, string> = {}): string => {
		const full = `${texts}.record.${key}` as "slots.title";
		return exists(full) ? t(full, { ...placeholders?.(config), ...values }) : "";
	};
}

/** The dialog that adds or edits a record. @param record the edited one; undefined for a new one. */
export function describeForm(type: RecordType, record: AnyRecord | undefined, reader: Reader) {
	const text = textsOf(type, reader);
	const { t } = i18nIn(reader.language);
	const picture = pictureOf(type);
	const save = record?.isDraft ? "publish" : record?.status === "disabled" ? "saveBack" : "save";
	const storedOf = (name: string): unknown =>
		record
			? (type.fields[name]?.shown?.(record, reader.language, reader.config) ?? record[name])
			: type.fields[name]?.proposed;
	return {
		title: text(!record || record.isDraft ? "add" : "edit"),
		...{ id: record?.id, revision: record?.revision, translations: record?.translations, list: type.list },
		idempotencyKey: crypto.randomUUID(),
		intro: record?.isDraft ? text("draft") : "",
		fields: Object.entries(type.fields).map(
			([name, { input, width, translation }]): FormField => ({
				...{ ...input, name, width, isTranslated: translation !== undefined },
				label: text(`fields.${name}`),
				value: toText(storedOf(name)),
				hint:
					input.as === "picture"
						? t("pictures.imageHint")
						: text(`hints.${name}`) || (record ? text(`editHints.${name}`) : ""),
				placeholder: text(`examples.${name}`),
			}),
		),
		picture: picture && record ? String(record[picture]) : undefined,
		removal:
			record && type.removedFrom === "form"
				? { to: `${type.path}/${record.id}/${type.removal}`, label: text("removal.remove") }
				: undefined,
		texts: {
			...{ save: text(save), saving: text("saving") || t("records.saving"), failed: text("failed") },
			...{ cancel: t("records.cancel"), close: t("records.close") },
		},
	};
}

const toText = (value: unknown): string =>
	typeof value === "boolean" ? (value ? "on" : "") : String(value ?? "");

/** The dialog that asks before a record is removed. */
export function describeRemoval(type: RecordType, record: AnyRecord, reader: Reader) {
	const text = textsOf(type, reader);
	const { t } = i18nIn(reader.language);
	const { id, revision, translations = {} } = record;
	const isInForm = type.removedFrom === "form";
	return {
		...{ id, revision, list: type.list },
		title: text("removal.title", {
			name: type.nameOf(translated({ ...record, translations }, reader.language) as never),
		}),
		openerId: `${isInForm ? "edit" : type.removal}-${id}`,
		cancelTo: isInForm ? `${type.path}/${id}/edit` : type.list,
		question: text("removal.question"),
		text: text("removal.text"),
		close: t("records.close"),
		labels: {
			cancel: t("records.cancel"),
			delete: text("removal.remove"),
			deleting: t(`records.removing.${type.removal}`),
		},
	};
}
