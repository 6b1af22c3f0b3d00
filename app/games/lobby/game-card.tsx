import { Link } from "@remix-run/react";
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { CatalogueEntry } from "./catalogue";
import "./lobby.css";

interface Props {
	game: CatalogueEntry;
	language: Language;
	/** Of a live game: whether it runs. */
	isActive?: boolean;
}

export function GameCard({ game, language, isActive = true }: Props) {
	const { t } = useTranslation();
	const name = t(`lobby.game.${game.id}.name`);
	const address = isActive ? game.address : undefined;
	const badge = isActive ? game.kind : "inactive";
	return (
		<article
			className="panel relative flex flex-col overflow-hidden p-0 has-[a]:transition-transform has-[a]:hover:-translate-y-1 has-[a]:hover:border-accent-text"
			data-testid={`game-${game.id}`}
		>
			<img
				src={game.image}
				alt=""
				width={400}
				height={240}
				className={`aspect-[5/3] w-full object-cover ${address ? "" : "opacity-60 grayscale"}`}
			/>
			<div className="flex grow flex-col gap-2 p-5">
				<div className="flex flex-wrap items-center justify-between gap-2">
					<h3 className="text-xl font-bold">{name}</h3>
					<span className={badge === "live" ? "badge badge-live" : "badge"}>{t(`lobby.${badge}`)}</span>
				</div>
				<p className="text-muted">{t(`lobby.game.${game.id}.description`)}</p>
				<dl className="mt-auto flex flex-wrap gap-x-6 gap-y-1 pt-2 text-sm">
					<div className="flex gap-1.5">
						<dt className="text-muted">{t("lobby.minBet")}</dt>
						<dd className="font-bold">{formatPoints(game.minBet, language)}</dd>
					</div>
					<div className="flex gap-1.5">
						<dt className="text-muted">{t("lobby.maxWin")}</dt>
						<dd className="font-bold">{formatPoints(game.maxWin, language)}</dd>
					</div>
				</dl>
				{address ? (
					<Link
						to={address}
						id={`open-${game.id}`}
						preventScrollReset
						className="button button-primary mt-2 after:absolute after:inset-0 after:content-['']"
						aria-label={`${t("lobby.play")} ${name}`}
					>
						<Play aria-hidden="true" className="size-5" />
						{t("lobby.play")}
					</Link>
				) : (
					<p className="mt-2 flex min-h-11 items-center justify-center rounded-full border border-dashed border-line font-semibold text-muted">
						{t(game.kind === "live" ? "lobby.inactive" : "lobby.comingSoon")}
					</p>
				)}
			</div>
		</article>
	);
}
