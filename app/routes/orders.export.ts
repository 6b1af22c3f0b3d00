import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findViewer, site } from "~/site.server";
import { orderFilterIn } from "~/store/orders";
import { exportOrders } from "~/store/orders-export.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	if (!viewer?.isAdmin) throw redirect("/");
	site.log.info({ event: "orders-exported", adminId: viewer.id });
	return exportOrders(site, orderFilterIn(new URL(request.url).searchParams));
}
