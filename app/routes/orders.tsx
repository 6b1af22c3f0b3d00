import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { positionIn } from "db/keyset";
import { Download, PackageCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { countFailedJobs } from "~/jobs/jobs.queries.server";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { DecisionDialog } from "~/store/orders/decision-dialog";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { OrderDialog } from "~/store/orders/order-dialog";
import { orderFilterIn, ordersAddress, questionIn } from "~/store/orders/orders";
import { ordersSchema } from "~/store/orders/orders.schema";
import { ORDER_KEY, readOrder, readOrders, readQuestion } from "~/store/orders/orders.server";
import { OrdersFilter } from "~/store/orders/orders-filter";
import { OrdersTable } from "~/store/orders/orders-table";
import { hasRedeemBot, resendFailedMessages, resendMessage } from "~/store/redeem-bot/redeem-bot.server";
import { redeemMessage } from "~/store/redeem-bot/redeem-message.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("orders.title"),
	hasDialog: (loaded) => {
		const { open, asked } = (loaded ?? {}) as { open?: object; asked?: object | string };
		return open !== undefined || typeof asked === "object";
	},
	messages: ["orders"],
	navigation: {
		label: (t) => t("shell.orders"),
		icon: PackageCheck,
		order: 130,
		for: "orders",
		count: "waitingOrders",
		loading: (t) => t("shell.loadingOrders"),
	},
});

/**
 * For the right `orders`: others are redirected to `/`. Moderators get no codes and e-mail addresses. The parameter `order` opens an
 * order in a dialog; with `decide` the dialog asks to confirm the decision on it or, without `order`, on each `chosen` one.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "orders")]);
	const search = new URL(request.url).searchParams;
	const filter = orderFilterIn(search);
	const orderId = search.get("order");
	const question = questionIn(search);
	const hasBot = hasRedeemBot(site);
	const [undelivered, page, open, asked] = await Promise.all([
		hasBot ? countFailedJobs(site.db, redeemMessage.kind) : 0,
		readOrders(site, filter, positionIn(search, ORDER_KEY), language, viewer),
		orderId && !question ? readOrder(site, orderId, language, viewer) : undefined,
		question ? readQuestion(site, question, language, viewer) : undefined,
	]);
	return { language, filter, page, open, asked, hasBot, undelivered, canExport: viewer.isAdmin };
}

const ONE_DECIDED = { approved: "orderApproved", cancelled: "orderCancelled" } as const;
const MANY_DECIDED = { approved: "ordersApproved", cancelled: "ordersCancelled" } as const;

/**
 * Approves or cancels orders, or sends messages to the redeem bot again. Returns what was decided, or redirects to
 * the table from the dialog.
 */
export const action = createAction({
	role: "orders",
	limit: { points: 120, seconds: 60 },
	schema: ordersSchema,
	async run({ input, viewer, request }) {
		const { search, searchParams } = new URL(request.url);
		if (input.intent === "resend") {
			await resendMessage(site, viewer.id, input.orderId);
			throw site.flash.redirect(`/orders${search}`, "redeemMessagePutBack");
		}
		if (input.intent === "resendFailed") {
			await resendFailedMessages(site, viewer.id);
			throw site.flash.redirect(`/orders${search}`, "redeemMessagesPutBack");
		}
		const { decision, orderIds, note } = input;
		const decided = await decideOrders(site, orderIds, {
			...{ decision, note, adminId: viewer.id },
			isModerator: !viewer.isAdmin,
		});
		// A decision in the dialog returns to the table, unless the dialog has to list what was not decided.
		if (searchParams.has("decide") && decided.left.length === 0) {
			const notices = orderIds.length === 1 ? ONE_DECIDED : MANY_DECIDED;
			for (const id of orderIds) searchParams.delete("chosen", id);
			throw site.flash.redirect(ordersAddress(searchParams.toString()), notices[decision]);
		}
		return { decided };
	},
});

export default function Orders() {
	const { t } = useTranslation();
	const { language, filter, page, open, asked, hasBot, undelivered, canExport } =
		useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const isNarrowed = filter.status !== undefined || filter.search !== "";
	const exported = new URLSearchParams({ status: filter.status ?? "", q: filter.search });
	const { pathname, search } = useLocation();
	const common = { action: pathname + search, answer, language };
	const dialog = open ? (
		<OrderDialog key={open.id} order={open} search={search} hasBot={hasBot} {...common} />
	) : typeof asked === "object" ? (
		<DecisionDialog key={search} asked={asked} closeTo={ordersAddress(search)} {...common} />
	) : null;
	return (
		<PageUnderDialog className="grid gap-6" dialog={dialog}>
			<PageHeader
				title={t("orders.title")}
				intro={t("orders.intro")}
				beside={
					canExport ? (
						<a href={`/orders/export?${exported}`} download className="button">
							<Download aria-hidden="true" className="size-5" />
							{t("orders.exportCsv")}
						</a>
					) : null
				}
			/>
			{undelivered > 0 ? (
				<Form
					method="post"
					action={pathname + search}
					preventScrollReset
					className="panel flex flex-wrap items-center justify-between gap-3 py-3"
					data-testid="undelivered"
				>
					<p className="font-semibold">{t("orders.undelivered", { count: undelivered })}</p>
					<button type="submit" name="intent" value="resendFailed" className="button">
						{t(undelivered === 1 ? "orders.sendNow" : "orders.sendAllNow")}
					</button>
				</Form>
			) : null}
			<OrdersFilter withEmails={canExport} filter={filter} />
			<p role="alert" className="panel py-3 font-semibold text-bad empty:hidden">
				{typeof asked === "string" ? t(`errors.${asked}`) : null}
			</p>
			<section aria-label={t("orders.title")} className="panel @container grid gap-4">
				{page.rows.length === 0 ? (
					<p className="text-muted">{t(isNarrowed ? "orders.noneFound" : "orders.none")}</p>
				) : (
					<OrdersTable orders={page.rows} search={search} language={language} />
				)}
				<Pager previous={page.previous} next={page.next} />
			</section>
		</PageUnderDialog>
	);
}
