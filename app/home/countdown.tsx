import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

const SECOND_MS = 1000;
const UNITS = [
	["days", 86_400],
	["hours", 3600],
	["minutes", 60],
	["seconds", 1],
] as const;

/** The time until an instant, by the browser's clock; zeros after it. The caller shows the instant as text. */
export function Countdown({ to }: { to: string }) {
	const { t } = useTranslation();
	const [left, setLeft] = useState<number>();
	useEffect(() => {
		const show = () => setLeft(Math.max(0, Math.ceil((Date.parse(to) - Date.now()) / SECOND_MS)));
		show();
		const timer = setInterval(show, SECOND_MS);
		return () => clearInterval(timer);
	}, [to]);
	return (
		<div aria-hidden="true" className="needs-scripts flex gap-2 sm:gap-3" data-testid="countdown">
			{UNITS.map(([unit, seconds], at) => (
				<span key={unit} className="grid min-w-14 rounded-xl bg-raised px-2 py-2 text-center sm:min-w-18">
					<span className="font-display text-2xl font-extrabold tabular-nums sm:text-3xl">
						{left === undefined ? "–" : partOf(left, seconds, UNITS[at - 1]?.[1])}
					</span>
					<span className="text-xs text-muted">{t(`homePage.countdown.${unit}`)}</span>
				</span>
			))}
		</div>
	);
}

/** The whole units of `seconds` in the time, without the next larger unit. */
const partOf = (left: number, seconds: number, larger = Number.POSITIVE_INFINITY): string =>
	String(Math.floor((larger === Number.POSITIVE_INFINITY ? left : left % larger) / seconds)).padStart(2, "0");
