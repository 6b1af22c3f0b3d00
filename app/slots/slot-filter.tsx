import { useTranslation } from "react-i18next";
import { ListFilter } from "~/ui/list-filter";
import { SLOT_SORTS, type SlotList, slotListIn, slotListQuery } from "./slot-list";

interface Props {
	list: SlotList;
	providers: readonly string[];
	/** Number of slots in the list. */
	found: number;
}

/** Search, provider filter and order of the slots. */
export function SlotFilter({ list, providers, found }: Props) {
	const { t } = useTranslation();
	const { sort, search, provider } = list;
	return (
		<ListFilter
			path="/slots"
			search={{ label: t("slots.filter.search"), value: search }}
			choices={[
				...(providers.length > 1 || provider !== ""
					? [
							{
								name: "provider",
								label: t("slots.record.fields.provider"),
								value: provider,
								options: [
									["", t("slots.filter.allProviders")] as const,
									...[...new Set([...providers, provider])]
										.filter((name) => name !== "")
										.map((name) => [name, name] as const),
								],
							},
						]
					: []),
				{
					name: "sort",
					label: t("slots.filter.sort"),
					value: sort,
					options: SLOT_SORTS.map((one) => [one, t(`slots.filter.sorts.${one}`)] as const),
				},
			]}
			queryOf={(fields) => slotListQuery(slotListIn(fields))}
			found={found === 0 ? t("slots.filter.none") : t("slots.filter.found", { count: found })}
			labels={{ apply: t("slots.filter.apply"), clear: t("slots.filter.clear") }}
			isFiltered={search !== "" || provider !== ""}
		/>
	);
}
