import { useTranslation } from "react-i18next";
import { Field } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import type { PredictionsAnswer } from "./market-card";
import { initialValues, MAX_LENGTH, type Template } from "./predictions";

interface Props {
	idempotencyKey: string;
	/** What the open hunt can decide. */
	templates: readonly { kind: string; question: string }[] | null;
	/** The delay of the stream in seconds. */
	delay: number;
	answer: PredictionsAnswer;
}

/** The forms that open a prediction: one button for each question about the open hunt, and a form for any other question. */
export function OpenMarket({ idempotencyKey, templates, delay, answer }: Props) {
	const { t } = useTranslation();
	const intent = answer?.typed?.intent;
	const refused = answer && !answer.ok && intent?.toString().startsWith("open") ? answer : undefined;
	const ofForm = intent === "open" ? refused : undefined;
	const form = useUnsavedChanges(ofForm);
	const initial = initialValues(delay);
	return (
		<section className="panel grid gap-4" aria-labelledby="open-market">
			<h2 id="open-market" className="text-2xl font-bold">
				{t("predictions.open.title")}
			</h2>
			{templates && templates.length > 0 ? (
				<div className="grid gap-2">
					<p className="text-muted">{t("predictions.open.hunt", { minutes: initial.minutes })}</p>
					{templates.map(({ kind, question }) => (
						<PostForm
							key={kind}
							fields={{ intent: "openHunt", template: kind as Template, idempotencyKey, ...initial }}
							className="grid"
						>
							<button
								type="submit"
								className="button button-primary justify-start py-2 text-left wrap-anywhere"
							>
								{question}
							</button>
						</PostForm>
					))}
				</div>
			) : null}
			<details
				open={templates === null || templates.length === 0 || ofForm !== undefined}
				className="grid gap-4"
			>
				<summary className="font-semibold">{t("predictions.open.other")}</summary>
				<PostForm ref={form} fields={{ intent: "open", idempotencyKey }} className="mt-3 grid gap-4">
					<Field
						name="question"
						label={t("predictions.open.question")}
						maxLength={MAX_LENGTH.question}
						answer={ofForm}
					/>
					<Field
						name="outcomes"
						label={t("predictions.open.outcomes")}
						hint={t("predictions.open.outcomesHint")}
						known={`${t("predictions.yes")}\n${t("predictions.no")}`}
						rows={3}
						answer={ofForm}
					/>
					<div className="grid gap-4 sm:grid-cols-2">
						<Field
							name="minutes"
							label={t("predictions.open.minutes")}
							hint={t("predictions.open.minutesHint", { seconds: delay })}
							known={initial.minutes}
							inputMode="numeric"
							answer={ofForm}
						/>
						<Field
							name="maxStake"
							label={t("predictions.open.maxStake")}
							known={initial.maxStake}
							inputMode="numeric"
							answer={ofForm}
						/>
					</div>
					<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
						{t("predictions.open.button")}
					</button>
				</PostForm>
			</details>
			<Refused answer={Object.keys(refused?.fieldErrors ?? {}).length > 0 ? undefined : refused} />
		</section>
	);
}
