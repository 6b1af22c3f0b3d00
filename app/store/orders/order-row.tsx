import { Link, useSearchParams } from "@remix-run/react";
import { Ban, Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { MessageMark, StatusBadge } from "./order-status";
import { type Decision, shortId } from "./orders";
import type { AdminOrder } from "./orders.server";

interface Props {
	order: AdminOrder;
	/** Whether it is ticked, as after a refusal. */
	chosen: boolean;
	/** The decision that is being sent. */
	pending: Decision | undefined;
	language: Language;
}

export function OrderRow({ order, chosen, pending, language }: Props) {
	const { t } = useTranslation();
	const { id, item, answer, note } = order;
	const status = pending ?? order.status;
	const short = shortId(id);
	return (
		<tr aria-busy={pending ? true : undefined} data-order={id}>
			<td data-label={status === "created" ? t("orders.choose") : undefined}>
				{status === "created" ? (
					// A target larger than the box, for touch.
					<label className="-m-2.5 grid size-11 place-items-center">
						<input
							type="checkbox"
							name="order"
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
					<span className="flex flex-wrap gap-2 @[53rem]:flex-nowrap">
						<DecisionButton id={id} intent="approve" />
						<DecisionButton id={id} intent="cancel" />
					</span>
				) : null}
			</td>
		</tr>
	);
}

const DECISIONS = {
	approve: { label: "orders.approve", labelOfOrder: "orders.approveOrder", icon: Check, tone: "text-good" },
	cancel: { label: "orders.cancel", labelOfOrder: "orders.cancelOrder", icon: Ban, tone: "text-bad" },
} as const;

/** The button that decides this order only. */
function DecisionButton({ id, intent }: { id: string; intent: keyof typeof DECISIONS }) {
	const { t } = useTranslation();
	const { label, labelOfOrder, icon: Icon, tone } = DECISIONS[intent];
	return (
		<button
			type="submit"
			name="intent"
			value={`${intent} ${id}`}
			className="button @[53rem]:size-11 @[53rem]:p-0"
			aria-label={t(labelOfOrder, { id: shortId(id) })}
			title={t(label)}
		>
			<Icon aria-hidden="true" className={`size-5 ${tone}`} />
			<span className="@[53rem]:sr-only">{t(label)}</span>
		</button>
	);
}

/** A link to the order, labelled with the beginning of its id. */
function OrderLink({ id }: { id: string }) {
	const { t } = useTranslation();
	const [params] = useSearchParams();
	const search = new URLSearchParams(params);
	search.set("order", id);
	return (
		<Link
			to={`?${search}`}
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
