import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { positionIn } from "db/keyset";
import { Store } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { PointsPages } from "~/points/points-pages";
import { requireViewer } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { ORDER_KEY } from "~/store/orders/orders.server";
import { OwnOrder } from "~/store/orders/own-order";
import { readOwnOrders } from "~/store/orders/own-orders.server";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { declarePage } from "~/ui/shell/handle";

export const handle = await declarePage({
	title: (t) => t("orders.ownTitle"),
	messages: ["orders", "points"],
});

/** The viewer's orders. A visitor is redirected to the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireViewer(request)]);
	const position = positionIn(new URL(request.url).searchParams, ORDER_KEY);
	return { page: await readOwnOrders(site, viewer.id, position, language) };
}

export default function OwnOrders() {
	const { t } = useTranslation();
	const { page } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<PageHeader title={t("orders.ownTitle")} intro={t("orders.ownIntro")}>
				<PointsPages />
			</PageHeader>
			{page.rows.length === 0 ? (
				<div className="panel grid justify-items-start gap-4">
					<p className="text-muted">{t("orders.ownNone")}</p>
					<Link to="/store" className="button button-primary">
						<Store aria-hidden="true" className="size-5" />
						{t("orders.toStore")}
					</Link>
				</div>
			) : (
				<div className="grid gap-4">
					{page.rows.map((order) => (
						<OwnOrder key={order.id} order={order} />
					))}
				</div>
			)}
			<Pager previous={page.previous} next={page.next} />
		</div>
	);
}
