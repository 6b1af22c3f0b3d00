import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportUserPoints } from "~/points/users/user-table.server";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";

/** All users with their points as CSV. Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	return exportUserPoints(site.db);
}
