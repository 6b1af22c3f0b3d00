import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PartyPopper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EVENT_PAGES, type EventNow } from "~/events/event-now";
import { EventsNow } from "~/events/events-now";
import { readEventsNow } from "~/events/now.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("events.title"),
	messages: ["events"],
	navigation: { label: (t) => t("shell.events"), icon: PartyPopper, order: 45 },
	shared: true,
});

/** What is on, by kind. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const events = await readEventsNow(site, await languageOf(request));
	return {
		kinds: Object.entries(EVENT_PAGES)
			.filter(([kind]) => kind !== "prediction" || site.config.PREDICTIONS)
			.map(([kind, path]) => ({
				...{ kind: kind as EventNow["kind"], path },
				events: events.filter((one) => one.kind === kind),
			})),
	};
}

export default function Events() {
	const { t } = useTranslation();
	const { kinds } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<PageHeader title={t("events.title")} intro={t("events.intro")} />
			{kinds.map(({ kind, path, events }) => (
				<section key={kind} aria-labelledby={kind} className="grid gap-4">
					<div className="flex flex-wrap items-center justify-between gap-3">
						<h2 id={kind} className="text-2xl font-bold">
							{t(`events.kinds.${kind}.title`)}
						</h2>
						<Link to={path} className="link inline-flex min-h-11 items-center">
							{t(`events.kinds.${kind}.more`)}
						</Link>
					</div>
					{events.length > 0 ? (
						<EventsNow events={events} />
					) : (
						<p className="panel text-muted">{t(`events.kinds.${kind}.none`)}</p>
					)}
				</section>
			))}
		</div>
	);
}
