import { Link } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import type { ManagedBracket } from "./bracket-page.server";
import { MatchSide } from "./bracket-rounds";

interface Props {
	page: string;
	revision: number;
	form: NonNullable<ManagedBracket["form"]>;
	/** The answer to this form. */
	answer: FieldAnswer | undefined;
}

const FIELDS = [
	["costA", "payoutA"],
	["costB", "payoutB"],
] as const;

const emptyFieldIn = (form: HTMLFormElement | null) =>
	[...(form?.querySelectorAll<HTMLInputElement>("input[inputmode]") ?? [])].find(
		({ value }) => !value.trim(),
	);

/** Enter leads to the next empty field while there is one, because the key of a phone would send the form. */
function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
	const next = emptyFieldIn(event.currentTarget);
	if (event.key !== "Enter" || !next || !(event.target instanceof HTMLInputElement)) return;
	event.preventDefault();
	next.focus();
}

/** The form with what both have played: the next play of the current match, or one to correct. */
export function PlayForm({ page, revision, form, answer }: Props) {
	const { t } = useTranslation();
	const ref = useRef<HTMLFormElement>(null);
	// On stream one result follows the other.
	useEffect(() => emptyFieldIn(ref.current)?.focus(), []);
	const { match, at, isCorrection, values } = form;
	const { round, number, roundName } = match;
	const intent = isCorrection ? "correct" : "play";
	return (
		<PostForm
			ref={ref}
			action={isCorrection ? `${page}?edit=${round}.${number}.${at}` : page}
			replace
			fields={{ intent, revision, round, number, at }}
			onKeyDown={onKeyDown}
			className="panel grid gap-4 border-accent-text"
			data-testid={`form-${intent}`}
		>
			<h2 className="text-xl font-bold">
				{t(isCorrection ? "bracket.manage.correctTitle" : "bracket.now", { round: roundName, number })}
				{match.plays.length > 0 ? (
					<span className="block text-base font-semibold text-muted">
						{t("bracket.manage.play", { number: at + 1 })}
					</span>
				) : null}
			</h2>
			<div className="grid gap-4 sm:grid-cols-2">
				{([0, 1] as const).map((side) => (
					<fieldset key={side} className="grid min-w-0 gap-2">
						<legend className="contents text-2xl font-extrabold">
							<MatchSide match={match} side={side} />
						</legend>
						<div className="grid grid-cols-[2fr_3fr] gap-3">
							{FIELDS[side].map((name, index) => (
								<Field
									key={name}
									name={name}
									label={t(index === 0 ? "bracket.manage.cost" : "bracket.manage.payout")}
									known={values[name]}
									inputMode="decimal"
									answer={answer}
								/>
							))}
						</div>
					</fieldset>
				))}
			</div>
			<div className="flex flex-wrap gap-3">
				<button type="submit" className="button button-primary min-h-14 grow text-lg sm:grow-0 sm:px-8">
					{t("bracket.manage.enter")}
				</button>
				{isCorrection ? (
					<Link to={page} preventScrollReset className="button min-h-14 grow sm:grow-0">
						{t("bracket.manage.cancel")}
					</Link>
				) : null}
			</div>
		</PostForm>
	);
}
