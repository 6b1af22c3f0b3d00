import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ListFilter } from "~/ui/list-filter";
import { ITEM_SORTS, type ItemList, itemListIn, itemListQuery } from "./item-list";

/** Above this number of items, the store has a text search. */
const MAX_WITHOUT_SEARCH = 8;

interface Props {
	list: ItemList;
	/** Numbers of items: in the store, and in the list. */
	all: number;
	found: number;
	/** Visitors have no points, so nothing depends on them. */
	isViewer: boolean;
}

/** Filter and order of the store's items. */
export function ItemFilter({ list, all, found, isViewer }: Props) {
	const { t } = useTranslation();
	const { sort, search, affordable, inStock } = list;
	const isSearched = all > MAX_WITHOUT_SEARCH || search !== "";
	const sorts = ITEM_SORTS.filter((one) => isViewer || one !== "affordable");
	return (
		<>
			{isViewer ? (
				<Link
					to={`/store${itemListQuery({ ...list, sort: sort === "affordable" ? ITEM_SORTS[0] : "affordable" })}`}
					preventScrollReset
					aria-current={sort === "affordable" ? "true" : undefined}
					className={`button justify-self-start ${sort === "affordable" ? "button-chosen" : ""}`}
				>
					{t("store.filter.sorts.affordable")}
				</Link>
			) : null}
			<ListFilter
				path="/store"
				search={isSearched ? { label: t("store.filter.search"), value: search } : undefined}
				choices={[
					{
						name: "sort",
						label: t("store.filter.sort"),
						value: sorts.includes(sort) ? sort : ITEM_SORTS[0],
						options: sorts.map((one) => [one, t(`store.filter.sorts.${one}`)] as const),
					},
				]}
				switches={[
					...(isViewer
						? [{ name: "affordable", label: t("store.filter.affordable"), isOn: affordable }]
						: []),
					{ name: "stock", label: t("store.filter.inStock"), isOn: inStock },
				]}
				queryOf={(fields) => itemListQuery(itemListIn(fields))}
				found={found === 0 && all > 0 ? t("store.filter.none") : t("store.filter.found", { count: found })}
				labels={{ apply: t("store.filter.apply"), clear: t("store.filter.clear") }}
				isFiltered={search !== "" || inStock || (isViewer && affordable)}
			/>
		</>
	);
}
