import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Kept } from "~/ui/shell/kept";
import type { TopWin } from "./top-wins.server";

/** Lists the biggest wins of the day. */
export function TopWins({ wins, language }: { wins: readonly TopWin[]; language: Language }) {
	const { t } = useTranslation();
	return (
		<Kept as="section" by={["top-wins", wins]} aria-labelledby="top-wins" className="grid gap-4">
			{() => (
				<>
					<h2 id="top-wins" className="flex items-center gap-2 text-2xl font-bold">
						<Trophy aria-hidden="true" className="size-6 text-accent-text" />
						{t("lobby.topWins")}
					</h2>
					{wins.length === 0 ? (
						<p className="panel text-muted">{t("lobby.noWins")}</p>
					) : (
						// biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the row scrolls, also by keyboard
						<ol className="top-wins" tabIndex={0} aria-label={t("lobby.topWins")}>
							{wins.map((win) => (
								<li key={win.id} className="panel grid grid-cols-1 gap-0.5 p-4">
									<span className="truncate font-bold">{win.username ?? t("shell.anonymous")}</span>
									<span className="font-display text-2xl font-extrabold text-accent-text tabular-nums">
										+{formatPoints(win.amount, language)}
									</span>
									<span className="truncate text-sm text-muted">{win.game}</span>
									<span className="text-sm text-muted">{win.when}</span>
								</li>
							))}
						</ol>
					)}
				</>
			)}
		</Kept>
	);
}
