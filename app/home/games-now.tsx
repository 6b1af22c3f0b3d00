import { Link } from "@remix-run/react";
import { Gamepad2 } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import type { HomePage } from "./home.server";
import { CARD_LINK, Section } from "./section";

interface Props {
	games: HomePage["games"];
	/** Whether live Crash is switched on. */
	liveActive: boolean;
	/** Who plays live Crash now. */
	playing: string | undefined;
	language: Language;
}

/** The games, the running live game first with its current state. */
export function GamesNow({ games, liveActive, playing, language }: Props) {
	const { t } = useTranslation();
	const playable = games
		.filter(({ isLive }) => !isLive || liveActive)
		.sort((one, other) => Number(other.isLive) - Number(one.isLive));
	return (
		<Section
			id="home-games"
			icon={Gamepad2}
			title={t("homePage.games.title")}
			by={[playable, playing]}
			to={{ path: "/mini-games", label: t("homePage.games.more") }}
		>
			<ul className="grid grid-cols-2 gap-3 sm:gap-4">
				{playable.map(({ id, name, path, art, isLive }) => (
					<li key={id} className="home-game panel relative min-w-0 overflow-hidden p-0" data-live={isLive}>
						<img src={art} alt="" width={400} height={240} className="aspect-[5/3] w-full object-cover" />
						<div className="flex flex-wrap items-center justify-between gap-2 p-4">
							<h3 className="text-lg leading-tight font-bold">
								<Link to={path} className={CARD_LINK}>
									{name}
								</Link>
							</h3>
							{isLive ? <LiveNow language={language} /> : null}
							{isLive && playing ? <p className="text-sm wrap-anywhere">{playing}</p> : null}
						</div>
					</li>
				))}
			</ul>
		</Section>
	);
}

/** The state of live Crash, whose code is loaded after the page. Until then, and without scripts, that it runs. */
function LiveNow({ language }: { language: Language }) {
	const { t } = useTranslation();
	const [Multiplier, setMultiplier] = useState<ComponentType<{ language: Language }>>();
	useEffect(() => {
		let isMounted = true;
		// Without the code, the page stays as it is.
		import("./crash-now").then(
			({ CrashNow }) => isMounted && setMultiplier(() => CrashNow),
			() => {},
		);
		return () => {
			isMounted = false;
		};
	}, []);
	return Multiplier ? (
		<Multiplier language={language} />
	) : (
		<span className="badge">{t("homePage.games.live")}</span>
	);
}
