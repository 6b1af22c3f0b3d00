import { Link } from "@remix-run/react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import type { FieldAnswer } from "~/ui/field";
import { faulty } from "~/ui/focus";
import { PostForm } from "~/ui/post-form";
import type { Match, Play } from "./bracket";
import type { ManagedBracket } from "./bracket-page.server";
import { useBracketTexts } from "./bracket-rounds";

interface Props {
	bracket: ManagedBracket;
	match: Match;
	/** The place of the play in the match, from 0. */
	at: number;
	/** The play to correct. */
	corrected?: Play | undefined;
	/** The answer to this form. */
	answer: FieldAnswer | undefined;
	/** Whether the first field to fill in has the focus at first. */
	takesFocus: boolean;
	language: Language;
}

const FIELDS = { cost: ["costA", "costB"], payout: ["payoutA", "payoutB"] } as const;

/** Enter leads to the next empty field while there is one, because the key of a phone would send the form. */
function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
	const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[inputmode]")];
	const next = fields.find((field) => field.value.trim() === "" && field !== event.target);
	if (event.key !== "Enter" || !next || !fields.includes(event.target as HTMLInputElement)) return;
	event.preventDefault();
	next.focus();
}

/** The form with what both have played: the next play of the current match, or one to correct. */
export function PlayForm({ bracket, match, at, corrected, answer, takesFocus, language }: Props) {
	const { t } = useTranslation();
	const { roundOf, entrantOf } = useBracketTexts({ bracket, language });
	const { id, revision, costs } = bracket;
	const { round, number } = match;
	const page = `/tournament/${id}/manage`;
	const title = { round: roundOf(round), number };
	const first = costs || corrected ? "payoutA" : "costA";
	const edit = corrected ? `?edit=${round}.${number}.${at}` : "";
	return (
		<PostForm
			action={page + edit}
			replace
			fields={{ intent: corrected ? "correct" : "play", revision, round, number, at }}
			onKeyDown={onKeyDown}
			className="panel grid gap-4 border-accent-text"
			data-testid={corrected ? "form-correct" : "form-play"}
		>
			<h2 className="text-xl font-bold">
				{t(corrected ? "bracket.manage.correctTitle" : "bracket.now", title)}
				{match.plays.length > 0 ? (
					<span className="block text-base font-semibold text-muted">
						{t("bracket.manage.play", { number: at + 1 })}
					</span>
				) : null}
			</h2>
			<div className="grid gap-4 sm:grid-cols-2">
				{([0, 1] as const).map((side) => {
					const entrant = entrantOf(match.entries[side]);
					const known = { cost: corrected?.[side].cost ?? costs?.[side], payout: corrected?.[side].payout };
					return (
						<fieldset key={side} className="grid min-w-0 gap-2">
							<legend className="contents">
								<span className="text-2xl font-extrabold break-words">{entrant?.name}</span>{" "}
								<span className="break-words text-muted">{entrant?.slot}</span>
							</legend>
							<div className="grid grid-cols-[2fr_3fr] gap-3">
								{(["cost", "payout"] as const).map((what) => {
									const name = FIELDS[what][side];
									const error = answer?.fieldErrors?.[name];
									const typed = answer?.typed ? answer.typed[name] : undefined;
									const cents = known[what];
									return (
										<label key={what} className="grid content-start gap-1 font-semibold">
											{t(`bracket.manage.${what}`)}
											<input
												name={name}
												aria-label={t("bracket.manage.of", {
													what: t(`bracket.manage.${what}`),
													name: entrant?.name,
												})}
												inputMode="decimal"
												enterKeyHint={name === "payoutB" ? "go" : "next"}
												autoComplete="off"
												// biome-ignore lint/a11y/noAutofocus: on stream one result follows the other
												autoFocus={takesFocus && name === first}
												defaultValue={
													typeof typed === "string"
														? typed
														: cents === undefined
															? ""
															: typedEuros(cents, language)
												}
												aria-describedby={`${name}-error`}
												{...faulty(error)}
												className="field text-xl font-bold tabular-nums"
											/>
											<span id={`${name}-error`} className="field-error font-normal empty:hidden">
												{error}
											</span>
										</label>
									);
								})}
							</div>
						</fieldset>
					);
				})}
			</div>
			<div className="flex flex-wrap gap-3">
				<button type="submit" className="button button-primary min-h-14 grow text-lg sm:grow-0 sm:px-8">
					{t("bracket.manage.enter")}
				</button>
				{corrected ? (
					<Link to={page} preventScrollReset className="button min-h-14 grow sm:grow-0">
						{t("bracket.manage.cancel")}
					</Link>
				) : null}
			</div>
		</PostForm>
	);
}
