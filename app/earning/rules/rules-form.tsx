import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { WATCH_MINUTES } from "./earning-rules";
import { KICK_FIELDS, type KickField, type RuleFields, type SINGLE, type TIERED, TIERS } from "./rule-fields";

interface Props {
	version: number;
	fields: RuleFields;
	/** The site's time zone. */
	zone: string;
	/** A refusal, or the preview of the rules in the form. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	busy: boolean;
}

/** The rules by which viewers earn points. */
export function RulesForm({ version, fields, zone, answer, busy }: Props) {
	const { t } = useTranslation();
	const refused = answer && !answer.ok ? answer : undefined;
	// A preview saves nothing.
	const form = useUnsavedChanges(answer);
	const hint = { minutes: WATCH_MINUTES, zone };
	const number = (name: (typeof SINGLE)[number] | KickField) => (
		<Field
			name={name}
			label={t(`earning.rules.fields.${name}`)}
			hint={isOfKick(name) ? undefined : t(`earning.rules.hints.${name}`, hint)}
			known={fields[name]}
			inputMode="numeric"
			answer={refused}
		/>
	);
	const tiers = (name: (typeof TIERED)[number]) => (
		<fieldset className="grid gap-1.5 sm:col-span-2">
			<legend className="mb-1.5 font-semibold">{t(`earning.rules.fields.${name}`)}</legend>
			<div className="grid grid-cols-3 gap-3">
				{TIERS.map((tier) => (
					<Field
						key={tier}
						name={`${name}${tier}`}
						label={t("earning.rules.tier", { tier })}
						known={fields[`${name}${tier}`]}
						inputMode="numeric"
						answer={refused}
					/>
				))}
			</div>
			<p className="text-sm text-muted">{t(`earning.rules.hints.${name}`)}</p>
		</fieldset>
	);
	return (
		<Form method="post" ref={form} className="panel grid gap-6" noValidate preventScrollReset>
			<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? version)} />
			<p className="max-w-prose text-muted">
				{t("earning.rules.intro")}{" "}
				<Link to="/earn" className="link">
					{t("earning.title")}
				</Link>
			</p>
			<Group name="site">
				{number("daily")}
				{number("streak")}
				{number("streakDays")}
			</Group>
			<Group name="twitch" text={t("earning.rules.twitchText", hint)}>
				{number("watch")}
				{number("chatting")}
				{number("follow")}
				{number("cheer")}
				{tiers("subscription")}
				{tiers("resubscription")}
				{number("month")}
				{tiers("gift")}
				{number("raid")}
				{number("raider")}
			</Group>
			<Group name="kick" text={t("earning.rules.kickText")}>
				{KICK_FIELDS.map(number)}
			</Group>
			<Group name="watching" text={t("earning.rules.watchingText")}>
				{tiers("subscriber")}
				{number("everybody")}
				<Field
					name="boostUntil"
					type="datetime-local"
					label={t("earning.rules.fields.boostUntil")}
					hint={t("earning.rules.hints.boostUntil", hint)}
					known={fields.boostUntil}
					answer={refused}
				/>
			</Group>
			<Group name="limits">
				{number("ceiling")}
				<Field
					name="ignored"
					rows={3}
					label={t("earning.rules.fields.ignored")}
					hint={t("earning.rules.hints.ignored")}
					known={fields.ignored}
					isCode
					answer={refused}
				/>
			</Group>
			<p role="alert" className="field-error text-base empty:hidden">
				{refused && refusalText(refused, t)}
			</p>
			{/* The first button is the one that Enter presses. */}
			<div className="flex flex-row-reverse flex-wrap gap-3">
				<button
					type="submit"
					name="intent"
					value="save"
					className="button button-primary px-8 max-sm:w-full"
					aria-disabled={busy || undefined}
				>
					{t(busy ? "settings.saving" : "settings.save")}
				</button>
				<button
					type="submit"
					name="intent"
					value="preview"
					formAction="/settings/earning#preview"
					className="button max-sm:w-full"
					aria-disabled={busy || undefined}
				>
					{t("earning.rules.preview.button")}
				</button>
			</div>
		</Form>
	);
}

/** Their labels suffice. */
const isOfKick = (name: string): name is KickField => (KICK_FIELDS as string[]).includes(name);

interface GroupProps {
	name: "site" | "twitch" | "kick" | "watching" | "limits";
	text?: string;
	children: ReactNode;
}

function Group({ name, text, children }: GroupProps) {
	const { t } = useTranslation();
	return (
		<section className="grid gap-4 border-t border-line pt-5" aria-labelledby={`rules-${name}`}>
			<h2 id={`rules-${name}`} className="text-2xl font-bold">
				{t(`earning.rules.groups.${name}`)}
			</h2>
			{text ? <p className="max-w-prose text-muted">{text}</p> : null}
			<div className="grid gap-4 sm:grid-cols-2">{children}</div>
		</section>
	);
}
