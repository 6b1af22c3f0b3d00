import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Choices } from "~/ui/choices";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { AUDIENCES, MAX_CODE_LENGTH, REGULAR_DAYS } from "./claim-code";

interface Props {
	idempotencyKey: string;
	/** The site's time zone. */
	zone: string;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

type FieldProps = ComponentProps<typeof Field>;

/** Initial values. */
const POINTS = 100;
const MINUTES = 10;

/** The form of a new code. */
export function CodeForm({ idempotencyKey, zone, answer }: Props) {
	const { t } = useTranslation();
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const chosen = refused?.typed?.audience ?? AUDIENCES[0];
	const field = (
		name: "code" | "points" | "minutes" | "maxClaims" | "startsAt",
		more: Omit<FieldProps, "name" | "label" | "answer">,
	) => <Field name={name} label={t(`earning.codes.${name}`)} answer={refused} {...more} />;
	return (
		<PostForm ref={form} fields={{ intent: "create", idempotencyKey }} className="panel grid gap-4">
			<h2 className="text-2xl font-bold">{t("earning.codes.new")}</h2>
			<div className="grid gap-4 sm:grid-cols-2">
				{field("code", { hint: t("earning.codes.codeHint"), maxLength: MAX_CODE_LENGTH, isCode: true })}
				{field("points", { known: POINTS, inputMode: "numeric" })}
				{field("minutes", { hint: t("earning.codes.minutesHint"), known: MINUTES, inputMode: "numeric" })}
				{field("maxClaims", { hint: t("earning.codes.maxClaimsHint"), inputMode: "numeric" })}
				{field("startsAt", { hint: t("earning.codes.startsAtHint", { zone }), type: "datetime-local" })}
				<Choices
					name="audience"
					type="radio"
					legend={t("earning.codes.audience")}
					options={AUDIENCES.map((value) => ({
						...{ value, label: t(`earning.codes.audiences.${value}`, { days: REGULAR_DAYS }) },
					}))}
					ticked={[chosen]}
				/>
			</div>
			<Refused answer={Object.keys(refused?.fieldErrors ?? {}).length > 0 ? undefined : refused} />
			<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
				{t("earning.codes.create")}
			</button>
		</PostForm>
	);
}
