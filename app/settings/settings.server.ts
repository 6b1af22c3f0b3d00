import { randomBytes } from "node:crypto";
import type { Db, Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { checkRevision, editRecord } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { ErrorCode, Messages } from "~/i18n/messages";
import { instantIn, isLocalTime, localTimeIn } from "~/lib/calendar";
import { ConfigError, readConfig } from "~/lib/config.server";
import type { SecretBox } from "~/lib/secret-box.server";
import {
	declarationOf,
	EDITABLE,
	type EditableName,
	FORM_NAMES,
	FORMS,
	type FormName,
	formOf,
	type Input,
} from "~/lib/settings.server";
import type { Site } from "~/lib/site";
import { withoutEmpty } from "~/lib/without-empty";
import { pictureOf } from "~/pictures/upload.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { isSecret, opened, sealed } from "./stored.server";

type Environment = Readonly<Record<string, string | undefined>>;

/** Texts of settings, as in the environment; a missing one is unset. */
export type SettingTexts = Readonly<Partial<Record<EditableName, string>>>;

/** A setting as its form shows it. */
export interface ShownSetting {
	name: keyof Messages["settings"]["fields"];
	input: Input | undefined;
	options: readonly (keyof Messages["settings"]["options"])[];
	/** The text that applies; empty for the default, a hidden value, and a secret one of the environment. */
	value: string;
	/** The text of the default; empty for none. */
	fallback: string;
	isHidden: boolean;
	isWide: boolean;
	/** Whether the environment sets it. */
	isFixed: boolean;
	/** Whether a value is stored or in the environment. */
	isSet: boolean;
	/** The stored value is not in effect, because it is invalid without a setting that has been removed. */
	isIgnored: boolean;
}

export interface ShownForm {
	name: FormName;
	/** It increases by one with each save. */
	revision: number;
	settings: ShownSetting[];
}

/** The stored settings of a form: texts as in the environment, secret ones encrypted. */
interface Stored {
	revision: number;
	values: SettingTexts;
}

declare module "~/lib/site" {
	interface Site {
		settings: Awaited<ReturnType<typeof openSettings>>;
	}
}

type Tools = Pick<Site, "db" | "config" | "now"> & {
	environment: Environment;
	/** The folder of backups that admins turn on. */
	backupFolder: string;
	/** Encrypts secret values. */
	box: SecretBox;
	log: Pick<Site["log"], "info" | "error">;
	/** Called after a form was saved. */
	settingsSaved?(): void;
};

const keyOf = (form: FormName) => `configuration.${form}`;
const isHidden = (name: EditableName) => declarationOf(name).secret === "hidden";

/** The fields that a refusal never sends back. */
export const HIDDEN_FIELDS: ReadonlySet<string> = new Set(EDITABLE.filter(isHidden));

/** Stands in the change log for a secret. */
const DOTS = "••••";

/** Of a secret that the site creates. Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** More frequent backups would soon replace every older one. */
const MIN_BACKUP_HOURS = 1;

/** The settings of receivers whose messages are signed. */
const SIGNED: Partial<Record<FormName, Record<"url" | "secret" | "previous", EditableName>>> = {
	bot: {
		...{ url: "REDEEM_BOT_URL", secret: "REDEEM_BOT_SECRET", previous: "REDEEM_BOT_PREVIOUS_SECRET" },
	},
	webhook: { url: "WEBHOOK_URL", secret: "WEBHOOK_SECRET", previous: "WEBHOOK_PREVIOUS_SECRET" },
};

/**
 * The value of a ticked box. Stored in place of the folder of backups, because a restored database may belong to another
 * site, and shown in place of a previous secret.
 */
const ON = "true";

/** The code of the error of an invalid setting in a form. */
export function errorOf(name: EditableName): ErrorCode {
	const { error } = declarationOf(name) as { error?: ErrorCode };
	return error ?? "invalidInput";
}

/** The texts that are set. A setting that may be blank is set by an empty text. */
const setIn = (texts: Readonly<Partial<Record<EditableName, string | undefined>>>): SettingTexts =>
	Object.fromEntries(
		EDITABLE.flatMap((name) => {
			const text = texts[name];
			return text || (text === "" && declarationOf(name).mayBeBlank) ? [[name, text]] : [];
		}),
	);

/**
 * Reads the settings that admins have saved and applies them to `config`. Those of the environment take precedence. A
 * stored value that is invalid, or was encrypted with another key, is logged and not applied.
 */
export async function openSettings(tools: Tools) {
	const { db, config, environment, box, log } = tools;
	const listeners = new Set<() => void>();
	const isFixed = (name: EditableName) => Boolean(environment[name]);
	const { SESSION_SECRET } = config;

	const effective = ({ BACKUP_FOLDER, ...values }: SettingTexts): Environment => ({
		...(BACKUP_FOLDER && { BACKUP_FOLDER: tools.backupFolder }),
		// An empty text would be the default.
		...Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text || " "])),
		...withoutEmpty(environment),
		SESSION_SECRET,
	});

	const defaults = readConfig({ ...withoutEmpty(environment), SESSION_SECRET });
	const defaultOf = (name: EditableName) => [defaults[name] ?? ""].flat().join(", ");
	/** Their forms begin with the defaults. */
	const begun: SettingTexts = Object.fromEntries(
		EDITABLE.filter((name) => declarationOf(name).mayBeBlank).map((name) => [name, defaultOf(name)]),
	);

	/** @param onUnreadable called with each value that was encrypted with another key and is left out. */
	async function load(
		from: Db | Trx,
		form: FormName,
		onUnreadable?: (name: string) => void,
	): Promise<Stored> {
		const stored = (await findSettings(from, [keyOf(form)]))[keyOf(form)] as Stored | undefined;
		const begunHere = FORMS[form].map((name) => [name, begun[name]]);
		return {
			revision: stored?.revision ?? 0,
			values: setIn({ ...Object.fromEntries(begunHere), ...opened(box, stored?.values ?? {}, onUnreadable) }),
		};
	}

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
			for (const names of Object.values(FORMS)) {
				const isMissing = names.some((name) => faulty.has(name) && !values[name]);
				for (const name of isMissing ? names : []) faulty.add(name);
			}
			const sound = Object.entries(values).filter(([name]) => !faulty.has(name as EditableName));
			apply(sound.length < Object.keys(values).length ? Object.fromEntries(sound) : {});
		}
	}

	apply(allValues());

	/** What is stored for a typed text: its normal form, and an instant for a local time. */
	function storedText(name: EditableName, text = ""): string {
		const { input, schema } = declarationOf(name);
		if (input === "instant" && isLocalTime(text)) return instantIn(config.SITE_TIMEZONE, text).toISOString();
		const value: unknown = text ? schema.safeParse(text).data : undefined;
		return typeof value === "string" ? value : text;
	}

	/** A form's values after it is saved: an empty hidden field and one that the environment sets keep theirs. */
	function merged(form: FormName, typed: SettingTexts, { values }: Stored): SettingTexts {
		const all: Partial<Record<EditableName, string | undefined>> = { ...values };
		for (const name of FORMS[form]) {
			if (!isFixed(name) && (typed[name] || !isHidden(name))) all[name] = storedText(name, typed[name]);
		}
		if (all.BACKUP_FOLDER) all.BACKUP_FOLDER = ON;
		const signed = SIGNED[form];
		if (signed) {
			const { url, secret, previous } = signed;
			if (!isFixed(previous)) all[previous] = previousSecret(signed, values, all[secret], typed);
			// Without an address there is no receiver that could need the secrets.
			if (!all[url] && !isFixed(url)) all[secret] = all[previous] = undefined;
		}
		if (form === "backups" && !all.BACKUP_S3_ENDPOINT && !isFixed("BACKUP_S3_ENDPOINT"))
			all.BACKUP_S3_SECRET = undefined;
		return setIn(all);
	}

	/** The settings of a form that would be invalid with these texts. */
	function faultsOf(form: FormName, typed: SettingTexts): EditableName[] {
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
		return FORMS[form].filter((name) => faulty.has(name));
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

	function shownSetting(name: EditableName, fallbacks: SettingTexts): ShownSetting {
		const { values } = forms[formOf(name)];
		const text = environment[name] || values[name] || "";
		const { input, options = [], secret, mayBeBlank, isWide = false } = declarationOf(name);
		let value = secret === "hidden" || (secret && isFixed(name)) ? "" : text;
		if (name.endsWith("_PREVIOUS_SECRET") && value) value = ON;
		if (input === "instant" && value) value = localTimeIn(config.SITE_TIMEZONE, new Date(value));
		return {
			...{ name, input, value, isWide, isHidden: secret === "hidden", isFixed: isFixed(name) },
			options: options as ShownSetting["options"],
			fallback: mayBeBlank || secret || input === "switch" ? "" : (fallbacks[name] ?? defaultOf(name)),
			isSet: text !== "",
			isIgnored: !isFixed(name) && values[name] !== applied[name],
		};
	}

	return {
		/** Reads all settings again, and applies those that another process has saved. */
		refresh: () => refresh(FORM_NAMES),

		/**
		 * Some forms as a page shows them.
		 * @param fallbacks what applies without a setting whose default is not one of `config`.
		 */
		shown: (names: readonly FormName[], fallbacks: SettingTexts = {}): ShownForm[] =>
			names.map((name) => ({
				name,
				revision: forms[name].revision,
				settings: FORMS[name].map((setting) => shownSetting(setting, fallbacks)),
			})),

		/** Whether the environment or an admin has set a setting. */
		isSet: (name: EditableName): boolean => shownSetting(name, {}).isSet,

		faultsOf,

		/**
		 * A form that is saved, with a new secret as `created` if it asks for one, or its receiver has an address and no secret. The page
		 * shows it once.
		 */
		withCreated<Typed extends SettingTexts & { form: FormName }>(typed: Typed): Typed & { created?: string } {
			const { url, secret } = SIGNED[typed.form] ?? {};
			if (!url || !secret || declarationOf(secret).input !== "created" || isFixed(secret)) return typed;
			if (!typed[url] || (forms[typed.form].values[secret] && !typed[secret])) return typed;
			const created = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
			return { ...typed, [secret]: created, created };
		},

		/**
		 * Saves a form and writes the change log; `config` has the values after the commit. Does nothing when nothing
		 * differs.
		 * @param revision the revision with which the form was opened.
		 * @param upload replaces the form's picture. It is stored in the image folder first.
		 * @throws {DomainError} `editConflict` when another admin has saved the form since, `invalidInput` for settings that
		 * {@link faultsOf} names, and as `pictureOf`.
		 */
		async save(
			adminId: string,
			form: FormName,
			typed: SettingTexts,
			revision: number,
			upload?: File,
		): Promise<void> {
			let texts = typed;
			const picture = FORMS[form].find((name) => declarationOf(name).input === "picture");
			if (upload && picture) {
				checkRevision(forms[form], { revision, missing: "editConflict" });
				texts = { ...typed, [picture]: await pictureOf(config, { upload, image: "" }) };
			}
			if (faultsOf(form, texts).length > 0) throw new DomainError("invalidInput");
			await editRecord(tools, adminId, {
				load: (from) => load(from, form),
				revision,
				missing: "editConflict",
				isDone: (before) => isSame(before.values, merged(form, texts, before)),
				write: async (trx, before, at) => {
					const values = merged(form, texts, before);
					const saved = { revision: before.revision + 1, values: sealed(box, values) };
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

/**
 * A receiver's previous secret after a save: a changed secret is kept, so that the receiver accepts messages until it has the
 * new one, and the box of an unchanged one decides.
 */
function previousSecret(
	{ secret, previous }: Record<"secret" | "previous", EditableName>,
	before: SettingTexts,
	current: string | undefined,
	typed: SettingTexts,
) {
	if (before[secret] && current !== before[secret]) return before[secret];
	return typed[secret] || typed[previous] ? before[previous] : undefined;
}

const isSame = (one: SettingTexts, other: SettingTexts): boolean =>
	EDITABLE.every((name) => one[name] === other[name]);

/** The fields of the change log. A secret that has changed has eight dots, so that a difference is recorded. */
function fieldsOf(form: FormName, values: SettingTexts, before?: SettingTexts): Fields {
	const textOf = (name: EditableName): string | null => {
		const text = values[name];
		if (!text || !isSecret(name)) return text ?? null;
		return before?.[name] && before[name] !== text ? DOTS + DOTS : DOTS;
	};
	return Object.fromEntries(FORMS[form].map((name) => [name, textOf(name)]));
}
