import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Fact } from "../../fairness/fact";
import { LookUpForm } from "../../fairness/look-up-form";
import type { CheckableRound } from "../persistence/checkable-round.server";

interface Props {
	/** The id that is looked up; empty for none. */
	roundId: string;
	/** Undefined if no round was found; an error is shown then. */
	round: CheckableRound | undefined;
	language: Language;
}

/** A form that looks a Plinko round up by its id, and the public facts of the round. */
export function RoundLookUp({ roundId, round, language }: Props) {
	const { t } = useTranslation();
	return (
		<>
			<LookUpForm
				action="/fairness"
				label={t("fairness.roundId")}
				hint={t("fairness.roundHint")}
				query={roundId}
			/>
			{roundId ? <RoundFacts round={round} language={language} /> : null}
		</>
	);
}

/** @param round undefined if no round was found. */
function RoundFacts({ round, language }: { round: CheckableRound | undefined; language: Language }) {
	const { t } = useTranslation();
	if (!round) {
		return (
			<p role="alert" className="field-error">
				{t("fairness.notFound")}
			</p>
		);
	}
	return (
		<dl className="grid gap-3" data-testid="round-facts">
			<Fact label={t("fairness.game")} value={round.game} />
			<Fact label={t("fairness.playedAt")} value={round.playedAt} />
			<Fact label={t("fairness.stake")} value={formatPoints(round.stake, language)} />
			<Fact label={t("fairness.slots")} value={round.slots.map((slot) => slot + 1).join(", ")} />
			<Fact label={t("fairness.clientSeed")} value={round.clientSeed} />
			<Fact label="Nonce" value={String(round.nonce)} />
			<Fact label={t("fairness.commitment")} value={round.commitment} />
			{round.serverSeed ? (
				<Fact label={t("fairness.serverSeed")} value={round.serverSeed} />
			) : (
				<p className="font-semibold">{t("fairness.notRevealed")}</p>
			)}
		</dl>
	);
}
