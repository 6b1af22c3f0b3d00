import { useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { SettingField } from "./setting-field";
import type { ShownForm } from "./settings.server";

/** The answer to a form of the page; `typed.form` and `typed.intent` say to which. */
export type SettingsAnswer = (FieldAnswer & { ok: boolean }) | undefined;

/** The state of one form of the page: whether it is being sent, and its refusal; undefined for an answer to another one. */
export function useSent(answer: SettingsAnswer, form: string, intent: "save" | "test") {
	const sent = useNavigation().formData;
	const busy = sent?.get("form") === form && sent.get("intent") === intent;
	const { typed } = answer ?? {};
	const isOwn = typed?.form === form && typed.intent === intent;
	return { busy, refused: answer && !answer.ok && isOwn ? answer : undefined };
}

interface Props {
	/** Its key must have the revision, so that it is opened again when it has been saved, here or by another admin. */
	form: ShownForm;
	timeZone: string;
	answer: SettingsAnswer;
	/** Shown above the fields. */
	note?: ReactNode;
	/** What the service can be tried with, below the form. */
	children?: ReactNode;
}

/** A form of settings with its title. */
export function SettingForm({ form: loaded, timeZone, answer, note, children }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ name, revision, settings }] = useState(loaded);
	const { busy, refused } = useSent(answer, name, "save");
	const form = useUnsavedChanges(refused);
	const hasSwitches = settings.filter(({ input }) => input === "switch").length > 1;
	return (
		<section className="panel grid gap-4" aria-labelledby={`${name}-title`}>
			<h2 id={`${name}-title`} className="text-2xl font-bold">
				{t(`settings.forms.${name}.title`)}
			</h2>
			<p className="max-w-prose text-muted">{t(`settings.forms.${name}.intro`)}</p>
			{note}
			<PostForm
				ref={form}
				fields={{ form: name, intent: "save", revision: String(refused?.typed?.revision ?? revision) }}
				{...(settings.some(({ input }) => input === "picture") && { encType: "multipart/form-data" })}
				className="grid gap-4"
				data-testid={`form-${name}`}
			>
				<div className="grid gap-4 md:grid-cols-2">
					{settings.map((setting) => (
						<SettingField key={setting.name} {...{ setting, timeZone, hasSwitches }} answer={refused} />
					))}
				</div>
				{settings.some(({ isIgnored }) => isIgnored) ? (
					<p className="field-error text-base">{t("settings.ignored")}</p>
				) : null}
				<Refused answer={refused} />
				{settings.every(({ isFixed }) => isFixed) ? null : (
					<button
						type="submit"
						id={`save-${name}`}
						className="button button-primary justify-self-end px-8 max-sm:w-full"
					>
						{t(busy ? "settings.saving" : "settings.save")}
					</button>
				)}
			</PostForm>
			{children}
		</section>
	);
}
