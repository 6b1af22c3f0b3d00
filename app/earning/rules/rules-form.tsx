import { Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import {
	fieldsOfRule,
	GROUPS,
	RULE_NAMES,
	type RuleFields,
	type RuleName,
	ruleOf,
	WATCH_MINUTES,
} from "./rules";

interface Props {
	version: number;
	fields: RuleFields;
	/** The site's time zone. */
	zone: string;
	/** A refusal, or the preview of the rules in the form. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

const TEXTS = {
	twitch: "earning.rules.twitchText",
	kick: "earning.rules.kickText",
	watching: "earning.rules.watchingText",
} as const;

/** How a kind of rule is typed; a whole number without it. */
const INPUTS = {
	instant: { type: "datetime-local" },
	names: { rows: 3, isCode: true },
} as const;

/** The rules by which viewers earn points. */
export function RulesForm({ version, fields, zone, answer }: Props) {
	const { t } = useTranslation();
	const busy = useNavigation().formMethod === "POST";
	const refused = answer && !answer.ok ? answer : undefined;
	// A preview saves nothing.
	const form = useUnsavedChanges(answer);
	const values = { minutes: WATCH_MINUTES, zone };
	const row = (name: RuleName) => {
		const { kind, group, byTier } = ruleOf(name);
		const label = t(`earning.rules.fields.${name}`);
		// The labels of Kick suffice.
		const hint =
			group === "kick"
				? undefined
				: t(`earning.rules.hints.${name as Exclude<RuleName, `kick${string}`>}`, values);
		const field = (of: string, labelled: string, hinted?: string) => (
			<Field
				key={of}
				name={of}
				label={labelled}
				hint={hinted}
				known={fields[of]}
				{...(INPUTS[kind as keyof typeof INPUTS] ?? { inputMode: "numeric" })}
				answer={refused}
			/>
		);
		if (!byTier) return field(name, label, hint);
		return (
			<fieldset key={name} className="grid gap-1.5 sm:col-span-2">
				<legend className="mb-1.5 font-semibold">{label}</legend>
				<div className="grid grid-cols-3 gap-3">
					{fieldsOfRule(name).map((of, place) => field(of, t("earning.rules.tier", { tier: place + 1 })))}
				</div>
				<p className="text-sm text-muted">{hint}</p>
			</fieldset>
		);
	};
	return (
		<PostForm
			ref={form}
			fields={{ revision: String(refused?.typed?.revision ?? version) }}
			className="panel grid gap-6"
		>
			<p className="max-w-prose text-muted">
				{t("earning.rules.intro")}{" "}
				<Link to="/earn" className="link">
					{t("earning.title")}
				</Link>
			</p>
			{GROUPS.map((group) => (
				<section
					key={group}
					className="grid gap-4 border-t border-line pt-5"
					aria-labelledby={`rules-${group}`}
				>
					<h2 id={`rules-${group}`} className="text-2xl font-bold">
						{t(`earning.rules.groups.${group}`)}
					</h2>
					{group in TEXTS ? (
						<p className="max-w-prose text-muted">{t(TEXTS[group as keyof typeof TEXTS], values)}</p>
					) : null}
					<div className="grid gap-4 sm:grid-cols-2">
						{RULE_NAMES.filter((name) => ruleOf(name).group === group).map(row)}
					</div>
				</section>
			))}
			<Refused answer={refused} />
			{/* The first button is the one that Enter presses. */}
			<div className="flex flex-row-reverse flex-wrap gap-3">
				<button type="submit" name="intent" value="save" className="button button-primary px-8 max-sm:w-full">
					{t(busy ? "settings.saving" : "settings.save")}
				</button>
				<button
					type="submit"
					name="intent"
					value="preview"
					formAction="/settings/earning#preview"
					className="button max-sm:w-full"
				>
					{t("earning.rules.preview.button")}
				</button>
			</div>
		</PostForm>
	);
}
