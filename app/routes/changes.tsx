import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { positionIn } from "db/keyset";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ChangeEntry } from "~/channel/change-entry";
import { CHANGE_KEY, changeFilterIn, readChanges, readChoices } from "~/channel/changes.server";
import { ChangesFilter } from "~/channel/changes-filter";
import { languageOf } from "~/i18n/i18next.server";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.changes"),
	messages: ["channel"],
	navigation: { label: (t) => t("shell.changes"), icon: History, order: 160, for: "admin" },
});

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const search = new URL(request.url).searchParams;
	const filter = changeFilterIn(search);
	const [page, choices] = await Promise.all([
		readChanges(site, filter, positionIn(search, CHANGE_KEY), language),
		readChoices(site.db, language),
	]);
	return { filter, page, choices };
}

export default function Changes() {
	const { t } = useTranslation();
	const { filter, page, choices } = useLoaderData<typeof loader>();
	const isNarrowed = filter.by !== undefined || filter.action !== undefined;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeader title={t("shell.changes")} intro={t("channel.changesIntro")} />
			<ChangesFilter filter={filter} {...choices} />
			<section aria-label={t("shell.changes")} className="panel grid grid-cols-[minmax(0,1fr)] gap-4">
				{page.rows.length === 0 ? (
					<p className="text-muted">{t(isNarrowed ? "channel.noneFound" : "channel.none")}</p>
				) : (
					<ol className="grid">
						{page.rows.map((change) => (
							<ChangeEntry key={change.id} change={change} />
						))}
					</ol>
				)}
				<Pager previous={page.previous} next={page.next} />
			</section>
		</div>
	);
}
