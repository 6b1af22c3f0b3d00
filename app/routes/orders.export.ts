import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findViewer, site } from "~/site/site.server";
import { orderFilterIn } from "~/store/orders/orders";
import { exportOrders } from "~/store/orders/orders-export.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	if (!viewer?.isAdmin) throw redirect("/");
	site.log.info({ event: "orders-exported", adminId: viewer.id });
	return exportOrders(site, orderFilterIn(new URL(request.url).searchParams));
}
