import { useTranslation } from "react-i18next";
import { StatusBadge } from "./order-status";
import { shortId } from "./orders";
import type { OwnOrder as Order } from "./own-orders.server";

/** An order of the viewer, with its code and decision. */
export function OwnOrder({ order }: { order: Order }) {
	const { t } = useTranslation();
	const { id, status, code, note, question, answer, quantity } = order;
	return (
		<article className="panel grid gap-4" data-testid="own-order" aria-labelledby={`order-${id}`}>
			<div className="flex flex-wrap items-start justify-between gap-3">
				<div className="grid min-w-0 gap-1">
					<h2 id={`order-${id}`} className="text-xl font-bold break-words">
						{order.item}
					</h2>
					<p className="text-sm text-muted">
						{order.createdAt} · {t("orders.ownPoints", { count: order.points })}
						{quantity > 1 ? ` · ${t("orders.ownQuantity", { count: quantity })}` : null} ·{" "}
						<span title={id} className="font-mono">
							{shortId(id)}
						</span>
					</p>
				</div>
				<div className="grid gap-1 sm:justify-items-end">
					<StatusBadge status={status} label={t(`orders.ownStatuses.${status}`)} />
					{order.decidedAt ? <p className="text-xs text-muted">{order.decidedAt}</p> : null}
				</div>
			</div>
			{code === null ? null : (
				<label className="grid gap-1">
					<span className="text-sm font-semibold">{t("orders.yourCode")}</span>
					<input
						readOnly
						value={code}
						onFocus={(event) => event.currentTarget.select()}
						className="field max-w-md border-dashed border-accent-text font-mono text-lg font-bold"
						data-testid="code"
					/>
				</label>
			)}
			{note ? (
				<div className="rounded-2xl bg-raised px-4 py-3">
					<h3 className="text-sm font-semibold text-muted">{t("orders.teamNote")}</h3>
					<p className="break-words whitespace-pre-line">{note}</p>
				</div>
			) : null}
			{question ? (
				<dl className="grid gap-1 text-sm">
					<dt className="break-words text-muted">{question}</dt>
					<dd className="break-words">
						<span className="text-muted">{t("orders.yourAnswer")}:</span> {answer || t("orders.noAnswer")}
					</dd>
				</dl>
			) : null}
		</article>
	);
}
