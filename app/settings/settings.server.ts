import type { Db, Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { editRecord } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { type Config, ConfigError, readConfig } from "~/lib/config.server";
import type { SecretBox } from "~/lib/secret-box.server";
import { withoutEmpty } from "~/lib/without-empty";
import type { Log } from "~/observability/log.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import {
	CONFIDENTIAL,
	EDITABLE,
	type EditableName,
	FORM_NAMES,
	type FormName,
	type Revisions,
	SETTING_FORMS,
	type SettingTexts,
	type ShownSetting,
	type ShownSettings,
	WRITE_ONLY,
} from "./editable";

type Environment = Readonly<Record<string, string | undefined>>;

interface Tools {
	db: Db;
	/** Changed in place. */
	config: Config;
	environment: Environment;
	/** The folder of backups that admins turn on. */
	backupFolder: string;
	/** Encrypts confidential values. */
	box: SecretBox;
	log: Pick<Log, "info" | "error">;
	now: () => Date;
	/** Called after a form was saved. */
	settingsSaved?(): void;
}

/** The stored settings of a form: values as in the environment, confidential ones encrypted. */
interface Stored {
	revision: number;
	values: SettingTexts;
}

/** The key of a form in `site_settings`. */
const keyOf = (form: FormName) => `configuration.${form}`;

/** Placeholder for a confidential value in the change log. */
const HIDDEN = "••••";

/** More frequent backups would soon replace every older one. */
const MIN_BACKUP_HOURS = 1;

/**
 * The value of a ticked box. Stored in place of the folder of backups, because a restored database may belong to another
 * site, and shown in place of the bot's previous secret.
 */
const ON = "on";

/**
 * Reads the settings that admins have saved and applies them to `config`. Those of the environment take precedence. A
 * stored value that is invalid, or was encrypted with another key, is logged and not applied.
 */
