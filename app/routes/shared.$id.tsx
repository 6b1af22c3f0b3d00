import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SharedRoundCard, titleOf } from "~/games/sharing/shared-round-card";
import { readSharedRound, type SharedRound } from "~/games/sharing/sharing.server";
import { languageOf } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { findViewer, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

type Loaded = { language: Language; round?: SharedRound } | undefined;

export const handle = await declarePage({
	title: (t) => t("history.sharedTitle"),
	description(t, loaded) {
		const { round } = (loaded as Loaded) ?? {};
		return round && titleOf(round, t);
	},
	picture(loaded) {
		const { language, round } = (loaded as Loaded) ?? {};
		return round && `/shared/${round.id}/picture.png?language=${language}`;
	},
	// Only those who know the address may find it.
	notListed: true,
	messages: ["history"],
});

/** A round that its player shares. An unknown and a withdrawn address have the same answer, with status 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const round = await readSharedRound(site, params.id ?? "", viewer?.id, language);
	const address = round && new URL(`/shared/${round.id}`, site.config.APP_ORIGIN).href;
	return data({ language, round, address }, round ? 200 : 404);
}

export default function Shared() {
	const { t } = useTranslation();
	const { language, round, address } = useLoaderData<typeof loader>();
	if (round && address) return <SharedRoundCard round={round} address={address} language={language} />;
	return (
		<div className="panel grid justify-items-center gap-4 py-16 text-center">
			<EyeOff aria-hidden="true" className="size-16 text-muted" strokeWidth={1.25} />
			<h1 className="text-3xl font-extrabold">{t("history.gone")}</h1>
			<p className="max-w-prose text-muted">{t("history.goneText")}</p>
			<Link to="/mini-games" className="button button-primary">
				{t("history.toGames")}
			</Link>
		</div>
	);
}
