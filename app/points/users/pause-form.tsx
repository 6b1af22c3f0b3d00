import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { MAX_NOTE_LENGTH } from "./users";

interface Props {
	/** The viewer's pause; undefined without one. */
	paused: { reason: string; when: string } | undefined;
	/** Of this form, if it was refused. */
	answer: FieldAnswer | undefined;
}

/** Pauses a viewer's games and store, or shows the pause and ends it. */
export function PauseForm({ paused, answer }: Props) {
	const { t } = useTranslation();
	return (
		<PostForm
			key={String(paused?.when)}
			fields={{ pause: paused ? "end" : "start" }}
			className="panel grid gap-3"
			aria-labelledby="pause"
		>
			<h2 id="pause" className="text-2xl font-bold">
				{t("points.pauseTitle")}
			</h2>
			{paused ? (
				<p className="font-semibold [overflow-wrap:anywhere]">{t("points.pausedSince", paused)}</p>
			) : (
				<Field
					name="reason"
					label={t("points.pauseReason")}
					hint={t("points.pauseHint")}
					maxLength={MAX_NOTE_LENGTH}
					answer={answer}
				/>
			)}
			<Refused answer={answer?.fieldErrors?.reason ? undefined : answer} />
			<button type="submit" className="button justify-self-start">
				{t(paused ? "points.endPause" : "points.pause")}
			</button>
		</PostForm>
	);
}
