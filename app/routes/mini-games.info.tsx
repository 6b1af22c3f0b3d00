import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { INSTANT_GAMES } from "~/games/games.server";
import { tableOf } from "~/games/instant/fairness.server";
import { requireOpen } from "~/games/instant/page.server";
import { ChancesTable } from "~/games/instant/screen/chances-table";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { routePathOf } from "~/lib/route-path";
import { site } from "~/site/site.server";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export const handle: Handle = { title: (t) => t("instant.info") };

/** The rules of the instant game of the path, with its table of chances. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const address = routePathOf(request);
	const game = INSTANT_GAMES.find(({ card }) => address.startsWith(`${card.path}/`));
	if (!game) throw new Error(`no game at ${address}`);
	requireOpen(site, game);
	return {
		language,
		path: game.card.path,
		verifier: game.verifier.path,
		rules: game.texts.rules(i18nIn(language).t, language),
		table: tableOf(game, language),
	};
}

export default function InstantInfo() {
	const { t } = useTranslation();
	const { language, path, verifier, rules, table } = useLoaderData<typeof loader>();
	return (
		<Dialog
			title={t("instant.info")}
			closeTo={path}
			closeLabel={t("instant.backToGame")}
			openerId="open-info"
		>
			<div className="grid gap-6">
				<Part title={t("instant.howTo")}>{rules.howTo}</Part>
				<Part title={t("instant.objective")}>{rules.objective}</Part>
				<Part title={t("instant.fair")}>
					{rules.fair}{" "}
					<Link to={verifier} className="link">
						{t("instant.fairLink")}
					</Link>
				</Part>
				<div className="grid gap-3">
					<Part title={t("instant.rtp")}>{rules.rtp}</Part>
					<ChancesTable table={table} language={language} />
				</div>
				<Part title={t("instant.conditions")}>{rules.conditions}</Part>
			</div>
		</Dialog>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="grid gap-1">
			<h3 className="text-lg font-bold">{title}</h3>
			<p>{children}</p>
		</section>
	);
}
