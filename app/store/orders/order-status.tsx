import { BotOff, Check, Clock, type LucideIcon, MessageCircleWarning, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { messageText } from "./order-messages";
import type { OrderStatus } from "./orders";
import type { AdminOrder } from "./orders.server";

const LOOKS: Record<OrderStatus, { icon: LucideIcon; colour: string }> = {
	created: { icon: Clock, colour: "text-accent-text" },
	approved: { icon: Check, colour: "text-good" },
	cancelled: { icon: X, colour: "text-bad" },
};

/** A status with its icon. `label` is its text, which differs for admins and viewers. */
export function StatusBadge({ status, label }: { status: OrderStatus; label: string }) {
	const { icon: Icon, colour } = LOOKS[status];
	return (
		<span className="badge whitespace-nowrap" data-status={status}>
			<Icon aria-hidden="true" className={`size-3.5 shrink-0 ${colour}`} />
			{label}
		</span>
	);
}

/** The mark beside the order's status when an attempt to deliver its bot message has failed. */
export function MessageMark({ message }: { message: AdminOrder["message"] }) {
	const { t } = useTranslation();
	if (!message || message.state === "delivered" || message.state === "off") return null;
	const Icon = message.state === "failed" ? BotOff : MessageCircleWarning;
	if (message.state === "pending" && message.tries === 0) return null;
	return (
		<span className="flex items-start gap-1.5 text-xs text-muted" data-testid="message-mark">
			<Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-bad" />
			<span>
				{t("orders.bot")}: {messageText(message, t)[0]}
			</span>
		</span>
	);
}
