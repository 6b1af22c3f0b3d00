import { Form, useNavigation } from "@remix-run/react";
import { Crown } from "lucide-react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Field, type FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import type { PastHuntPage, ShownGuess } from "../../model/past.server";
import "~/ui/data-table.css";

interface Props {
	hunt: PastHuntPage;
	/** Answer to a refused prize. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	language: Language;
}

/** The winner, the viewer's own guess and, for admins, the nearest guesses and the form that pays the prize. */
export function PastGuesses({ hunt, answer, language }: Props) {
	const { t } = useTranslation();
	const { winner, own, guesses, prize, admin } = hunt;
	const nearest = admin?.nearest ?? [];
	const [payee] = nearest;
	const euros = (cents: number) => formatEuros(cents / 100, language);
	return (
		<section aria-labelledby="guesses" className="panel grid gap-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="guesses" className="text-2xl font-bold">
					{t("hunt.pastHunts.guesses")}
				</h2>
				<p className="badge tabular-nums">
					{t("hunt.pastHunts.count", { count: guesses, guesses: formatPoints(guesses, language) })}
				</p>
			</div>
			{winner ? (
				<p className="flex items-center gap-3 text-lg" data-testid="winner">
					<Crown aria-hidden="true" className="size-8 shrink-0 text-accent-text" />
					<span className="min-w-0 break-words">
						{t("hunt.pastHunts.closest", {
							name: winner.username ?? t("shell.anonymous"),
							guess: euros(winner.guess),
						})}{" "}
						{prize ? (
							<strong>
								{t("hunt.pastHunts.prizePaid", {
									name: prize.username ?? t("shell.anonymous"),
									count: prize.points,
								})}
							</strong>
						) : null}
					</span>
				</p>
			) : (
				<p className="text-muted">{t("hunt.pastHunts.noGuesses")}</p>
			)}
			{own ? (
				<p className="tabular-nums" data-testid="own-guess">
					{t("hunt.pastHunts.yours", { guess: euros(own.guess), off: euros(own.off) })}{" "}
					{t("hunt.pastHunts.rank", {
						rank: formatPoints(own.rank, language),
						guesses: formatPoints(guesses, language),
					})}
				</p>
			) : null}
			{payee && !prize ? <PrizeForm huntId={hunt.id} winner={payee} answer={answer} /> : null}
			{payee ? <GuessTable rows={nearest} language={language} /> : null}
		</section>
	);
}

function PrizeForm({
	huntId,
	winner,
	answer,
}: { huntId: string; winner: ShownGuess } & Pick<Props, "answer">) {
	const { t } = useTranslation();
	const isBusy = useNavigation().state === "submitting";
	const refused = answer && !answer.ok ? answer : undefined;
	const once = (event: FormEvent) => {
		if (isBusy) event.preventDefault();
	};
	return (
		<Form
			method="post"
			action={`/bonus-hunt/past/${huntId}`}
			preventScrollReset
			noValidate
			onSubmit={once}
			className="grid gap-3 rounded-2xl bg-raised p-4"
		>
			<h3 className="text-xl font-bold">{t("hunt.pastHunts.prize")}</h3>
			<p className="text-muted break-words">
				{t("hunt.pastHunts.prizeText", { name: winner.username ?? t("shell.anonymous") })}
			</p>
			<input type="hidden" name="intent" value="prize" />
			<input type="hidden" name="winnerId" value={winner.userId} />
			<div className="flex flex-wrap items-start gap-3">
				<div className="max-w-52 grow">
					<Field
						name="points"
						label={t("hunt.pastHunts.prizePoints")}
						inputMode="numeric"
						answer={refused}
						idPrefix="prize"
					/>
				</div>
				<button
					type="submit"
					aria-disabled={isBusy || undefined}
					className="button button-primary mt-[2.1rem] px-6"
				>
					{t("hunt.pastHunts.pay")}
				</button>
			</div>
			<p role="alert" className="field-error empty:hidden">
				{refused && !refused.fieldErrors?.points ? refusalText(refused, t) : null}
			</p>
		</Form>
	);
}

function GuessTable({ rows, language }: { rows: readonly ShownGuess[]; language: Language }) {
	const { t } = useTranslation();
	const euros = (cents: number) => formatEuros(cents / 100, language);
	return (
		<table className="data-table">
			<caption className="sr-only">{t("hunt.pastHunts.nearest")}</caption>
			<thead className="text-left text-sm text-muted">
				<tr>
					<th scope="col">{t("hunt.pastHunts.viewer")}</th>
					<th scope="col" className="text-right">
						{t("hunt.pastHunts.guess")}
					</th>
					<th scope="col" className="text-right">
						{t("hunt.pastHunts.off")}
					</th>
				</tr>
			</thead>
			<tbody>
				{rows.map(({ userId, username, guess, off, isYou }) => (
					<tr key={userId} data-testid="guess-row">
						<td className="font-semibold break-words">
							{username ?? t("shell.anonymous")}
							{isYou ? <span className="badge ml-2">{t("hunt.pastHunts.you")}</span> : null}
						</td>
						<td data-label={t("hunt.pastHunts.guess")} className="tabular-nums md:text-right">
							{euros(guess)}
						</td>
						<td data-label={t("hunt.pastHunts.off")} className="text-muted tabular-nums md:text-right">
							{euros(off)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
