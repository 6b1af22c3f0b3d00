import { useTranslation } from "react-i18next";
import { type Choice, TableFilter } from "~/ui/table-filter";
import { type HistoryFilter as Filter, OUTCOMES } from "./history";

interface Props {
	filter: Filter;
	games: readonly Choice[];
}

/** The filter of the history. */
export function HistoryFilter({ filter: { game, outcome }, games }: Props) {
	const { t } = useTranslation();
	const outcomes = OUTCOMES.map((value) => ({ value, name: t(`history.outcomes.${value}`) }));
	const [allGames, all] = [t("history.allGames"), t("history.allOutcomes")];
	return (
		<TableFilter
			path="/points/history"
			selects={[
				{ name: "game", label: t("history.game"), all: allGames, value: game ?? "", choices: games },
				{ name: "outcome", label: t("history.outcome"), all, value: outcome ?? "", choices: outcomes },
			]}
			labels={{ apply: t("history.filter"), clear: t("history.clear") }}
		/>
	);
}
