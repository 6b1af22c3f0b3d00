import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { Messages } from "~/i18n/messages";
import { Choices } from "~/ui/choices";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { TranslationFields } from "~/ui/translation-fields";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { DRAW_RULES, FORMATS, MAX_TITLE_LENGTH, PLACES, SIZES, type Tournament } from "./tournament";
import type { FormData } from "./tournament-form.server";

interface Props {
	data: FormData;
	kind: Tournament["kind"];
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

type Name = keyof Messages["tournaments"]["form"]["labels"];

/** The form of a new tournament, or of one that has not started. */
export function TournamentForm({ data, kind, answer }: Props) {
	const { t } = useTranslation();
	const { idempotencyKey, zone, edited, values, games, items } = data;
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const shown = (name: string) => (refused?.typed ? refused.typed[name] : values[name]);
	const field = (name: Name, more: Omit<ComponentProps<typeof Field>, "name" | "label" | "answer"> = {}) => (
		<Field
			name={name}
			label={t(`tournaments.form.labels.${name}`)}
			known={values[name]}
			answer={refused}
			{...more}
		/>
	);
	const number = (name: Name, hint?: string) => field(name, { inputMode: "numeric", hint });
	const time = (name: "opensAt" | "closesAt" | "startsAt" | "endsAt", hint?: string) =>
		field(name, { type: "datetime-local", hint });
	const choice = (
		name: "size" | "format" | "draw",
		options: readonly (readonly [string | number, string])[],
	) => (
		<Select name={name} label={t(`tournaments.form.labels.${name}`)} chosen={shown(name)} options={options} />
	);
	const chosenGames = [shown("games") ?? []].flat().flatMap((text) => String(text).split(" "));
	return (
		<PostForm
			ref={form}
			fields={{ kind, idempotencyKey, ...(edited && { revision: edited.revision }) }}
			className="panel grid gap-6"
		>
			<p className="text-muted">{t("tournaments.form.zone", { zone })}</p>
			<div className="grid gap-4">
				{field("title", { maxLength: MAX_TITLE_LENGTH })}
				<TranslationFields
					texts={[{ name: "title", label: t("tournaments.form.labels.title"), maxLength: MAX_TITLE_LENGTH }]}
					known={edited?.translations}
					answer={refused}
				/>
			</div>
			<div className="grid gap-4 sm:grid-cols-2">
				{kind === "race" ? (
					<>
						<Choices
							name="games"
							id="field-games"
							legend={t("tournaments.form.games")}
							error={refused?.fieldErrors?.games}
							options={games.map(({ id, name }) => ({ value: id, label: name }))}
							ticked={chosenGames}
							className="sm:col-span-2"
							layout="flex flex-wrap gap-x-6"
						/>
						{number("best", t("tournaments.form.bestHint"))}
						{number("rounds", t("tournaments.form.roundsHint"))}
						{number("minStake")}
					</>
				) : null}
				{kind === "league" ? field("points", { hint: t("tournaments.form.pointsHint") }) : null}
				{kind === "bracket" ? (
					<>
						{choice(
							"size",
							SIZES.map((size) => [size, String(size)]),
						)}
						{choice(
							"format",
							FORMATS.map((format) => [format, t(`tournaments.form.formats.${format}`)]),
						)}
						{number("spins", t("tournaments.form.spinsHint"))}
						{choice(
							"draw",
							DRAW_RULES.map((rule) => [rule, t(`tournaments.form.draws.${rule}`)]),
						)}
					</>
				) : (
					number("maxEntries", t("tournaments.form.maxEntriesHint"))
				)}
				{number("fee", t("tournaments.form.feeHint"))}
				{number("minAccountHours", t("tournaments.form.minAccountHoursHint"))}
			</div>
			<div className="grid gap-4 sm:grid-cols-2">
				{time("opensAt", t("tournaments.form.nowHint"))}
				{time("closesAt", t("tournaments.form.closesAtHint"))}
				{time("startsAt", kind === "bracket" ? undefined : t("tournaments.form.nowHint"))}
				{kind === "bracket" ? null : time("endsAt")}
			</div>
			<fieldset className="grid gap-3">
				<legend className="mb-1.5 font-semibold">{t("tournaments.prizes")}</legend>
				<p className="text-sm text-muted">{t("tournaments.form.prizesHint")}</p>
				{PLACES.map((place) => (
					<div key={place} className="grid gap-4 sm:grid-cols-2">
						<Field
							name={`points${place}`}
							label={t("tournaments.form.prizePoints", { place })}
							known={values[`points${place}`]}
							inputMode="numeric"
							answer={refused}
						/>
						{items.length > 0 ? (
							<Select
								name={`item${place}`}
								label={t("tournaments.form.prizeItem", { place })}
								chosen={shown(`item${place}`)}
								options={[["", "–"], ...items.map(({ id, name }) => [id, name] as const)]}
							/>
						) : null}
					</div>
				))}
			</fieldset>
			<Refused answer={refused} />
			<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
				{t(edited ? "tournaments.form.save" : "tournaments.form.create")}
			</button>
		</PostForm>
	);
}

interface SelectProps {
	name: string;
	label: string;
	chosen: unknown;
	options: readonly (readonly [value: string | number, name: string])[];
}

const Select = ({ name, label, chosen, options }: SelectProps) => (
	<div className="grid content-start gap-1.5">
		<label htmlFor={`field-${name}`} className="font-semibold">
			{label}
		</label>
		<select id={`field-${name}`} name={name} defaultValue={String(chosen ?? "")} className="field">
			{options.map(([value, text]) => (
				<option key={value} value={value}>
					{text}
				</option>
			))}
		</select>
	</div>
);