export async function openSettings(tools: Tools) {
	const { db, config, environment, box, log } = tools;
	const listeners = new Set<() => void>();
	const isFixed = (name: EditableName) => Boolean(environment[name]);

	const effective = ({ BACKUP_FOLDER, ...values }: SettingTexts): Environment => ({
		...(BACKUP_FOLDER && { BACKUP_FOLDER: tools.backupFolder }),
		...values,
		...withoutEmpty(environment),
		SESSION_SECRET: config.SESSION_SECRET,
	});

	const ownerOf = (name: string) => `setting ${name}`;

	/** @param onUnreadable called with each value that was encrypted with another key and is left out. */
	async function load(
		from: Db | Trx,
		form: FormName,
		onUnreadable?: (name: string) => void,
	): Promise<Stored> {
		const stored = (await findSettings(from, [keyOf(form)]))[keyOf(form)] as Stored | undefined;
		const values = Object.entries(stored?.values ?? {}).map(([name, text]) => {
			if (!CONFIDENTIAL.has(name as EditableName)) return [name, text];
			try {
				return [name, box.open<string>(text, ownerOf(name))];
			} catch {
				onUnreadable?.(name);
				return [name, undefined];
			}
		});
		return { revision: stored?.revision ?? 0, values: withoutEmpty(Object.fromEntries(values)) };
	}

	const sealed = (values: SettingTexts): SettingTexts =>
		Object.fromEntries(
			Object.entries(values).map(([name, text]) => [
				name,
				CONFIDENTIAL.has(name as EditableName) ? box.seal(text, ownerOf(name)) : text,
			]),
		);

	const forms = {} as Record<FormName, Stored>;
	for (const form of FORM_NAMES) {
		forms[form] = await load(db, form, (setting) => log.error({ event: "setting-unreadable", setting }));
	}

	const allValues = (changed: Partial<Record<FormName, Stored>> = {}): SettingTexts =>
		Object.assign({}, ...Object.values({ ...forms, ...changed }).map(({ values }) => values));

	/** The settings in effect; less than the stored ones if some are invalid. */
	let applied: SettingTexts = {};

	/** Leaves out the values that have faults. If a missing value is the fault, its form is left out. */
	function apply(values: SettingTexts) {
		try {
			const fresh = readConfig(effective(values));
			// `fresh` lacks optional settings without a value.
			for (const name of EDITABLE) Object.assign(config, { [name]: fresh[name] });
			applied = values;
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error;
			const faulty = new Set(error.faults.map(({ name }) => name as EditableName));
			log.error({ event: "settings-invalid", settings: [...faulty] });
			for (const names of Object.values<readonly EditableName[]>(SETTING_FORMS)) {
				const isMissing = names.some((name) => faulty.has(name) && !values[name]);
				for (const name of isMissing ? names : []) faulty.add(name);
			}
			const sound = Object.entries(values).filter(([name]) => !faulty.has(name as EditableName));
			apply(sound.length < Object.keys(values).length ? Object.fromEntries(sound) : {});
		}
	}

	apply(allValues());

	/** A form's values after it is saved: an empty write-only field and one that the environment sets keep theirs. */
	function merged(form: FormName, typed: SettingTexts, { values }: Stored): SettingTexts {
		const names: readonly EditableName[] = SETTING_FORMS[form];
		const all: Partial<Record<EditableName, string | undefined>> = { ...values };
		for (const name of names) {
			if (!isFixed(name) && (typed[name] || !WRITE_ONLY.has(name))) all[name] = typed[name];
		}
		if (all.BACKUP_FOLDER) all.BACKUP_FOLDER = ON;
		if (form === "bot") {
			if (!isFixed("REDEEM_BOT_PREVIOUS_SECRET"))
				all.REDEEM_BOT_PREVIOUS_SECRET = previousSecret(values, all.REDEEM_BOT_SECRET, typed);
			// Without an address there is no bot that could need the secrets.
			if (!all.REDEEM_BOT_URL && !isFixed("REDEEM_BOT_URL"))
				all.REDEEM_BOT_SECRET = all.REDEEM_BOT_PREVIOUS_SECRET = undefined;
		}
		if (form === "backups" && !all.BACKUP_S3_ENDPOINT && !isFixed("BACKUP_S3_ENDPOINT"))
			all.BACKUP_S3_SECRET = undefined;
		return withoutEmpty(all);
	}

	/** The settings of a form that would be invalid with these texts. */
	function faultsOf(form: FormName, typed: SettingTexts): EditableName[] {
		const names: readonly EditableName[] = SETTING_FORMS[form];
		const values = merged(form, typed, forms[form]);
		const faulty = new Set<string>();
		if (Number(values.BACKUP_EVERY_HOURS ?? MIN_BACKUP_HOURS) < MIN_BACKUP_HOURS)
			faulty.add("BACKUP_EVERY_HOURS");
		// As for every address that an admin enters; that of the environment may be in the host's own network.
		if (values.BACKUP_S3_ENDPOINT?.startsWith("http:")) faulty.add("BACKUP_S3_ENDPOINT");
		try {
			readConfig(effective(allValues({ [form]: { ...forms[form], values } })));
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error;
			for (const { name } of error.faults) faulty.add(name);
		}
		return names.filter((name) => faulty.has(name));
	}

	/** Reads forms again, and applies those that have been saved since. */
	async function refresh(names: readonly FormName[]) {
		let isChanged = false;
		for (const form of names) {
			const stored = await load(db, form);
			if (stored.revision <= forms[form].revision) continue;
			forms[form] = stored;
			isChanged = true;
		}
		if (!isChanged) return;
		apply(allValues());
		for (const listener of listeners) listener();
	}

	return {
		/** Reads all settings again, and applies those that another process has saved. */
		refresh: () => refresh(FORM_NAMES),

		/**
		 * The settings of some forms as the forms show them, and the revision of each form.
		 * @param fallbacks what applies without a setting whose default is not one of `config`.
		 */
		shown(
			shownForms: readonly FormName[],
			fallbacks: SettingTexts = {},
		): { settings: ShownSettings; revisions: Revisions } {
			const defaults = readConfig({ ...environment, SESSION_SECRET: config.SESSION_SECRET });
			const stored = allValues();
			const textOf = (value: unknown) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
			const names = shownForms.flatMap((form): readonly EditableName[] => SETTING_FORMS[form]);
			const entries = names.map((name): [EditableName, ShownSetting] => {
				const value = environment[name] || stored[name] || "";
				return [
					name,
					{
						value: shownValue(name, value, isFixed(name)),
						fallback: fallbacks[name] ?? textOf(defaults[name]),
						isFixed: isFixed(name),
						isSet: value !== "",
						isIgnored: !isFixed(name) && stored[name] !== applied[name],
					},
				];
			});
			const revisions = Object.entries(forms).map(([form, { revision }]) => [form, revision]);
			return {
				settings: Object.fromEntries(entries) as ShownSettings,
				revisions: Object.fromEntries(revisions) as Revisions,
			};
		},

		faultsOf,

		/**
		 * Saves a form and writes the change log; `config` has the values after the commit. Does nothing when nothing
		 * differs.
		 * @param revision the revision with which the form was opened.
		 * @throws {DomainError} `editConflict` when another admin has saved the form since, `invalidInput` for settings that
		 * {@link faultsOf} names.
		 */
		async save(adminId: string, form: FormName, typed: SettingTexts, revision: number): Promise<void> {
			if (faultsOf(form, typed).length > 0) throw new DomainError("invalidInput");
			await editRecord(tools, adminId, {
				load: (from) => load(from, form),
				revision,
				missing: "editConflict",
				isDone: (before) => isSame(before.values, merged(form, typed, before)),
				write: async (trx, before, at) => {
					const values = merged(form, typed, before);
					const saved = { revision: before.revision + 1, values: sealed(values) };
					await saveSettings(trx, { [keyOf(form)]: saved }, at.toISOString());
					return {
						action: `settings.${form}`,
						subject: "settings",
						subjectName: "",
						before: fieldsOf(form, before.values),
						after: fieldsOf(form, values, before.values),
					};
				},
				published: () => log.info({ event: "settings-saved", form, revision: revision + 1, adminId }),
			});
			await refresh([form]);
			tools.settingsSaved?.();
		},

		/** Calls `listener` after each change of `config`. */
		onChange(listener: () => void): void {
			listeners.add(listener);
		},
	};
}

