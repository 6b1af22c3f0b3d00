import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { orderFilterIn } from "~/store/orders/orders";
import { exportOrders } from "~/store/orders/orders-export.server";

/** The orders of the table's filter as CSV. Admins only: others are redirected to `/`. Logs `orders-exported`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await requireAdmin(request);
	site.log.info({ event: "orders-exported", adminId: viewer.id });
	return exportOrders(site, orderFilterIn(new URL(request.url).searchParams));
}
