import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ChevronLeft, History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { readPastHunts } from "~/bonus-hunt/model/past.server";
import { PastHuntCard } from "~/bonus-hunt/screen/past/past-hunt-card";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
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
			<header className="grid gap-4">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("hunt.pastHunts.title")}</h1>
				<p className="max-w-prose text-lg text-muted">{t("hunt.pastHunts.intro")}</p>
				<Link to="/bonus-hunt" className="button justify-self-start">
					<ChevronLeft aria-hidden="true" className="size-5" />
					{t("hunt.pastHunts.toHunt")}
				</Link>
			</header>
			{page.rows.length === 0 ? (
				<div className="panel grid justify-items-center gap-3 py-14 text-center">
					<History aria-hidden="true" className="size-14 text-muted" strokeWidth={1.25} />
					<p className="text-lg text-muted">{t("hunt.pastHunts.empty")}</p>
				</div>
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
