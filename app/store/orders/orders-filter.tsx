import { Form, Link, useSubmit } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ORDER_STATUSES, type OrderFilter } from "./orders";

/** The filter of the table, a GET form. With scripts, choosing a status submits it. */
export function OrdersFilter({ filter }: { filter: OrderFilter }) {
	const { t } = useTranslation();
	const submit = useSubmit();
	const { status, search } = filter;
	return (
		<Form
			role="search"
			action="/orders"
			key={`${status} ${search}`}
			className="flex flex-wrap items-end gap-3"
		>
			<label className="grid gap-1">
				<span className="text-sm font-semibold">{t("orders.filter")}</span>
				<select
					name="status"
					defaultValue={status ?? ""}
					onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true })}
					className="field"
				>
					<option value="">{t("orders.allOrders")}</option>
					{ORDER_STATUSES.map((one) => (
						<option key={one} value={one}>
							{t(`orders.statuses.${one}`)}
						</option>
					))}
				</select>
			</label>
			<label className="grid max-w-md grow basis-60 gap-1">
				<span className="text-sm font-semibold">{t("orders.search")}</span>
				<input
					type="search"
					name="q"
					defaultValue={search}
					maxLength={100}
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					className="field"
				/>
			</label>
			<button type="submit" className="button">
				<Search aria-hidden="true" className="size-5" />
				{t("orders.find")}
			</button>
			{status || search ? (
				<Link to="/orders" className="link py-2.5">
					{t("orders.clear")}
				</Link>
			) : null}
		</Form>
	);
}
