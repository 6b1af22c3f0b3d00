import { useNavigation } from "@remix-run/react";
import type { FormName, Revisions, ShownSettings } from "./editable";
import { SettingForm, type SettingsAnswer } from "./setting-form";

interface Props {
	forms: readonly FormName[];
	settings: ShownSettings;
	revisions: Revisions;
	answer: SettingsAnswer;
}

/** Forms of settings that are only saved. A form is opened again when it has been saved, here or by another admin. */
export function SettingForms({ forms, settings, revisions, answer }: Props) {
	const sent = useNavigation().formData?.get("form");
	return forms.map((form) => (
		<SettingForm
			key={`${form} ${revisions[form]}`}
			{...{ form, settings, answer }}
			revision={revisions[form]}
			busy={sent === form}
		/>
	));
}
