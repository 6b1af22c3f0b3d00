import { Form, Link } from "@remix-run/react";
import { Ban, Check, Send } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "~/ui/dialog/dialog";
import { DecisionMessage, type OrdersAnswer } from "./decision-message";
import { messageText } from "./order-messages";
import { StatusBadge } from "./order-status";
import { ordersAddress, shortId } from "./orders";
import type { OpenOrder } from "./orders.server";

interface Props {
	order: OpenOrder;
	/** The address of its forms. */
	action: string;
	/** The query of the page, with its filter. */
	search: string;
	answer: OrdersAnswer | undefined;
	/** Whether a redeem bot is configured. */
	hasBot: boolean;
}

/** The dialog of an order: details, links to decide it, bot message. */
export function OrderDialog(props: Props) {
	const { t } = useTranslation();
	const { order, search, answer } = props;
	return (
		<Dialog
			title={t("orders.details", { id: shortId(order.id) })}
			closeLabel={t("orders.close")}
			closeTo={ordersAddress(search)}
			openerId={`order-${order.id}`}
		>
			<div className="grid gap-6" data-testid="order">
				<DecisionMessage answer={answer} />
				<Facts order={order} />
				{order.status === "created" ? <DecisionLinks {...props} /> : null}
				{order.message ? <Message {...props} message={order.message} /> : null}
			</div>
		</Dialog>
	);
}

function Facts({ order }: { order: OpenOrder }) {
	const { t } = useTranslation();
	const { status, decidedAt, decidedBy } = order;
	return (
		<dl className="grid gap-4 sm:grid-cols-2">
			<Fact label={t("orders.wholeId")}>
				<span className="mono">{order.id}</span>
			</Fact>
			<Fact label={t("orders.createdAt")}>{order.createdAt}</Fact>
			<Fact label={t("orders.user")}>
				{order.username}
				{order.email ? <span className="block text-sm break-all text-muted">{order.email}</span> : null}
			</Fact>
			<Fact label={t("orders.item")}>
				{order.quantity} × {order.item}
				<span className="block text-sm text-muted">{t("orders.ownPoints", { count: order.points })}</span>
			</Fact>
			{order.question ? (
				<>
					<Fact label={t("orders.question")}>{order.question}</Fact>
					<Fact label={t("orders.answer")}>{order.answer || t("orders.noAnswer")}</Fact>
				</>
			) : null}
			{order.code ? (
				<Fact label={t("orders.code")}>
					<span className="mono select-all">{order.code}</span>
				</Fact>
			) : null}
			<Fact label={t("orders.status")}>
				{decidedAt ? (
					t("orders.decided", {
						status: t(`orders.statuses.${status}`),
						name: decidedBy,
						when: decidedAt,
					})
				) : (
					<StatusBadge status={status} label={t(`orders.statuses.${status}`)} />
				)}
			</Fact>
			{order.note ? <Fact label={t("orders.noteShown")}>{order.note}</Fact> : null}
		</dl>
	);
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<dt className="text-sm text-muted">{label}</dt>
			<dd className="break-words whitespace-pre-line">{children}</dd>
		</div>
	);
}

/** Links to the dialogs that confirm a decision. */
function DecisionLinks({ order, search }: Props) {
	const { t } = useTranslation();
	return (
		<section className="grid gap-3">
			<h3 className="text-xl font-bold">{t("orders.decision")}</h3>
			<div className="flex flex-wrap justify-between gap-3">
				<Link
					to={ordersAddress(search, { order: order.id, decide: "approve" })}
					preventScrollReset
					className="button button-primary"
				>
					<Check aria-hidden="true" className="size-5" />
					{t("orders.approve")}
				</Link>
				<Link
					to={ordersAddress(search, { order: order.id, decide: "cancel" })}
					preventScrollReset
					className="button"
				>
					<Ban aria-hidden="true" className="size-5 text-bad" />
					{t("orders.cancelTheOrder")}
				</Link>
			</div>
		</section>
	);
}

function Message({ order, message, action, hasBot }: Props & { message: NonNullable<OpenOrder["message"]> }) {
	const { t } = useTranslation();
	return (
		<section className="grid justify-items-start gap-3 border-t border-line pt-4">
			<h3 className="text-xl font-bold">{t("orders.bot")}</h3>
			<p data-testid="message-state">{messageText(message, t).join(" ")}</p>
			{hasBot ? (
				<Form method="post" action={action} preventScrollReset>
					<input type="hidden" name="order" value={order.id} />
					<button type="submit" name="intent" value="resend" className="button">
						<Send aria-hidden="true" className="size-5" />
						{t(message.state === "delivered" ? "orders.resend" : "orders.sendNow")}
					</button>
				</Form>
			) : (
				<p className="text-sm text-muted">{t("errors.botOff")}</p>
			)}
		</section>
	);
}
