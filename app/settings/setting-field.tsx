import { useTranslation } from "react-i18next";
import type { AnnouncementType } from "~/lib/announcement-types";
import { UploadField } from "~/pictures/picture-fields";
import { imageSource } from "~/pictures/pictures";
import { Choices } from "~/ui/choices";
import { errorOf, Field, type FieldAnswer } from "~/ui/field";
import type { ShownSetting } from "./settings.server";

/** Placeholders of addresses, which messages name. */
const PLACEHOLDERS = { username: "{username}", name: "{name}" };

const TYPES = {
	url: "url",
	email: "email",
	date: "date",
	instant: "datetime-local",
} as const;

export const TIME_ZONES = "time-zones";

interface Props {
	setting: ShownSetting;
	/** The site's time zone. */
	timeZone: string;
	answer: FieldAnswer | undefined;
	/** Whether its form has several switches, which stand side by side. */
	hasSwitches?: boolean;
}

/** The row of a setting in its form. */
export function SettingField({ setting, timeZone, answer, hasSwitches = false }: Props) {
	const { t } = useTranslation();
	const { name, input, value, fallback } = setting;
	// There is nothing to remove or to replace, and a change of the secret sets the previous one.
	if ((name.endsWith("_PREVIOUS_SECRET") || input === "created") && !setting.isSet) return null;
	const label = t(`settings.fields.${name}.label`);
	const hint = t(`settings.fields.${name}.hint`, { ...PLACEHOLDERS, timeZone });
	const isBox = input === "switch" || input === "created";
	const isWide = setting.isWide || input === "choice" || (isBox && !hasSwitches);
	const gap = input === "picture" ? "gap-4" : "gap-1.5";
	return <div className={`grid content-start ${gap} ${isWide ? "md:col-span-2" : ""}`}>{row()}</div>;

	function row() {
		if (setting.isFixed) {
			return (
				<>
					<p className="font-semibold">{label}</p>
					<p className="field flex items-center text-muted [overflow-wrap:anywhere]">
						{value || t("settings.hidden")}
					</p>
					<p className="text-sm text-muted">{t("settings.fixed", { name })}</p>
					<p className="field-error empty:hidden">{errorOf(name, answer)}</p>
				</>
			);
		}
		const chosen = (answer?.typed ? answer.typed[name] : value) || fallback;
		const choice = (kind: "checkbox" | "radio", option: string, about: [string, string]) => (
			<label key={option} className="flex h-full items-start gap-3 rounded-2xl bg-raised p-4">
				<input
					type={kind}
					name={name}
					value={option}
					defaultChecked={chosen === option}
					className="mt-0.5 size-5 shrink-0 accent-accent"
				/>
				<span className="grid gap-1">
					<span className="font-semibold">{about[0]}</span>
					<span className="text-sm text-muted">{about[1]}</span>
				</span>
			</label>
		);
		if (input === "events") {
			const ticked = answer?.typed ? [answer.typed[name]].flat() : value.split(", ");
			return (
				<Choices
					{...{ name, hint, ticked }}
					legend={label}
					options={(setting.options as readonly string[] as readonly AnnouncementType[]).map((value) => ({
						...{ value, label: t(`settings.events.${value}`) },
					}))}
					layout="gap-6 sm:columns-2 xl:columns-3"
				/>
			);
		}
		if (isBox) return choice("checkbox", "true", [label, hint]);
		if (input === "choice") {
			return (
				<fieldset className="grid gap-3" aria-describedby={`hint-${name}`}>
					<legend className="mb-1.5 font-semibold">{label}</legend>
					{setting.options.map((option) =>
						choice("radio", option, [
							t(`settings.options.${option}.name`),
							t(`settings.options.${option}.text`),
						]),
					)}
					<p id={`hint-${name}`} className="text-sm text-muted">
						{hint}
					</p>
				</fieldset>
			);
		}
		const keeps = setting.isHidden && setting.isSet ? ` ${t("settings.secretKept")}` : "";
		const otherwise = fallback ? ` ${t("settings.fallback", { fallback })}` : "";
		return (
			<>
				<Field
					name={name}
					label={label}
					hint={hint + keeps + otherwise}
					known={value}
					type={setting.isHidden ? "password" : (TYPES[input as keyof typeof TYPES] ?? "text")}
					{...(input === "number" && { inputMode: "numeric" })}
					{...(input === "decimal" && { inputMode: "decimal" })}
					{...(input === "zone" && { list: TIME_ZONES })}
					{...(input === "paragraphs" && { rows: 6 })}
					answer={answer}
				/>
				{input === "picture" ? (
					<UploadField
						picture={
							value ? (
								<img src={imageSource(value)} alt="" className="aspect-square object-cover" />
							) : undefined
						}
						answer={answer}
					/>
				) : null}
			</>
		);
	}
}
