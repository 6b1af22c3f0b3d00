import { Form } from "@remix-run/react";
import { Ban, Check } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { OrderRow } from "./order-row";
import { chosenIn } from "./orders";
import type { AdminOrder } from "./orders.server";
import "./orders.css";

interface Props {
	orders: readonly AdminOrder[];
	/** The query of the page, with its filter. */
	search: string;
	language: Language;
}

/**
 * The admins' table in one form, whose buttons open the dialog that decides the chosen orders. The links of a row open
 * the dialog for that order only.
 */
export function OrdersTable({ orders, search, language }: Props) {
	const { t } = useTranslation();
	const form = useRef<HTMLFormElement>(null);
	const params = new URLSearchParams(search);
	const chosen = chosenIn(params);
	const open = orders.filter(({ status }) => status === "created").map(({ id }) => id);
	const kept = [...params].filter(([name]) => !["decide", "order", "chosen"].includes(name));
	return (
		<Form ref={form} action="/orders" preventScrollReset className="grid gap-4">
			{kept.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{open.length > 0 ? (
				// A new element once orders are decided, so that "Choose all" is not ticked.
				<ChosenBar key={open.join()} onChooseAll={(event) => chooseAll(form.current, event)} />
			) : null}
			<table className="orders-table">
				<caption className="sr-only">{t("orders.title")}</caption>
				<thead>
					<tr>
						<th scope="col">
							<span className="sr-only">{t("orders.choose")}</span>
						</th>
						<th scope="col">{t("orders.orderId")}</th>
						<th scope="col">{t("orders.user")}</th>
						<th scope="col">{t("orders.item")}</th>
						<th scope="col" className="number">
							{t("orders.quantity")}
						</th>
						<th scope="col" className="number">
							{t("orders.points")}
						</th>
						<th scope="col">{t("orders.status")}</th>
						<th scope="col">{t("orders.createdAt")}</th>
						<th scope="col">{t("orders.actions")}</th>
					</tr>
				</thead>
				<tbody>
					{orders.map((order) => (
						<OrderRow key={order.id} order={order} chosen={chosen.includes(order.id)} language={language} />
					))}
				</tbody>
			</table>
		</Form>
	);
}

function chooseAll(form: HTMLFormElement | null, { currentTarget }: ChangeEvent<HTMLInputElement>) {
	for (const box of form?.querySelectorAll<HTMLInputElement>("input[name=chosen]") ?? []) {
		box.checked = currentTarget.checked;
	}
}

interface BarProps {
	onChooseAll(event: ChangeEvent<HTMLInputElement>): void;
}

function ChosenBar({ onChooseAll }: BarProps) {
	const { t } = useTranslation();
	return (
		<div className="flex flex-wrap items-center gap-3 rounded-2xl bg-raised p-4">
			<label className="needs-scripts flex min-h-11 items-center gap-2 pr-2 font-semibold">
				<input type="checkbox" onChange={onChooseAll} className="size-5 accent-accent" />
				{t("orders.chooseAll")}
			</label>
			<button
				type="submit"
				id="approve-chosen"
				name="decide"
				value="approve"
				className="button grow sm:grow-0"
			>
				<Check aria-hidden="true" className="size-5 text-good" />
				{t("orders.approveChosen")}
			</button>
			<button
				type="submit"
				id="cancel-chosen"
				name="decide"
				value="cancel"
				className="button grow sm:ml-auto sm:grow-0"
			>
				<Ban aria-hidden="true" className="size-5 text-bad" />
				{t("orders.cancelChosen")}
			</button>
		</div>
	);
}
