import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TopWin } from "~/games/lobby/top-wins.server";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Section } from "./section";

/** The biggest wins of the day; before the first one, an invitation. */
export function WinsToday({ wins, language }: { wins: readonly TopWin[]; language: Language }) {
	const { t } = useTranslation();
	return (
		<Section id="home-wins" icon={Trophy} title={t("homePage.wins.title")} by={[wins]}>
			{wins.length === 0 ? (
				<p className="panel text-muted">{t("homePage.wins.none")}</p>
			) : (
				<ol className="panel grid grow content-start gap-1 p-3">
					{wins.map((win, at) => (
						<li
							key={win.id}
							className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 rounded-2xl px-3 py-2.5 odd:bg-raised"
						>
							<span className="font-display text-lg font-extrabold text-muted tabular-nums">{at + 1}</span>
							<span className="min-w-0">
								<span className="block truncate font-bold">{win.username ?? t("shell.anonymous")}</span>
								<span className="block text-sm text-muted">
									{win.game} · <span className="inline-block">{win.when}</span>
								</span>
							</span>
							<span className="font-display text-lg font-extrabold text-accent-text tabular-nums">
								+{formatPoints(win.amount, language)}
							</span>
						</li>
					))}
				</ol>
			)}
		</Section>
	);
}
