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

/** The texts of a record in `record` of its namespace. @returns undefined for one that it does not have. */
function textsOf(record: Pick<RecordType, "texts" | "placeholders">, { config, language }: Reader) {
	const { t, exists } = i18nIn(language);
	return (key: string, values: Record<string, string> = {}): string | undefined => {
		const full = `${record.texts}.record.${key}` as "slots.title";
		return exists(full) ? t(full, { ...record.placeholders?.(config), ...values }) : undefined;
	};
}

/** The fields of a form with their labels and values. @param record the stored one; undefined for a new one. */
export function describeFields(
	type: Pick<RecordType, "texts" | "fields" | "placeholders">,
	record: Readonly<Record<string, unknown>> | undefined,
	reader: Reader,
): FormField[] {
	const text = textsOf(type, reader);
	const { t } = i18nIn(reader.language);
	return Object.entries(type.fields).map(([name, { input, shown, proposed, hint, example, translation }]) => {
		const value = record ? (shown?.(record, reader.language) ?? record[name]) : proposed;
		const hinted = hint === true || (hint === "edit" && record);
		const ownHint = hinted ? text(`hints.${name}`) : undefined;
		return {
			...{ name, input, label: text(`fields.${name}`) ?? "" },
			value: typeof value === "boolean" ? (value ? "on" : "") : String(value ?? ""),
			hint: input.as === "picture" ? t("pictures.imageHint") : ownHint,
			placeholder: example && text(`examples.${name}`),
			isTranslated: translation !== undefined,
		};
	});
}

/** The dialog that adds or edits a record. @param record the edited one; undefined for a new one. */
export function describeForm(type: RecordType, record: AnyRecord | undefined, reader: Reader) {
	const text = textsOf(type, reader);
	const { t } = i18nIn(reader.language);
	const isNew = !record || record.isDraft === true;
	const picture = pictureOf(type);
	const save = record?.isDraft ? "publish" : record?.status === "disabled" ? "saveBack" : "save";
	return {
		title: text(isNew ? "add" : "edit") ?? "",
		id: record?.id,
		list: type.list,
		idempotencyKey: crypto.randomUUID(),
		revision: record?.revision,
		intro: record?.isDraft ? text("draft") : undefined,
		fields: describeFields(type, record, reader),
		translations: record?.translations,
		picture: picture && record ? String((record as Record<string, unknown>)[picture]) : undefined,
		removal:
			record && type.removedFrom === "form"
				? { to: `${type.path}/${record.id}/${type.removal}`, label: text("removal.remove") ?? "" }
				: undefined,
		texts: {
			save: text(save) ?? "",
			saving: text("saving") ?? t("records.saving"),
			failed: text("failed"),
			cancel: t("records.cancel"),
			close: t("records.close"),
		},
	};
}

/** The dialog that asks before a record is removed. */
export function describeRemoval(type: RecordType, record: AnyRecord, reader: Reader) {
	const text = textsOf(type, reader);
	const { t } = i18nIn(reader.language);
	const shown = record.translations
		? translated({ ...record, translations: record.translations }, reader.language)
		: record;
	const isInForm = type.removedFrom === "form";
	return {
		...{ id: record.id, revision: record.revision, list: type.list },
		title: text("removal.title", { name: type.nameOf(shown as never) }) ?? "",
		openerId: `${isInForm ? "edit" : type.removal}-${record.id}`,
		cancelTo: isInForm ? `${type.path}/${record.id}/edit` : type.list,
		question: text("removal.question") ?? "",
		text: text("removal.text") ?? "",
		close: t("records.close"),
		labels: {
			cancel: t("records.cancel"),
			delete: text("removal.remove") ?? "",
			deleting: t(`records.removing.${type.removal}`),
		},
	};
}
