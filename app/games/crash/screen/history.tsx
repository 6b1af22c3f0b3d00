import { memo } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Phase } from "../engine/crash";
import type { PastRound } from "../engine/view";
import { Chip } from "./chip";

interface Props {
	/** Newest first. */
	history: readonly PastRound[];
	/** Of the current round, if one runs. */
	phase: Phase | undefined;
	language: Language;
	/** Address of the page that checks a round; undefined for demo rounds, which are not stored. */
	checkAt?: string | undefined;
}

/** Shows the crash points of past rounds in one scrolling row, each as a link to its check if `checkAt` is set. */
export const History = memo(function History({ history, phase, language, checkAt }: Props) {
	const { t } = useTranslation();
	if (history.length === 0)
		return (
			<p className="flex min-h-11 items-center text-muted">
				{phase === "flying" ? null : t("crash.noHistory")}
			</p>
		);
	const linkTo = (id: string, crashPoint: number) =>
		checkAt === undefined
			? undefined
			: {
					to: `${checkAt}?round=${id}`,
					label: t("crash.checkRound", { multiplier: formatExactMultiplier(crashPoint, language) }),
				};
	return (
		<ol
			// A row that scrolls must be reachable by keyboard.
			tabIndex={checkAt ? undefined : 0}
			aria-label={t("crash.history")}
			className="flight-history"
			data-testid="history"
		>
			{history.map(({ id, crashPoint }) => (
				<li key={id} className="flex min-h-11 shrink-0 items-center">
					<Chip multiplier={crashPoint} language={language} link={linkTo(id, crashPoint)} />
				</li>
			))}
		</ol>
	);
});
