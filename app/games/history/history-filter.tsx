import { Form, Link } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Choice, FilterSelect } from "~/ui/filter-select";
import { type HistoryFilter as Filter, OUTCOMES } from "./history";

interface Props {
	filter: Filter;
	games: readonly Choice[];
}

/** The filter of the history, a GET form. With scripts, each choice submits it. */
export function HistoryFilter({ filter: { game, outcome }, games }: Props) {
	const { t } = useTranslation();
	return (
		<Form
			role="search"
			action="/points/history"
			key={`${game ?? ""} ${outcome ?? ""}`}
			className="flex flex-wrap items-end gap-3"
		>
			<FilterSelect
				name="game"
				label={t("history.game")}
				all={t("history.allGames")}
				value={game ?? ""}
				choices={games}
			/>
			<FilterSelect
				name="outcome"
				label={t("history.outcome")}
				all={t("history.allOutcomes")}
				value={outcome ?? ""}
				choices={OUTCOMES.map((offered) => ({ value: offered, name: t(`history.outcomes.${offered}`) }))}
			/>
			<button type="submit" className="button">
				<ListFilter aria-hidden="true" className="size-5" />
				{t("history.filter")}
			</button>
			{game || outcome ? (
				<Link to="/points/history" className="link py-2.5">
					{t("history.clear")}
				</Link>
			) : null}
		</Form>
	);
}
