import { Crown } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { LastHunt } from "../../model/local-hunt.server";
import { HuntOutcome } from "./hunt-end";

/** ms for which the broadcast shows the result after the end of a hunt. */
const BROADCAST_MS = 10 * 60 * 1000;

/** The result of the last hunt for a broadcast, until {@link BROADCAST_MS} after the end of the hunt. */
export function OverlayEnd({ hunt, language }: { hunt: LastHunt; language: Language }) {
	const { t } = useTranslation();
	const leftMs = BROADCAST_MS - hunt.finishedForMs;
	const [isOver, setOver] = useState(leftMs <= 0);
	useEffect(() => {
		if (leftMs <= 0) return;
		const timer = setTimeout(() => setOver(true), leftMs);
		return () => clearTimeout(timer);
	}, [leftMs]);
	if (isOver) return null;
	const { winner, bestWin } = hunt;
	return (
		<section className="panel grid gap-4 justify-self-start" data-testid="overlay-end">
			<h2 className="text-xl font-extrabold break-words">{hunt.title}</h2>
			<HuntOutcome hunt={hunt} language={language} />
			{bestWin ? (
				<p className="tabular-nums">
					{t("huntResult.bestSlot")}: <strong>{bestWin.name}</strong> ·{" "}
					{formatEuros(bestWin.amount, language)}
				</p>
			) : null}
			{winner ? (
				<p className="flex items-center gap-2 font-semibold">
					<Crown aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
					<span className="min-w-0 break-words">
						{t("hunt.pastHunts.closest", {
							name: winner.username ?? t("shell.anonymous"),
							guess: formatEuros(winner.guess / 100, language),
						})}
					</span>
				</p>
			) : null}
		</section>
	);
}
