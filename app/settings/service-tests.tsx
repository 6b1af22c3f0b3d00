import { useTranslation } from "react-i18next";
import type { FormName } from "~/lib/settings.server";
import { Field } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import { refusalOf, type SettingsAnswer, useIsSent } from "./setting-form";

interface Props {
	form: Extract<FormName, "bot" | "webhook" | "discord" | "pointsProvider" | "hunt" | "backups">;
	answer: SettingsAnswer;
	/** The result of the last test of this form, in sentences; undefined before one. */
	result: { isGood: boolean; text: string } | undefined;
}

/** A form that tries a service with the stored settings, and its result. */
export function ServiceTest({ form, answer, result }: Props) {
	const { t } = useTranslation();
	const refused = refusalOf(answer, form, "test");
	const busy = useIsSent(form, "test");
	return (
		<PostForm
			fields={{ form, intent: "test", revision: 0 }}
			className="grid gap-3 border-t border-line pt-4"
			data-testid={`test-${form}`}
		>
			{form === "pointsProvider" ? (
				<Field
					name="who"
					label={t("settings.test.who")}
					idPrefix={`test-${form}`}
					maxLength={50}
					answer={refused}
				/>
			) : null}
			<div className="flex flex-wrap items-center gap-3">
				<button type="submit" className="button">
					{t(busy ? "settings.test.running" : `settings.test.${form}`)}
				</button>
				<p role="status" className={`min-w-0 ${result?.isGood ? "text-good" : "text-bad"}`}>
					{refused ? refusalText(refused, t) : result?.text}
				</p>
			</div>
		</PostForm>
	);
}
