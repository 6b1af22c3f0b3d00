import { useTranslation } from "react-i18next";
import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { DataTable } from "~/ui/data-table";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { PastHuntPage, ShownGuess } from "../../model/past.server";
import { HuntWinner } from "../end/hunt-winner";

interface Props {
	hunt: PastHuntPage;
	/** Answer to a refused prize. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	language: Language;
}

/** The winner, the viewer's own guess and, for admins, the nearest guesses and the form that pays the prize. */
export function PastGuesses({ hunt, answer, language }: Props) {
	const { id, prize, admin } = hunt;
	const nearest = admin?.nearest ?? [];
	const [payee] = nearest;
	return (
		<HuntWinner hunt={hunt} heading="h2" language={language}>
			{payee && !prize ? <PrizeForm huntId={id} winner={payee} answer={answer} /> : null}
			{payee ? <GuessTable rows={nearest} language={language} /> : null}
		</HuntWinner>
	);
}

function PrizeForm({
	huntId,
	winner,
	answer,
}: { huntId: string; winner: ShownGuess } & Pick<Props, "answer">) {
	const { t } = useTranslation();
	const refused = answer && !answer.ok ? answer : undefined;
	return (
		<PostForm
			action={`/bonus-hunt/past/${huntId}`}
			fields={{ intent: "prize", winnerId: winner.userId }}
			className="grid gap-3 rounded-2xl bg-raised p-4"
		>
			<h3 className="text-xl font-bold">{t("hunt.pastHunts.prize")}</h3>
			<p className="text-muted break-words">
				{t("hunt.pastHunts.prizeText", { name: winner.username ?? t("shell.anonymous") })}
			</p>
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
				<button type="submit" className="button button-primary mt-[2.1rem] px-6">
					{t("hunt.pastHunts.pay")}
				</button>
			</div>
			<Refused answer={refused?.fieldErrors?.points ? undefined : refused} />
		</PostForm>
	);
}

function GuessTable({ rows, language }: { rows: readonly ShownGuess[]; language: Language }) {
	const { t } = useTranslation();
	const euros = (cents: number) => formatEuros(cents / 100, language);
	return (
		<DataTable
			caption={t("hunt.pastHunts.nearest")}
			columns={[
				{
					label: t("hunt.pastHunts.viewer"),
					className: "font-semibold break-words",
					cell: ({ username, isYou }) => (
						<>
							{username ?? t("shell.anonymous")}
							{isYou ? <span className="badge ml-2">{t("hunt.pastHunts.you")}</span> : null}
						</>
					),
				},
				{ label: t("hunt.pastHunts.guess"), isNumber: true, cell: ({ guess }) => euros(guess) },
				{
					label: t("hunt.pastHunts.off"),
					isNumber: true,
					className: "text-muted",
					cell: ({ off }) => euros(off),
				},
			]}
			rows={rows}
			keyOf={({ userId }) => userId}
			testId="guess-row"
		/>
	);
}
