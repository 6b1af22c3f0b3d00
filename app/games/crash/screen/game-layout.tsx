import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";

interface Props {
	controls: ReactNode;
	stage: ReactNode;
	aside: ReactNode;
	/** The player's bet is in the flight: both are brought into view. */
	isAboard: boolean;
}

/** The stage in the middle; on a phone on top, with the controls right under it. */
export function GameLayout({ controls, stage, aside, isAboard }: Props) {
	const middle = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (isAboard) middle.current?.scrollIntoView({ block: "nearest" });
	}, [isAboard]);
	return (
		<div className="grid gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)_20rem]">
			<div className="order-2 flex min-w-0 flex-col gap-4 lg:order-1">{controls}</div>
			<div ref={middle} className="order-1 grid scroll-m-3 grid-cols-1 content-start gap-2 lg:order-2">
				{stage}
			</div>
			<div className="order-3 grid grid-cols-1 content-start gap-4 lg:col-span-2 lg:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
				{aside}
			</div>
		</div>
	);
}

export function Balance({
	points,
	isDemo = false,
	language,
}: {
	points: number;
	isDemo?: boolean;
	language: Language;
}) {
	const { t } = useTranslation();
	return (
		<p className="panel flex items-baseline justify-between gap-3 py-3 max-lg:order-last">
			<span className="text-muted">{t(isDemo ? "crash.demoBalance" : "crash.balance")}</span>
			<strong className="font-display text-2xl tabular-nums" data-testid="game-balance">
				{formatPoints(points, language)}
			</strong>
		</p>
	);
}