export type Settings = Awaited<ReturnType<typeof openSettings>>;

/** A confidential value of the environment belongs to the host, who may not be an admin. */
function shownValue(name: EditableName, value: string, isFixed: boolean): string {
	if (WRITE_ONLY.has(name) || (isFixed && CONFIDENTIAL.has(name))) return "";
	return name === "REDEEM_BOT_PREVIOUS_SECRET" && value ? ON : value;
}

/**
 * The bot's previous secret after a save: a changed secret is kept, so that the bot accepts messages until it has the new
 * one, and the box of an unchanged one decides.
 */
function previousSecret(before: SettingTexts, secret: string | undefined, typed: SettingTexts) {
	if (before.REDEEM_BOT_SECRET && secret !== before.REDEEM_BOT_SECRET) return before.REDEEM_BOT_SECRET;
	const isKept = typed.REDEEM_BOT_SECRET || typed.REDEEM_BOT_PREVIOUS_SECRET;
	return isKept ? before.REDEEM_BOT_PREVIOUS_SECRET : undefined;
}

const isSame = (one: SettingTexts, other: SettingTexts): boolean =>
	EDITABLE.every((name) => one[name] === other[name]);

/** The fields of the change log. A confidential value that has changed has eight dots, so that a difference is recorded. */
function fieldsOf(form: FormName, values: SettingTexts, before?: SettingTexts): Fields {
	const names: readonly EditableName[] = SETTING_FORMS[form];
	const textOf = (name: EditableName): string | null => {
		const text = values[name];
		if (!text || !CONFIDENTIAL.has(name)) return text ?? null;
		return before?.[name] && before[name] !== text ? HIDDEN + HIDDEN : HIDDEN;
	};
	return Object.fromEntries(names.map((name) => [name, textOf(name)]));
}
