import { Link } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { ManagedBracket, ShownMatch } from "./bracket-page.server";
import { BracketRounds } from "./bracket-rounds";
import { PlayForm } from "./play-form";

interface Props {
	bracket: ManagedBracket;
	/** The answer to the last form. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	language: Language;
	/** Follows the form of the moment. */
	children: ReactNode;
}

/** The last step and the page's form of the moment: the draw, the current match, a correction, or the end; below them the rounds. */
export function ManageBracket({ bracket, answer, language, children }: Props) {
	const { t } = useTranslation();
	const { id, revision, state, form, step, matches, ranking, entrants, rule } = bracket;
	const page = `/tournament/${id}/manage`;
	if (state !== "open") {
		return (
			<>
				<p className="panel">{t(`bracket.manage.${state === "ended" ? "finished" : "cancelled"}`)}</p>
				<BracketRounds matches={matches} />
			</>
		);
	}
	const [champion] = ranking;
	return (
		<>
			<div
				className={
					step || answer
						? "panel sticky top-[calc(var(--spacing-header)+0.5rem)] z-20 grid gap-2 px-4 py-2.5 shadow-lg"
						: "sr-only"
				}
			>
				{step ? (
					<div className="flex items-center gap-3">
						<p role="status" className="mr-auto min-w-0 text-sm sm:text-base" data-testid="last-step">
							<span className="font-semibold">
								{t(`bracket.manage.steps.${step.kind}`, {
									round: step.match?.roundName,
									number: step.match?.number,
								})}
							</span>{" "}
							<span className="wrap-anywhere text-muted">{t("bracket.manage.by", { name: step.by })}</span>
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
				<Refused answer={answer} />
			</div>
			{form ? (
				<PlayForm
					key={JSON.stringify([form.match, form.at])}
					{...{ page, revision, form }}
					// What was typed before another step is not about the match that is shown now.
					answer={answer?.typed?.revision === String(revision) ? answer : undefined}
				/>
			) : null}
			{children}
			{matches.length === 0 ? (
				<section className="panel grid gap-3">
					<p className="font-semibold">
						{t("bracket.entries", { entries: entrants.length, size: rule.size })}
					</p>
					<p className="text-muted">{t("bracket.manage.startText")}</p>
					<PostForm action={page} replace fields={{ intent: "draw", revision }} data-testid="form-draw">
						<button type="submit" className="button button-primary min-h-14 text-lg sm:px-8">
							{t("bracket.manage.start")}
						</button>
					</PostForm>
				</section>
			) : null}
			{champion ? (
				<section className="panel grid gap-3 border-accent-text">
					<p className="font-semibold wrap-anywhere">
						{t("bracket.manage.finishText", { name: champion.name })}
					</p>
					<details>
						<summary className="button button-primary min-h-14 text-lg">{t("bracket.manage.finish")}</summary>
						<PostForm
							action={page}
							replace
							fields={{ intent: "finish", revision }}
							className="flex flex-wrap items-center gap-3 pt-3"
							data-testid="form-finish"
						>
							<p>{t("bracket.manage.finishQuestion")}</p>
							<button type="submit" className="button button-primary min-h-14">
								{t("bracket.manage.finish")}
							</button>
						</PostForm>
					</details>
				</section>
			) : null}
			<BracketRounds
				matches={matches}
				last={{
					label: t("bracket.manage.plays"),
					isBare: true,
					cell: (match) => (match.plays.length > 0 ? <Plays {...{ page, match, language }} /> : null),
				}}
			/>
		</>
	);
}

/** The plays of a match with cost and payout of both, each with a link that corrects it. */
function Plays({ page, match, language }: { page: string; match: ShownMatch; language: Language }) {
	const { t } = useTranslation();
	const euros = (cents: number) => formatEuros(cents / 100, language);
	const { round, number, plays } = match;
	return (
		<ol className="grid gap-2">
			{plays.map((play, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a play is named by its place
				<li key={at} className="flex flex-wrap items-center gap-2">
					<span className="text-muted tabular-nums">
						{play.map(({ cost, payout }) => `${euros(cost)}\u00a0→\u00a0${euros(payout)}`).join(" · ")}
					</span>
					<Link
						to={`${page}?edit=${round}.${number}.${at}`}
						className="button"
						aria-label={t("bracket.manage.correctPlay", { number: at + 1, match: number })}
					>
						{t("bracket.manage.correct")}
					</Link>
				</li>
			))}
		</ol>
	);
}
