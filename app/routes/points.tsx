import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Coins, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import { PointsPages } from "~/points/points-pages";
import { BalanceChart } from "~/points/statement/balance-chart";
import { EntriesTable } from "~/points/statement/entries-table";
import { readStatement } from "~/points/statement/statement.server";
import { requireViewer } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export const handle = await declarePage({ title: (t) => t("points.title"), messages: ["points"] });

/** The viewer's statement. A visitor is redirected to the sign-in. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireViewer(request)]);
	const search = new URL(request.url).searchParams;
	const statement = await readStatement(site, viewer.id, { search, language, reader: "viewer" });
	return { language, statement };
}

export default function Points() {
	const { t } = useTranslation();
	const { language, statement } = useLoaderData<typeof loader>();
	const { points = 0 } = useDisplayedBalance();
	return (
		<div className="grid gap-8">
			<PageHeader title={t("points.title")} intro={t("points.intro")}>
				<PointsPages />
			</PageHeader>
			<p className="flex flex-wrap items-center gap-3">
				<Coins aria-hidden="true" className="size-9 text-accent-text" />
				<strong className="font-display text-4xl font-extrabold tabular-nums" data-testid="own-points">
					{formatPoints(points, language)}
				</strong>
				<span className="text-lg text-muted">{t("points.now")}</span>
				<Link to="/earn" className="button ml-auto">
					{t("shell.earn")}
				</Link>
			</p>
			<BalanceChart chart={statement.chart} period={statement.period} language={language} />
			<EntriesTable page={statement.entries} language={language} />
			<section aria-labelledby="own-data" className="panel grid justify-items-start gap-3">
				<h2 id="own-data" className="text-2xl font-bold">
					{t("points.ownData")}
				</h2>
				<p className="max-w-prose text-muted">{t("points.ownDataText")}</p>
				<a href="/points/export" download className="button">
					<Download aria-hidden="true" className="size-5" />
					{t("points.download")}
				</a>
			</section>
		</div>
	);
}
