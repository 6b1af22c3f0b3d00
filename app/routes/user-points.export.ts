import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { exportUserPoints } from "~/points/users/user-table.server";
import { findViewer, site } from "~/site/site.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	if (!viewer?.isAdmin) throw redirect("/");
	return exportUserPoints(site.db);
}
