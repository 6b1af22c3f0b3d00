import { Form } from "@remix-run/react";
import { Ban, Check, Send } from "lucide-react";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Dialog } from "~/ui/dialog/dialog";
import { DecisionMessage, type OrdersAnswer } from "./decision-message";
import { messageText } from "./order-messages";
import { StatusBadge } from "./order-status";
import { shortId } from "./orders";
import type { OpenOrder } from "./orders.server";

interface Props {
	order: OpenOrder;
	/** The address of its forms. */
	action: string;
	closeTo: string;
	answer: OrdersAnswer | undefined;
	busy: boolean;
	/** Whether a redeem bot is configured. */
	hasBot: boolean;
	language: Language;
}

/** The dialog of an order: details, decision, bot message. */
export function OrderDialog(props: Props) {
	const { t } = useTranslation();
	const { order, closeTo, answer, language } = props;
	return (
		<Dialog
			title={t("orders.details", { id: shortId(order.id) })}
			closeLabel={t("orders.close")}
			closeTo={closeTo}
			openerId={`order-${order.id}`}
		>
			<div className="grid gap-6" data-testid="order">
				<DecisionMessage answer={answer} />
				<Facts order={order} language={language} />
				{order.status === "created" ? <DecideForm {...props} /> : null}
				{order.message ? <Message {...props} message={order.message} /> : null}
			</div>
		</Dialog>
	);
}

function Facts({ order, language }: { order: OpenOrder; language: Language }) {
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
				<span className="block text-sm text-muted">
					{t("orders.ownPoints", { points: formatPoints(order.points, language) })}
				</span>
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
						name: decidedBy ?? "–",
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

function DecideForm({ order, action, answer, busy }: Props) {
	const { t } = useTranslation();
	const typed = answer && !answer.ok ? answer.typed?.note : undefined;
	const error = answer && !answer.ok ? answer.fieldErrors?.note : undefined;
	return (
		<Form method="post" action={action} onSubmit={unless(busy)} preventScrollReset className="grid gap-3">
			<h3 className="text-xl font-bold">{t("orders.decision")}</h3>
			<label className="grid gap-1">
				<span className="text-sm font-semibold">{t("orders.note")}</span>
				<textarea
					name="note"
					rows={3}
					maxLength={500}
					defaultValue={typeof typed === "string" ? typed : ""}
					aria-invalid={error ? true : undefined}
					className="field py-2"
				/>
			</label>
			<p className="text-sm text-muted">{t("orders.cancelText")}</p>
			<div className="flex flex-wrap gap-3">
				<button type="submit" name="intent" value={`approve ${order.id}`} className="button button-primary">
					<Check aria-hidden="true" className="size-5" />
					{t("orders.approve")}
				</button>
				<button type="submit" name="intent" value={`cancel ${order.id}`} className="button">
					<Ban aria-hidden="true" className="size-5 text-bad" />
					{t("orders.cancel")}
				</button>
			</div>
		</Form>
	);
}

function Message({
	order,
	message,
	action,
	busy,
	hasBot,
}: Props & { message: NonNullable<OpenOrder["message"]> }) {
	const { t } = useTranslation();
	return (
		<section className="grid justify-items-start gap-3 border-t border-line pt-4">
			<h3 className="text-xl font-bold">{t("orders.bot")}</h3>
			<p data-testid="message-state">{messageText(message, t).join(" ")}</p>
			{hasBot ? (
				<Form method="post" action={action} onSubmit={unless(busy)} preventScrollReset>
					<button type="submit" name="intent" value={`resend ${order.id}`} className="button">
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

/** Prevents submission instead of disabling buttons, which would lose the keyboard focus. */
const unless = (busy: boolean) => (event: FormEvent) => {
	if (busy) event.preventDefault();
};
