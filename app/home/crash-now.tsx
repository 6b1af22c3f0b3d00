import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LIVE_TOPIC, type RoundView } from "~/games/crash/engine/view";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { useTopic } from "~/live/live";

type Now = Pick<RoundView, "phase" | "multiplier">;

/** The phase of live Crash and its current multiplier, by the events of the live stream. Not announced. */
export function CrashNow({ language }: { language: Language }) {
	const { t } = useTranslation();
	const [now, setNow] = useState<Now | null>();
	useTopic(LIVE_TOPIC, {
		state: ({ round }) => setNow(round),
		phase: setNow,
		tick: ([, multiplier]) => setNow({ phase: "flying", multiplier }),
	});
	if (!now) return <span className="badge">{t("homePage.games.live")}</span>;
	const multiplier = formatExactMultiplier(now.multiplier, language);
	return (
		<span className="home-crash" data-phase={now.phase} data-testid="crash-now">
			{now.phase === "waiting" ? t("homePage.games.bets") : null}
			{now.phase === "flying" ? multiplier : null}
			{now.phase === "crashed" ? t("homePage.games.crashed", { multiplier }) : null}
		</span>
	);
}
