import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ChevronLeft, History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { readPastHunts } from "~/bonus-hunt/model/past.server";
import { PastHuntCard } from "~/bonus-hunt/screen/past/past-hunt-card";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { EmptyPanel } from "~/ui/empty-panel";
import { PageHeader } from "~/ui/page-header";
import { Pager } from "~/ui/pager";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("hunt.pastHunts.title"),
	description: (t) => t("hunt.pastHunts.intro"),
	messages: ["hunt"],
	shared: true,
});

export async function loader({ request }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	return { language, page: await readPastHunts(site, new URL(request.url).searchParams, language) };
}

export default function PastHunts() {
	const { t } = useTranslation();
	const { language, page } = useLoaderData<typeof loader>();
	return (
		<div className="grid gap-8">
			<PageHeader title={t("hunt.pastHunts.title")} intro={t("hunt.pastHunts.intro")}>
				<Link to="/bonus-hunt" className="button justify-self-start">
					<ChevronLeft aria-hidden="true" className="size-5" />
					{t("hunt.pastHunts.toHunt")}
				</Link>
			</PageHeader>
			{page.rows.length === 0 ? (
				<EmptyPanel icon={History} text={t("hunt.pastHunts.empty")} />
			) : (
				<ul className="grid gap-5 md:grid-cols-2">
					{page.rows.map((hunt) => (
						<PastHuntCard key={hunt.id} hunt={hunt} language={language} />
					))}
				</ul>
			)}
			<Pager previous={page.previous} next={page.next} />
		</div>
	);
}
