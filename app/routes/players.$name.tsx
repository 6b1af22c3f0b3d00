import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ArrowLeft, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PlayerCard } from "~/games/players/player-card";
import { readPublicPlayer } from "~/games/players/player-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export const handle = await declarePage({
	title: (t) => t("players.title"),
	messages: ["players"],
	notListed: true,
});

/** A player's public page. An unknown name and a private page have the same answer, with status 404. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const player = await readPublicPlayer(site, params.name ?? "", language);
	return data({ language, player }, player ? 200 : 404);
}

export default function Player() {
	const { t } = useTranslation();
	const { language, player } = useLoaderData<typeof loader>();
	return (
		<div className="grid grid-cols-1 gap-6">
			<Link
				to="/mini-games#leaders"
				className="link inline-flex min-h-11 items-center gap-2 justify-self-start"
			>
				<ArrowLeft aria-hidden="true" className="size-5" />
				{t("players.toLobby")}
			</Link>
			{player ? (
				<div className="panel max-w-3xl sm:p-8">
					<PlayerCard player={player} language={language} level="h1" />
				</div>
			) : (
				<div className="panel grid justify-items-center gap-4 py-16 text-center" data-testid="no-player">
					<EyeOff aria-hidden="true" className="size-16 text-muted" strokeWidth={1.25} />
					<h1 className="text-3xl font-extrabold">{t("players.none")}</h1>
					<p className="max-w-prose text-muted">{t("players.noneText")}</p>
				</div>
			)}
		</div>
	);
}
