import { Link } from "@remix-run/react";
import { Gamepad2, Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import type { GameCard as Card } from "../game";
import type { LiveSwitch } from "./lobby-topic";

const ART = import.meta.glob<string>("./art/*.svg", { eager: true, import: "default" });

interface Props {
	game: Card;
	language: Language;
	/** Undefined for a game that cannot be switched off. */
	live?: LiveSwitch | undefined;
	/** Who plays it now. */
	playing?: string | undefined;
	/** False for a player who cannot bet now: the game can be opened, but the card does not invite to play. */
	isInviting?: boolean;
}

/** The card of a game in the lobby, with a link to it if it can be played now. */
export function GameCard({ game, language, live, playing, isInviting = true }: Props) {
	const { t } = useTranslation();
	const isActive = live?.active ?? true;
	const name = t(`lobby.game.${game.id}.name`);
	const path = isActive ? game.path : undefined;
	const badge = isActive ? game.kind : "inactive";
	return (
		<Kept
			as="article"
			by={["game", game, live, playing, isInviting]}
			className="panel relative flex flex-col overflow-hidden p-0 has-[a]:transition-transform has-[a]:hover:-translate-y-1 has-[a]:hover:border-accent-text"
			data-testid={`game-${game.id}`}
		>
			{() => (
				<>
					<img
						src={ART[`./art/${game.id}.svg`]}
						alt=""
						width={400}
						height={240}
						className={`aspect-[5/3] w-full object-cover ${path ? "" : "opacity-60 grayscale"}`}
					/>
					<div className="flex grow flex-col gap-2 p-5">
						<div className="flex flex-wrap items-center justify-between gap-2">
							<h3 className="text-xl font-bold">{name}</h3>
							<span className={badge === "live" ? "badge badge-live" : "badge"}>{t(`lobby.${badge}`)}</span>
						</div>
						<p className="text-muted">{t(`lobby.game.${game.id}.description`)}</p>
						{playing ? (
							<p className="flex items-start gap-2 text-sm font-semibold wrap-anywhere" data-testid="playing">
								<Gamepad2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
								<span className="line-clamp-2">{playing}</span>
							</p>
						) : null}
						<dl className="mt-auto flex flex-wrap gap-x-6 gap-y-1 pt-2 text-sm">
							{(["minBet", "maxBet", "maxWin"] as const).map((name) => {
								const points = game[name];
								return (
									points && (
										<div key={name} className="flex gap-1.5">
											<dt className="text-muted">{t(`lobby.${name}`)}</dt>
											<dd className="font-bold">{formatPoints(points, language)}</dd>
										</div>
									)
								);
							})}
						</dl>
						{path ? (
							<Link
								to={path}
								id={`open-${game.id}`}
								preventScrollReset
								className={`button mt-2 after:absolute after:inset-0 after:content-[''] ${isInviting ? "button-primary" : ""}`}
								aria-label={isInviting ? `${t("lobby.play")} ${name}` : `${t("lobby.view")}: ${name}`}
							>
								{isInviting ? <Play aria-hidden="true" className="size-5" /> : null}
								{t(isInviting ? "lobby.play" : "lobby.view")}
							</Link>
						) : (
							<p className="mt-2 flex min-h-11 items-center justify-center rounded-full border border-dashed border-line font-semibold text-muted">
								{t(live?.stopping ? "lobby.stopping" : live ? "lobby.inactive" : "lobby.comingSoon")}
							</p>
						)}
					</div>
				</>
			)}
		</Kept>
	);
}
