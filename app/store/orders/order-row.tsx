import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { MessageMark, StatusBadge } from "./order-status";
import { ordersAddress, shortId, type Verb } from "./orders";
import type { AdminOrder } from "./orders.server";

interface Props {
	order: AdminOrder;
	/** Whether the address has it as chosen, which matters without scripts. */
	chosen: boolean;
	language: Language;
}

/** An order's row in the admins' table. A created order has a checkbox and links to decide it. */
export function OrderRow({ order, chosen, language }: Props) {
	const { t } = useTranslation();
	const { id, item, answer, note, status } = order;
	const short = shortId(id);
	return (
		<tr data-order={id}>
			<td data-label={status === "created" ? t("orders.choose") : undefined}>
				{status === "created" ? (
					// A target larger than the box, for touch.
					<label className="-m-2.5 grid size-11 place-items-center">
						<input
							type="checkbox"
							name="chosen"
							value={id}
							defaultChecked={chosen}
							aria-label={t("orders.chooseOrder", { id: short })}
							className="size-5 accent-accent"
						/>
					</label>
				) : null}
			</td>
			<td data-label={t("orders.orderId")}>
				<OrderLink id={id} />
			</td>
			<td data-label={t("orders.user")}>
				<span className="grid min-w-0">
					<span className="font-semibold break-words">{order.username}</span>
					{order.email ? <span className="text-sm break-all text-muted">{order.email}</span> : null}
				</span>
			</td>
			<td data-label={t("orders.item")}>
				<span className="grid min-w-0 break-words">
					<span>{item}</span>
					{answer ? <span className="line-clamp-2 text-sm text-muted">“{answer}”</span> : null}
				</span>
			</td>
			<td data-label={t("orders.quantity")} className="number">
				{order.quantity}
			</td>
			<td data-label={t("orders.points")} className="number">
				{formatPoints(order.points, language)}
			</td>
			<td data-label={t("orders.status")}>
				<span className="grid justify-items-start gap-1">
					<StatusBadge status={status} label={t(`orders.statuses.${status}`)} />
					{note ? <span className="line-clamp-2 text-sm break-words text-muted">{note}</span> : null}
					<MessageMark message={order.message} />
				</span>
			</td>
			<td data-label={t("orders.createdAt")}>
				<span className="text-sm text-muted">{order.createdAt}</span>
			</td>
			<td data-label={status === "created" ? t("orders.actions") : undefined}>
				{status === "created" ? (
					<span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 @[53rem]:grid @[53rem]:justify-items-stretch">
						<DecisionLink id={id} verb="approve" className="button px-3" />
						<DecisionLink id={id} verb="cancel" className="link p-2.5 text-center text-sm" />
					</span>
				) : null}
			</td>
		</tr>
	);
}

const LABELS = {
	approve: { text: "orders.approve", ofOrder: "orders.approveOrder" },
	cancel: { text: "orders.cancel", ofOrder: "orders.cancelOrder" },
} as const;

/** The link to the dialog that confirms a decision on this order. */
function DecisionLink({ id, verb, className }: { id: string; verb: Verb; className: string }) {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	const { text, ofOrder } = LABELS[verb];
	return (
		<Link
			to={ordersAddress(params.toString(), { order: id, decide: verb })}
			id={`${verb}-${id}`}
			preventScrollReset
			className={className}
			aria-label={t(ofOrder, { id: shortId(id) })}
		>
			{t(text)}
		</Link>
	);
}

/** A link to the order, labelled with the beginning of its id. */
function OrderLink({ id }: { id: string }) {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	return (
		<Link
			to={ordersAddress(params.toString(), { order: id })}
			id={`order-${id}`}
			title={id}
			preventScrollReset
			className="link font-mono text-sm"
			aria-label={t("orders.openOrder", { id: shortId(id) })}
		>
			{shortId(id)}
		</Link>
	);
}
