import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Activity } from "lucide-react";
import { useTranslation } from "react-i18next";
import { languageOf } from "~/i18n/i18next.server";
import { EventsTable, FigurePanel, NodesTable, StatePanel } from "~/operations/panels";
import { viewOperations } from "~/operations/view.server";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { hasRedeemBot } from "~/store/redeem-bot/redeem-bot.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useEvery } from "~/ui/use-every";
import { useReload } from "~/ui/use-reload";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.operations"),
	messages: ["operations"],
	navigation: {
		label: (t) => t("shell.operations"),
		icon: Activity,
		order: 120,
		for: "admin",
		count: "failures",
	},
});

const REFRESH_SECONDS = 10;

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	const state = await site.operations.read();
	const view = viewOperations(state, site.operations, {
		language,
		timeZone: site.config.SITE_TIMEZONE,
		now: site.now(),
		botIsOn: hasRedeemBot(site),
		nodeId: site.cluster.id,
	});
	return { view, refreshAfter: REFRESH_SECONDS };
}

export default function Operations() {
	const { t } = useTranslation();
	const { view } = useLoaderData<typeof loader>();
	const reload = useReload();
	useEvery(REFRESH_SECONDS * 1000, async () => reload());
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeader title={t("shell.operations")} intro={t("operations.intro", { at: view.at })} />
			<StatePanel problems={view.problems} />
			<div className="grid gap-6 md:grid-cols-2">
				{view.groups.map((group) => (
					<FigurePanel key={group.id} group={group} />
				))}
			</div>
			<NodesTable nodes={view.nodes} />
			<EventsTable events={view.events} />
		</div>
	);
}
