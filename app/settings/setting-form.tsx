import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import {
	type EditableName,
	type FormName,
	SETTING_FORMS,
	type ShownSetting,
	type ShownSettings,
} from "./editable";

type Kind = "text" | "url" | "secret" | "number" | "decimal" | "format" | "zone" | "date" | "switch" | "draw";

const KINDS: Partial<Record<EditableName, Kind>> = {
	REDEEM_BOT_URL: "url",
	REDEEM_BOT_FORMAT: "format",
	REDEEM_BOT_SECRET: "secret",
	REDEEM_BOT_PREVIOUS_SECRET: "switch",
	POINTS_PROVIDER_URL: "url",
	TWITCH_CLIENT_SECRET: "secret",
	KICK_CLIENT_SECRET: "secret",
	BONUS_HUNT_STATS_URL: "url",
	BONUS_HUNT_SLOTS_URL: "url",
	BONUS_HUNT_IMAGE_URL: "url",
	SOLO_CRASH_DRAW: "draw",
	PLINKO_MAX_BET: "number",
	CRASH_MAX_BET: "number",
	LIVE_CRASH_MAX_BET: "number",
	STARTING_POINTS: "number",
	PLAY_REMINDER_MINUTES: "decimal",
	SITE_TIMEZONE: "zone",
	LEGAL_DATE: "date",
	BACKUP_FOLDER: "switch",
	BACKUP_EVERY_HOURS: "decimal",
	BACKUP_KEEP: "number",
	BACKUP_S3_SECRET: "secret",
};

const TYPES: Partial<Record<Kind, "url" | "password" | "date">> = {
	url: "url",
	secret: "password",
	date: "date",
};

/** Placeholders of addresses, which messages name. */
const PLACEHOLDERS = { username: "{username}", name: "{name}" };

export const TIME_ZONES = "time-zones";

/** The answer to a form of the page; `typed.form` and `typed.intent` say to which. */
export type SettingsAnswer = (FieldAnswer & { ok: boolean }) | undefined;

/** The refusal of one form of the page; undefined for an answer to another one. */
export const refusalOf = (answer: SettingsAnswer, form: FormName, intent: "save" | "test") =>
	answer && !answer.ok && answer.typed?.form === form && answer.typed.intent === intent ? answer : undefined;

interface Props {
	form: FormName;
	settings: ShownSettings;
	/** The form's revision. */
	revision: number;
	answer: SettingsAnswer;
	/** Whether this form is being sent. */
	busy: boolean;
	/** Shown above the fields. */
	note?: ReactNode;
	/** What the service can be tried with, below the form. */
	children?: ReactNode;
}

/** A form of settings with its title. It keeps the values with which it was opened, even if newer data is loaded. */
export function SettingForm({ form: name, answer, busy, note, children, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ settings, revision }] = useState(loaded);
	const refused = refusalOf(answer, name, "save");
	const isEditable = SETTING_FORMS[name].some((setting) => settings[setting]?.isFixed === false);
	const form = useUnsavedChanges(refused);
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	return (
		<section className="panel grid gap-4" aria-labelledby={`${name}-title`}>
			<h2 id={`${name}-title`} className="text-2xl font-bold">
				{t(`settings.forms.${name}.title`)}
			</h2>
			<p className="max-w-prose text-muted">{t(`settings.forms.${name}.intro`)}</p>
			{note}
			<Form
				ref={form}
				method="post"
				onSubmit={once}
				className="grid gap-4"
				noValidate
				preventScrollReset
				data-testid={`form-${name}`}
			>
				<input type="hidden" name="form" value={name} />
				<input type="hidden" name="intent" value="save" />
				<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? revision)} />
				<div className="grid gap-4 md:grid-cols-2">
					{SETTING_FORMS[name].map((setting) => {
						const shown = settings[setting];
						return shown && <SettingField key={setting} name={setting} setting={shown} answer={refused} />;
					})}
				</div>
				{SETTING_FORMS[name].some((setting) => settings[setting]?.isIgnored) ? (
					<p className="field-error text-base">{t("settings.ignored")}</p>
				) : null}
				<p role="alert" className="field-error text-base empty:hidden">
					{refused && refusalText(refused, t)}
				</p>
				{isEditable ? (
					<button
						type="submit"
						aria-disabled={busy || undefined}
						className="button button-primary justify-self-end px-8 max-sm:w-full"
					>
						{t(busy ? "settings.saving" : "settings.save")}
					</button>
				) : null}
			</Form>
			{children}
		</section>
	);
}

