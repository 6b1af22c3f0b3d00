import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "~/i18n/messages";
import type { FieldAnswer } from "~/ui/field";
import type { Decided } from "./order-decisions.server";
import { shortId } from "./orders";

/** Answer to the last form: the decisions, or a refusal. */
export type OrdersAnswer = { ok: true; decided: Decided } | (FieldAnswer & { ok: false; code: ErrorCode });

const REASONS = ["orderDecided", "orderGone", "orderOwn", "orderUpdateFailed"] as const;

/** A live region with the outcome of the last form; it is rendered empty before there is one. */
export function DecisionMessage({ answer }: { answer: OrdersAnswer | undefined }) {
	return (
		<div role="status" className="empty:hidden" data-testid="decision-message">
			{answer ? answer.ok ? <Outcome {...answer.decided} /> : <Refused {...answer} /> : null}
		</div>
	);
}

function Outcome({ decision, done, left }: Decided) {
	const { t } = useTranslation();
	return (
		<div className="panel grid gap-2 py-3">
			{done.length > 0 ? (
				<p className="font-semibold text-good">{t(`orders.${decision}`, { count: done.length })}</p>
			) : null}
			{left.length > 0 ? (
				<>
					<p className="flex items-center gap-2 font-semibold text-bad">
						<CircleAlert aria-hidden="true" className="size-5 shrink-0" />
						{t("errors.orderUpdateFailed")}
					</p>
					<ul className="text-sm">
						{REASONS.map((code) => {
							const ids = left.filter((one) => one.code === code).map(({ id }) => shortId(id));
							return ids.length > 0 ? (
								<li key={code}>{t(`orders.left.${code}`, { ids: ids.join(", ") })}</li>
							) : null;
						})}
					</ul>
				</>
			) : null}
		</div>
	);
}

function Refused({ code, message, fieldErrors }: Extract<OrdersAnswer, { ok: false }>) {
	const { t } = useTranslation();
	// A field's message is more precise than the general one.
	const [reason] = Object.values(fieldErrors ?? {});
	const text = reason ?? message ?? t(`errors.${code}`);
	if (code === "botOff") return <p className="panel py-3 font-semibold text-bad">{text}</p>;
	return (
		<div className="panel grid gap-1 py-3 text-bad">
			<p className="flex items-center gap-2 font-semibold">
				<CircleAlert aria-hidden="true" className="size-5 shrink-0" />
				{t("errors.orderUpdateFailed")}
			</p>
			<p className="text-sm">{text}</p>
		</div>
	);
}
