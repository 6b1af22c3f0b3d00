import { useTranslation } from "react-i18next";
import type { FormName } from "~/lib/settings.server";
import { Choices } from "~/ui/choices";
import { Field } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import { type SettingsAnswer, useSent } from "./setting-form";

interface Props {
	form: Extract<FormName, "bot" | "webhook" | "discord" | "pointsProvider" | "hunt" | "backups">;
	answer: SettingsAnswer;
	/** The result of the last test of this form, in sentences; undefined before one. */
	result: { isGood: boolean; text: string } | undefined;
	failed: readonly FailedMessage[];
}

/** A message that its receiver has not accepted. */
export interface FailedMessage {
	reference: string;
	title: string;
	when: string;
	reason: string;
}

/** A form that tries a service with the stored settings, and its result. */
export function ServiceTest({ form, answer, result, failed }: Props) {
	const { t } = useTranslation();
	const { busy, refused } = useSent(answer, form, "test");
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
			{failed.length > 0 ? (
				<Choices
					name="again"
					id={`failed-${form}`}
					legend={t("settings.test.failed")}
					hint={t("settings.test.failedText")}
					options={failed.map(({ reference, title, when, reason }) => ({
						...{ value: reference, label: title, text: `${when} · ${reason}` },
					}))}
					ticked={failed.map(({ reference }) => reference)}
				/>
			) : null}
			{failed.map(({ reference }) => (
				<input key={reference} type="hidden" name="failed" value={reference} />
			))}
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
