import type { LoaderFunctionArgs } from "@remix-run/node";
import { languageOf } from "~/i18n/i18next.server";
import { downloadReport } from "~/points/import/report.server";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";

/** What has become of each line of an import, as CSV. Admins only: others are redirected to `/`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	return downloadReport(site.db, params.id ?? "", language);
}
