import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import type { EarningRules } from "./earning-rules";

const FIELDS = ["daily", "streak", "streakDays", "ceiling"] as const;

interface Props {
	version: number;
	rules: Pick<EarningRules, (typeof FIELDS)[number]>;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	busy: boolean;
}

/** The rules by which viewers earn points. */
export function RulesForm({ version, rules, answer, busy }: Props) {
	const { t } = useTranslation();
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	return (
		<Form method="post" ref={form} className="panel grid gap-4" noValidate preventScrollReset>
			<input type="hidden" name="revision" value={version} />
			<p className="max-w-prose text-muted">
				{t("earning.rules.intro")}{" "}
				<Link to="/earn" className="link">
					{t("earning.title")}
				</Link>
			</p>
			<div className="grid gap-4 sm:grid-cols-2">
				{FIELDS.map((name) => (
					<Field
						key={name}
						name={name}
						label={t(`earning.rules.${name}`)}
						hint={t(`earning.rules.${name}Hint`)}
						known={rules[name]}
						inputMode="numeric"
						answer={refused}
					/>
				))}
			</div>
			<p role="alert" className="field-error text-base empty:hidden">
				{refused && Object.keys(refused.fieldErrors ?? {}).length === 0 ? refusalText(refused, t) : null}
			</p>
			<button
				type="submit"
				className="button button-primary justify-self-end px-8 max-sm:w-full"
				aria-disabled={busy || undefined}
			>
				{t(busy ? "settings.saving" : "settings.save")}
			</button>
		</Form>
	);
}