interface SettingProps {
	name: EditableName;
	setting: ShownSetting;
	answer: FieldAnswer | undefined;
}

function SettingField({ name, setting, answer }: SettingProps) {
	const { t } = useTranslation();
	// There is nothing to remove, and a change of the secret sets it.
	if (name === "REDEEM_BOT_PREVIOUS_SECRET" && !setting.isSet) return null;
	const kind = KINDS[name] ?? "text";
	const label = t(`settings.fields.${name}.label`);
	const described = t(`settings.fields.${name}.hint`, PLACEHOLDERS);
	if (setting.isFixed) {
		return (
			<div className="grid content-start gap-1.5">
				<p className="font-semibold">{label}</p>
				<p className="field flex items-center text-muted [overflow-wrap:anywhere]">
					{setting.value || t("settings.hidden")}
				</p>
				<p className="text-sm text-muted">{t("settings.fixed", { name })}</p>
			</div>
		);
	}
	const typed = answer?.typed;
	if (kind === "switch") {
		return (
			<label className="flex items-start gap-3 rounded-2xl bg-raised p-4 md:col-span-2">
				<input
					type="checkbox"
					name={name}
					defaultChecked={Boolean(typed ? typed[name] : setting.value)}
					className="mt-0.5 size-5 shrink-0 accent-accent"
				/>
				<span className="grid gap-1">
					<span className="font-semibold">{label}</span>
					<span className="text-sm text-muted">{described}</span>
				</span>
			</label>
		);
	}
	if (kind === "draw") {
		const chosen = (typed ? typed[name] : setting.value) || setting.fallback;
		return (
			<fieldset className="grid gap-3 md:col-span-2" aria-describedby={`hint-${name}`}>
				<legend className="mb-1.5 font-semibold">{label}</legend>
				{(["table", "even"] as const).map((draw) => (
					<label key={draw} className="flex items-start gap-3 rounded-2xl bg-raised p-4">
						<input
							type="radio"
							name={name}
							value={draw}
							defaultChecked={chosen === draw}
							className="mt-0.5 size-5 shrink-0 accent-accent"
						/>
						<span className="grid gap-1">
							<span className="font-semibold">{t(`settings.draws.${draw}.name`)}</span>
							<span className="text-sm text-muted">{t(`settings.draws.${draw}.text`)}</span>
						</span>
					</label>
				))}
				<p id={`hint-${name}`} className="text-sm text-muted">
					{described}
				</p>
			</fieldset>
		);
	}
	if (kind === "format") {
		const chosen = String((typed ? typed[name] : setting.value) || setting.fallback);
		return (
			<div className="grid content-start gap-1.5">
				<label htmlFor={`field-${name}`} className="font-semibold">
					{label}
				</label>
				<select id={`field-${name}`} name={name} defaultValue={chosen} className="field">
					{(["json", "discord"] as const).map((format) => (
						<option key={format} value={format}>
							{t(`settings.formats.${format}`)}
						</option>
					))}
				</select>
				<p className="text-sm text-muted">{described}</p>
			</div>
		);
	}
	const keeps = kind === "secret" && setting.isSet ? ` ${t("settings.secretKept")}` : "";
	const otherwise =
		setting.fallback && kind !== "secret" ? ` ${t("settings.fallback", { fallback: setting.fallback })}` : "";
	return (
		<Field
			name={name}
			label={label}
			hint={described + keeps + otherwise}
			known={setting.value}
			type={TYPES[kind] ?? "text"}
			{...(kind === "number" && { inputMode: "numeric" })}
			{...(kind === "decimal" && { inputMode: "decimal" })}
			{...(kind === "zone" && { list: TIME_ZONES })}
			answer={answer}
		/>
	);
}
