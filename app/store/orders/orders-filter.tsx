import { useTranslation } from "react-i18next";
import { TableFilter } from "~/ui/table-filter";
import { ORDER_STATUSES, type OrderFilter } from "./orders";

/** The filter of the table of orders. */
export function OrdersFilter({
	filter: { status, search },
	withEmails,
}: {
	filter: OrderFilter;
	withEmails: boolean;
}) {
	const { t } = useTranslation();
	const choices = ORDER_STATUSES.map((value) => ({ value, name: t(`orders.statuses.${value}`) }));
	const all = t("orders.allOrders");
	return (
		<TableFilter
			path="/orders"
			selects={[{ name: "status", label: t("orders.filter"), all, value: status ?? "", choices }]}
			search={{ label: t(withEmails ? "orders.search" : "orders.searchNames"), value: search }}
			labels={{ apply: t("orders.find"), clear: t("orders.clear") }}
		/>
	);
}
