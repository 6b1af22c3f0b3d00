import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { positionIn } from "db/keyset";
import { Download, PackageCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import type { NoticeCode } from "~/i18n/messages";
import { createAction, findViewer, site } from "~/site/site.server";
import { DecisionMessage } from "~/store/orders/decision-message";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { OrderDialog } from "~/store/orders/order-dialog";
import { orderFilterIn, ordersAddress } from "~/store/orders/orders";
import { ordersSchema } from "~/store/orders/orders.schema";
import { ORDER_KEY, readOrder, readOrders } from "~/store/orders/orders.server";
import { OrdersFilter } from "~/store/orders/orders-filter";
import { OrdersTable } from "~/store/orders/orders-table";
import { usePendingDecision } from "~/store/orders/use-pending-decision";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { Pager } from "~/ui/pager";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("orders.title"),
	hasDialog: (loaded) => (loaded as { open?: object } | undefined)?.open !== undefined,
	messages: ["orders"],
	navigation: {
		label: (t) => t("shell.orders"),
		icon: PackageCheck,
		order: 130,
		adminsOnly: true,
		loading: (t) => t("shell.loadingOrders"),
	},
});

export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	if (!viewer?.isAdmin) throw redirect("/");
	const search = new URL(request.url).searchParams;
	const filter = orderFilterIn(search);
	const asked = search.get("order");
	const [page, open] = await Promise.all([
		readOrders(site, filter, positionIn(search, ORDER_KEY), language),
		asked ? readOrder(site, asked, language) : undefined,
	]);
	return { language, filter, page, open, hasBot: site.redeemBot.isOn };
}

export const action = createAction({
	role: "admin",
	limit: { points: 120, seconds: 60 },
	schema: ordersSchema,
	async run({ input, viewer, request, headers }) {
		const { search, searchParams } = new URL(request.url);
		const goTo = (address: string, notice: NoticeCode) => {
			headers.append("Set-Cookie", site.flash.write(notice));
			return redirect(address, { headers });
		};
		if (input.intent === "resend") {
			await site.redeemBot.resend(viewer.id, input.orderId);
			throw goTo(ordersAddress(search), "redeemMessagePutBack");
		}
		const { decision, orderIds, note } = input;
		const decided = await decideOrders(site, orderIds, { decision, note, adminId: viewer.id });
		// A decision in the dialog returns to the table.
		if (searchParams.has("order") && decided.left.length === 0) {
			throw goTo(
				ordersAddress(search, "order"),
				decision === "approved" ? "orderApproved" : "orderCancelled",
			);
		}
		return { decided };
	},
});

export default function Orders() {
	const { t } = useTranslation();
	const { language, filter, page, open, hasBot } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const pending = usePendingDecision();
	const busy = useNavigation().formMethod === "POST";
	const { search } = useLocation();
	const isNarrowed = filter.status !== undefined || filter.search !== "";
	const exported = new URLSearchParams({ status: filter.status ?? "", q: filter.search });
	const dialog = open ? (
		<OrderDialog
			key={open.id}
			order={open}
			action={ordersAddress(search)}
			closeTo={ordersAddress(search, "order")}
			answer={answer}
			busy={busy}
			hasBot={hasBot}
			language={language}
		/>
	) : null;
	return (
		<PageUnderDialog className="grid gap-6" dialog={dialog}>
			<header className="grid gap-3">
				<div className="flex flex-wrap items-end justify-between gap-3">
					<h1 className="text-4xl font-extrabold sm:text-5xl">{t("orders.title")}</h1>
					<a href={`/orders/export?${exported}`} download className="button">
						<Download aria-hidden="true" className="size-5" />
						{t("orders.exportCsv")}
					</a>
				</div>
				<p className="max-w-prose text-lg text-muted">{t("orders.intro")}</p>
			</header>
			<OrdersFilter filter={filter} />
			{open ? null : <DecisionMessage answer={answer} />}
			<section aria-label={t("orders.title")} className="panel @container grid gap-4">
				{page.rows.length === 0 ? (
					<p className="text-muted">{t(isNarrowed ? "orders.noneFound" : "orders.none")}</p>
				) : (
					<OrdersTable
						orders={page.rows}
						action={ordersAddress(search, "order")}
						answer={open ? undefined : answer}
						pending={pending}
						language={language}
					/>
				)}
				<Pager previous={page.previous} next={page.next} />
			</section>
		</PageUnderDialog>
	);
}
