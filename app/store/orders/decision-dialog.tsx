import { Form, Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Dialog } from "~/ui/dialog/dialog";
import { Field } from "~/ui/field";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { DecisionMessage, type OrdersAnswer } from "./decision-message";
import { StatusBadge } from "./order-status";
import { MAX_NOTE_LENGTH, shortId } from "./orders";
import type { AdminOrder, AskedDecision } from "./orders.server";

interface Props {
	asked: AskedDecision;
	/** The address of its form. */
	action: string;
	closeTo: string;
	answer: OrdersAnswer | undefined;
	language: Language;
}

/** The dialog that confirms a decision, with the orders and the note. Orders decided by now are listed only. */
export function DecisionDialog({ asked, action, closeTo, answer, language }: Props) {
	const { t } = useTranslation();
	const busy = useNavigation().formMethod === "POST";
	const { verb, orders } = asked;
	const refused = answer?.ok ? undefined : answer;
	const form = useUnsavedChanges(refused, "address");
	const [first, second] = orders;
	const open = orders.filter(({ status }) => status === "created");
	const points = open.reduce((sum, order) => sum + order.points, 0);
	const title =
		first && !second
			? t(`orders.${verb}Order`, { id: shortId(first.id) })
			: t(`orders.${verb}Many`, { count: orders.length });
	return (
		<Dialog
			title={title}
			closeLabel={t("orders.close")}
			closeTo={closeTo}
			openerId={first && !second ? `${verb}-${first.id}` : `${verb}-chosen`}
		>
			<Form
				ref={form}
				method="post"
				action={action}
				preventScrollReset
				className="grid gap-5"
				data-testid="decide"
			>
				<DecisionMessage answer={answer} />
				<ul className="grid gap-2">
					{orders.map((order) => (
						<OrderLine key={order.id} order={order} />
					))}
				</ul>
				{open.length > 0 ? (
					<>
						<Field
							name="note"
							label={t("orders.note")}
							rows={3}
							maxLength={MAX_NOTE_LENGTH}
							answer={refused}
						/>
						<p className="text-muted">
							{verb === "cancel"
								? t("orders.cancelText", { count: points, points: formatPoints(points, language) })
								: t("orders.approveText")}
						</p>
					</>
				) : null}
				<div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-between gap-3 border-t border-line bg-surface px-5 py-3">
					<Link to={closeTo} preventScrollReset className="button grow sm:grow-0">
						{t("orders.back")}
					</Link>
					{open.length > 0 ? (
						<button
							type="submit"
							name="intent"
							value={verb}
							className="button button-primary grow sm:grow-0 sm:px-8"
						>
							{t(busy ? "orders.deciding" : `orders.${verb}Now`, { count: open.length })}
						</button>
					) : null}
				</div>
			</Form>
		</Dialog>
	);
}

function OrderLine({ order }: { order: AdminOrder }) {
	const { t } = useTranslation();
	const { id, status, username, item, quantity, answer } = order;
	return (
		<li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 rounded-2xl bg-raised px-4 py-3">
			{status === "created" ? <input type="hidden" name="order" value={id} /> : null}
			<div className="min-w-0">
				<p className="font-semibold break-words">
					{quantity} × {item}
				</p>
				<p className="text-sm break-words text-muted">
					{username} · {t("orders.ownPoints", { count: order.points })} · {order.createdAt} ·{" "}
					<span className="font-mono">{shortId(id)}</span>
				</p>
				{order.question ? (
					<p className="text-sm break-words whitespace-pre-line">
						<span className="text-muted">{order.question}</span> {answer || t("orders.noAnswer")}
					</p>
				) : null}
			</div>
			{status === "created" ? null : <StatusBadge status={status} label={t(`orders.statuses.${status}`)} />}
		</li>
	);
}
