import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Plus, Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { RaffleCards } from "~/events/raffles/raffle-card";
import { readRaffles } from "~/events/raffles/raffles-page.server";
import { useEvents } from "~/events/use-events";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import type { loader as rootLoader } from "~/root";
import { findViewer, site } from "~/site/site.server";
import { PageUnderDialog } from "~/ui/dialog/page-under-dialog";
import { EmptyPanel } from "~/ui/empty-panel";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("raffles.title"),
	description: (t) => t("raffles.intro"),
	messages: ["raffles"],
	shared: true,
});

/** The newest raffles, with the viewer's tickets. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	return readRaffles(site, { viewer, language });
}

export default function Raffles() {
	const { t } = useTranslation();
	const { open, over } = useLoaderData<typeof loader>();
	const current = useEvents("raffles", [...open, ...over], useReload());
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	return (
		<PageUnderDialog className="grid gap-8">
			<PageHeader title={t("raffles.title")} intro={t("raffles.intro")}>
				{may(viewer, "raffles") ? (
					<Link
						to="/raffles/new"
						id="add-record"
						preventScrollReset
						className="button button-primary justify-self-start"
					>
						<Plus aria-hidden="true" className="size-5" />
						{t("raffles.add")}
					</Link>
				) : null}
			</PageHeader>
			{open.length > 0 ? (
				<RaffleCards raffles={current.slice(0, open.length)} heading="h2" />
			) : (
				<EmptyPanel icon={Ticket} text={t("raffles.none")} />
			)}
			{over.length > 0 ? (
				<section className="grid gap-4" aria-labelledby="over">
					<h2 id="over" className="text-2xl font-bold">
						{t("raffles.over")}
					</h2>
					<RaffleCards raffles={current.slice(open.length)} heading="h3" />
				</section>
			) : null}
		</PageUnderDialog>
	);
}
