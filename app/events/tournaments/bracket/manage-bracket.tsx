import { Link } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { type Column, DataTable } from "~/ui/data-table";
import type { FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { refusalText } from "~/ui/refusal-text";
import type { Match, Play } from "./bracket";
import type { ManagedBracket } from "./bracket-page.server";
import { useBracketTexts } from "./bracket-rounds";
import { PlayForm } from "./play-form";

interface Props {
	bracket: ManagedBracket;
	/** The answer to the last form. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	/** The intent of the last action. */
	done: string | null;
	/** Whether to ask for the confirmation of the end. */
	isFinishing: boolean;
	language: Language;
	/** Follows the form of the moment. */
	children: ReactNode;
}

/** The page's form of the moment: the draw, the current match, a correction, or the end. Above it the last step. */
export function ManageBracket({ bracket, answer, done, isFinishing, language, children }: Props) {
	const { t } = useTranslation();
	const { id, revision, state, current, corrected, step, matches, ranking, entrants, rule } = bracket;
	const { entrantOf, roundOf } = useBracketTexts({ bracket, language });
	const page = `/tournament/${id}/manage`;
	const refused = answer && !answer.ok ? answer : undefined;
	// What was typed before another step is not about the match that is shown now.
	const ofForm = (intent: string) =>
		refused?.typed?.intent === intent && refused.typed.revision === String(revision) ? refused : undefined;
	if (state !== "open") {
		return <p className="panel">{t(`bracket.manage.${state === "ended" ? "finished" : "cancelled"}`)}</p>;
	}
	const champion = entrantOf(ranking[0]);
	const common = { bracket, language };
	return (
		<>
			<div
				className={
					step || refused
						? "panel sticky top-[calc(var(--spacing-header)+0.5rem)] z-20 grid gap-2 px-4 py-2.5 shadow-lg"
						: "sr-only"
				}
			>
				{step ? (
					<div className="flex items-center gap-3">
						<p role="status" className="mr-auto min-w-0 text-sm sm:text-base" data-testid="last-step">
							<span className="font-semibold">
								{t(`bracket.manage.steps.${step.kind}`, {
									...step.match,
									round: step.match && roundOf(step.match.round),
								})}
							</span>{" "}
							<span className="break-words text-muted">
								{t("bracket.manage.by", { name: step.by ?? t("shell.anonymous") })}
							</span>
						</p>
						<PostForm
							action={page}
							replace
							fields={{ intent: "undo", stepId: step.id }}
							className="shrink-0"
							data-testid="form-undo"
						>
							<button type="submit" className="button">
								<Undo2 aria-hidden="true" className="size-5" />
								{t("bracket.manage.undo")}
							</button>
						</PostForm>
					</div>
				) : null}
				<p role="alert" className="field-error text-base empty:hidden">
					{refused && refusalText(refused, t)}
				</p>
			</div>
			{corrected ? (
				<PlayForm
					key={`correct ${corrected.match.round} ${corrected.match.number} ${corrected.at}`}
					{...common}
					{...corrected}
					corrected={corrected.play}
					answer={ofForm("correct")}
					takesFocus
				/>
			) : current ? (
				<PlayForm
					key={`${current.entries} ${current.round} ${current.number} ${current.plays.length}`}
					{...common}
					match={current}
					at={current.plays.length}
					answer={ofForm("play")}
					takesFocus={done !== null}
				/>
			) : null}
			{children}
			{matches.length === 0 ? (
				<section className="panel grid gap-3">
					<p className="font-semibold">
						{t("bracket.entries", { entries: entrants.length, size: rule.size })}
					</p>
					<p className="text-muted">
						{t(entrants.length < 2 ? "bracket.manage.few" : "bracket.manage.startText")}
					</p>
					{entrants.length < 2 ? null : (
						<PostForm action={page} replace fields={{ intent: "draw", revision }} data-testid="form-draw">
							<button type="submit" className="button button-primary min-h-14 text-lg sm:px-8">
								{t("bracket.manage.start")}
							</button>
						</PostForm>
					)}
				</section>
			) : null}
			{champion ? (
				<section id="finish" className="panel grid gap-3 border-accent-text">
					<p className="font-semibold">{t("bracket.manage.finishText", { name: champion.name })}</p>
					{isFinishing ? (
						<PostForm
							action={page}
							replace
							fields={{ intent: "finish", revision }}
							className="flex flex-wrap gap-3"
							data-testid="form-finish"
						>
							<p className="w-full">{t("bracket.manage.finishQuestion")}</p>
							<button type="submit" className="button button-primary min-h-14 grow sm:grow-0">
								{t("bracket.manage.finish")}
							</button>
							<Link to={page} preventScrollReset className="button min-h-14 grow sm:grow-0">
								{t("bracket.manage.cancel")}
							</Link>
						</PostForm>
					) : (
						<Link
							to={`${page}?ask=finish#finish`}
							preventScrollReset
							className="button button-primary min-h-14 justify-self-start text-lg"
						>
							{t("bracket.manage.finish")}
						</Link>
					)}
				</section>
			) : null}
			<Plays {...common} />
		</>
	);
}

interface Row {
	match: Match;
	play: Play;
	/** In the match, from 0. */
	at: number;
}

/** All plays that were entered, the last match first, each with a link that corrects it. */
function Plays({ bracket, language }: Pick<Props, "bracket" | "language">) {
	const { t } = useTranslation();
	const { entrantOf, roundOf } = useBracketTexts({ bracket, language });
	const rows: Row[] = bracket.matches
		.flatMap((match) => match.plays.map((play, at) => ({ match, play, at })))
		.reverse();
	if (rows.length === 0) return null;
	const euros = (cents: number) => formatEuros(cents / 100, language);
	const sideOf = (side: 0 | 1): Column<Row> => ({
		label: t(side === 0 ? "bracket.first" : "bracket.second"),
		cell: ({ match, play }) => (
			<span className="grid min-w-0">
				<span className="break-words">{entrantOf(match.entries[side])?.name}</span>
				<span className="text-muted tabular-nums">
					{euros(play[side].cost)} → {euros(play[side].payout)}
				</span>
			</span>
		),
	});
	return (
		<section aria-labelledby="plays" className="panel grid gap-3">
			<h2 id="plays" className="text-xl font-bold">
				{t("bracket.manage.plays")}
			</h2>
			<DataTable
				caption={t("bracket.manage.plays")}
				rows={rows}
				keyOf={({ match, at }) => `${match.round}.${match.number}.${at}`}
				columns={[
					{
						label: t("bracket.match"),
						cell: ({ match, at }) => (
							<span className="grid">
								<span className="font-semibold">{roundOf(match.round)}</span>
								<span className="text-muted">
									{t("bracket.matchNumber", { number: match.number })} ·{" "}
									{t("bracket.manage.play", { number: at + 1 })}
								</span>
							</span>
						),
					},
					sideOf(0),
					sideOf(1),
					{
						label: t("bracket.manage.correct"),
						isBare: true,
						cell: ({ match: { round, number }, at }) => (
							<Link
								to={`/tournament/${bracket.id}/manage?edit=${round}.${number}.${at}`}
								className="button"
								aria-label={t("bracket.manage.correctPlay", { number: at + 1, match: number })}
							>
								{t("bracket.manage.correct")}
							</Link>
						),
					},
				]}
			/>
		</section>
	);
}
