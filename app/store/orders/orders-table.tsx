import { Form } from "@remix-run/react";
import { Ban, Check } from "lucide-react";
import { type ChangeEvent, type FormEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import type { OrdersAnswer } from "./decision-message";
import { OrderRow } from "./order-row";
import type { AdminOrder } from "./orders.server";
import "./orders.css";
import type { PendingDecision } from "./use-pending-decision";

interface Props {
	orders: readonly AdminOrder[];
	/** The address of the form: the page with its filter. */
	action: string;
	answer: OrdersAnswer | undefined;
	pending: PendingDecision | undefined;
	language: Language;
}

/** One form around the table: its buttons decide the chosen orders, a row's buttons decide that order only. */
export function OrdersTable({ orders, action, answer, pending, language }: Props) {
	const { t } = useTranslation();
	const form = useRef<HTMLFormElement>(null);
	const typed = answer && !answer.ok ? answer.typed : undefined;
	const chosen = [typed?.order ?? []].flat();
	const canDecide = orders.some(({ status }) => status === "created");
	const once = (event: FormEvent) => {
		if (pending) event.preventDefault();
	};
	return (
		<Form ref={form} method="post" action={action} onSubmit={once} preventScrollReset className="grid gap-4">
			{/* The form's default button, so that Enter decides nothing: a decision is final. Outside a dialog its
			method does nothing, also without scripts. A disabled one would not stop Enter on a checkbox. */}
			<button type="submit" formMethod="dialog" hidden onClick={(event) => event.preventDefault()} />
			{canDecide ? (
				<ChosenBar
					// A new element after each decision, so that a note is not sent again with the next one.
					key={`${action} ${answer?.ok ? JSON.stringify(answer.decided) : ""}`}
					note={typeof typed?.note === "string" ? typed.note : ""}
					onChooseAll={(event) => chooseAll(form.current, event)}
				/>
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
						<OrderRow
							key={order.id}
							order={order}
							chosen={chosen.includes(order.id)}
							pending={pending?.orderIds.includes(order.id) ? pending.decision : undefined}
							language={language}
						/>
					))}
				</tbody>
			</table>
		</Form>
	);
}

function chooseAll(form: HTMLFormElement | null, { currentTarget }: ChangeEvent<HTMLInputElement>) {
	for (const box of form?.querySelectorAll<HTMLInputElement>("input[name=order]") ?? []) {
		box.checked = currentTarget.checked;
	}
}

interface BarProps {
	note: string;
	onChooseAll(event: ChangeEvent<HTMLInputElement>): void;
}

function ChosenBar({ note, onChooseAll }: BarProps) {
	const { t } = useTranslation();
	return (
		<div className="flex flex-wrap items-end gap-3 rounded-2xl bg-raised p-4">
			<label className="grid grow basis-72 gap-1">
				<span className="text-sm font-semibold">{t("orders.note")}</span>
				<input
					name="note"
					defaultValue={note}
					maxLength={500}
					autoComplete="off"
					aria-describedby="note-hint"
					className="field"
				/>
			</label>
			<button type="submit" name="intent" value="approve" className="button grow sm:grow-0">
				<Check aria-hidden="true" className="size-5 text-good" />
				{t("orders.approveChosen")}
			</button>
			<button type="submit" name="intent" value="cancel" className="button grow sm:grow-0">
				<Ban aria-hidden="true" className="size-5 text-bad" />
				{t("orders.cancelChosen")}
			</button>
			<label className="needs-scripts flex min-h-11 items-center gap-2 font-semibold">
				<input type="checkbox" onChange={onChooseAll} className="size-5 accent-accent" />
				{t("orders.chooseAll")}
			</label>
			<p id="note-hint" className="grow basis-80 self-center text-sm text-muted">
				{t("orders.noteHint")} {t("orders.cancelText")}
			</p>
		</div>
	);
}
