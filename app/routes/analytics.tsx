import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartColumn, ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { summarise } from "~/analytics/analytics.server";
import { DaysTable } from "~/analytics/days-table";
import { EventCard } from "~/analytics/event-card";
import { Gainers } from "~/analytics/gainers";
import { languageOf } from "~/i18n/i18next.server";
import { requireAdmin } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("analytics.title"),
	messages: ["analytics"],
	navigation: { label: (t) => t("shell.analytics"), icon: ChartColumn, order: 110, for: "admin" },
});

/** Admins only: others are redirected to `/`. Stores the counts that are still in memory. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language] = await Promise.all([languageOf(request), requireAdmin(request)]);
	// Includes the latest events.
	await site.flushCounts();
	return {
		language,
		summary: await summarise(site, language),
		dashboard: site.config.ANALYTICS_DASHBOARD_URL,
	};
}

export default function Analytics() {
	const { t } = useTranslation();
	const { language, summary, dashboard } = useLoaderData<typeof loader>();
	const { days, events, points } = summary;
	const columns = events.map(({ event, perDay }) => ({
		id: event,
		label: t(`analytics.events.${event}`),
		perDay,
	}));
	return (
		<div className="grid gap-8">
			<PageHeader title={t("analytics.title")} intro={t("analytics.intro", { days: days.length })} />
			<section
				aria-labelledby="dashboard"
				className="panel flex flex-wrap items-center justify-between gap-4"
			>
				<div className="grid gap-1">
					<h2 id="dashboard" className="text-2xl font-bold">
						{t("analytics.dashboardTitle")}
					</h2>
					<p className="max-w-prose text-muted">
						{t(dashboard ? "analytics.dashboard" : "analytics.noDashboard")}
					</p>
				</div>
				{dashboard ? (
					<a href={dashboard} target="_blank" rel="noreferrer" className="button button-primary">
						<ExternalLink aria-hidden="true" className="size-5" />
						{t("analytics.openDashboard")}
					</a>
				) : null}
			</section>
			<section aria-labelledby="points" className="grid gap-5">
				<div className="grid gap-1">
					<h2 id="points" className="text-3xl font-bold">
						{t("analytics.pointsTitle")}
					</h2>
					<p className="max-w-prose text-muted">{t("analytics.pointsIntro")}</p>
				</div>
				<div className="grid gap-5 lg:grid-cols-2">
					{points.flows.map((flow) => (
						<EventCard key={flow.event} summary={flow} days={days} language={language} />
					))}
				</div>
				<Gainers gainers={points.gainers} language={language} />
				<DaysTable
					title={t("analytics.pointsPerDay")}
					days={days}
					columns={points.sources}
					language={language}
				/>
			</section>
			<section aria-labelledby="own" className="grid gap-5">
				<h2 id="own" className="text-3xl font-bold">
					{t("analytics.ownTitle")}
				</h2>
				<p className="max-w-prose text-muted">{t("analytics.ownIntro")}</p>
				<div className="grid gap-5 lg:grid-cols-2">
					{events.map((event, at) => (
						<EventCard key={event.event} summary={event} days={days} language={language} isWide={at === 0} />
					))}
				</div>
				<DaysTable title={t("analytics.perDay")} days={days} columns={columns} language={language} />
			</section>
		</div>
	);
}
