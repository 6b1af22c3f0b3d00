import { type Language, LOCALES } from "./languages";

/** Decimal separators. */
export const DECIMAL_SIGNS: Record<Language, string> = { pt: ",", en: "." };
/** Separators of groups of three digits. */
const GROUP_SIGNS: Record<Language, string> = { pt: "\u00a0", en: "," };

/** Caches formatters by key: constructing one costs far more than formatting with it. */
function cached<Formatter>(build: (key: string) => Formatter): (key: string) => Formatter {
	const built = new Map<string, Formatter>();
	return (key) => {
		const known = built.get(key) ?? build(key);
		built.set(key, known);
		return known;
	};
}

/**
 * Formats a number with grouped digits and from `least` to `most` decimals, as `Intl.NumberFormat` does. Pages use this
 * one, because the first formatter of `Intl` blocks a phone for more than 100 ms. Messages use it for `{{points, number}}`.
 */
export function formatDecimals(
	value: number,
	language: Language,
	least = 0,
	most = Math.max(least, 3),
): string {
	const [whole = "", decimals = ""] = Math.abs(value).toFixed(most).split(".");
	const kept = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, "");
	const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, GROUP_SIGNS[language]);
	return `${value < 0 ? "-" : ""}${grouped}${kept && DECIMAL_SIGNS[language]}${kept}`;
}

const moments = cached((key) => {
	const [locale, timeZone] = key.split(" ");
	return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
});

const times = cached((key) => {
	const [locale, timeZone] = key.split(" ");
	return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
});

/** Formats points, rounded to an integer, with grouped digits. */
export const formatPoints = (points: number, language: Language): string =>
	formatDecimals(points, language, 0, 0);

/** Formats points won or lost with their sign, such as `+260`, `−169` or `0`. */
export const formatNet = (points: number, language: Language): string =>
	`${points > 0 ? "+" : points < 0 ? "−" : ""}${formatPoints(Math.abs(points), language)}`;

/** Formats an amount in euros (not cents) with two decimals, such as `€1,234.50` or `1234,50 €`. */
export const formatEuros = (amount: number, language: Language): string =>
	language === "pt"
		? `${formatDecimals(amount, language, 2, 2)}\u00a0€`
		: formatDecimals(amount, language, 2, 2).replace(/^-?/, "$&€");

/** Formats a ratio as a multiplier with exactly two decimals, such as `1,234.50x` for 1234.5. */
export const formatRatio = (ratio: number, language: Language): string =>
	`${formatDecimals(ratio, language, 2, 2)}x`;

/** Formats a number with a unit, a currency or the like. Builds a formatter for each call: not for hot paths. */
export const formatNumber = (value: number, language: Language, options: Intl.NumberFormatOptions): string =>
	new Intl.NumberFormat(LOCALES[language], { useGrouping: true, ...options }).format(value);

/** Formats hundredths as a multiplier with up to two decimals, such as `1.7x` for 170. */
export const formatMultiplier = (hundredths: number, language: Language): string =>
	`${formatDecimals(hundredths / 100, language, 0, 2)}x`;

/**
 * Formats hundredths, rounded down, as a multiplier with exactly two decimals, such as `1.70x` for 170. Fast enough
 * for each frame of an animation.
 */
export function formatExactMultiplier(hundredths: number, language: Language): string {
	const ratio = Math.floor(hundredths) / 100;
	// Only the greatest multipliers have a digit group, which is the slow part.
	return ratio < 1000 ? `${decimal(ratio.toFixed(2), language)}x` : formatRatio(ratio, language);
}

/** Formats ms as seconds with one decimal, rounded up, so that a countdown shows 0 only at its end. */
export const formatSeconds = (ms: number, language: Language): string =>
	`${decimal((Math.ceil(ms / 100) / 10).toFixed(1), language)} s`;

const decimal = (text: string, language: Language): string => text.replace(".", DECIMAL_SIGNS[language]);

/** Formats a share from 0 to 1 as a percentage with one or two decimals. */
export const formatPercent = (share: number, language: Language): string =>
	`${formatDecimals(100 * share, language, 1, 2)}%`;

/** Date and time to the minute in `timeZone`. For the server only: see {@link formatDay}. */
export const formatMoment = (instant: Date, language: Language, timeZone: string): string =>
	moments(`${LOCALES[language]} ${timeZone}`).format(instant);

/**
 * Date in `timeZone`. For the server only, because browsers may format the same instant differently, which breaks
 * hydration.
 */
export const formatDay = (instant: Date, language: Language, timeZone: string): string =>
	new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeZone }).format(instant);

/** Formats a date, written as YYYY-MM-DD, in words, such as `13 May 2025`. For the server only: see {@link formatDay}. */
export const formatDate = (date: string, language: Language): string =>
	new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));

/** Time of day to the minute in `timeZone`. For the server only: see {@link formatDay}. */
export const formatTime = (instant: Date, language: Language, timeZone: string): string =>
	times(`${LOCALES[language]} ${timeZone}`).format(instant);

const seconds = cached((key) => {
	const [locale, timeZone] = key.split(" ");
	return new Intl.DateTimeFormat(locale, { timeStyle: "long", timeZone });
});

/** Time of day to the second in `timeZone`, with its name. For the server only: see {@link formatDay}. */
export const formatClock = (instant: Date, language: Language, timeZone: string): string =>
	seconds(`${LOCALES[language]} ${timeZone}`).format(instant);

const deadlines = cached((key) => {
	const [locale, timeZone] = key.split(" ");
	return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", timeZone });
});

/** Date and time to the second in `timeZone`, with its name. For the server only: see {@link formatDay}. */
export const formatDeadline = (instant: Date, language: Language, timeZone: string): string =>
	deadlines(`${LOCALES[language]} ${timeZone}`).format(instant);

/**
 * The time from `instant` to `now` in whole minutes, hours or days, rounded down. Less than a minute, or an instant in
 * the future, is `now`.
 */
export function ageOf(
	instant: Date,
	now: Date,
): { unit: "now" | "minutes" | "hours" | "days"; count: number } {
	const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000);
	if (minutes < 1) return { unit: "now", count: 0 };
	if (minutes < 60) return { unit: "minutes", count: minutes };
	const hours = Math.floor(minutes / 60);
	if (hours < 24) return { unit: "hours", count: hours };
	return { unit: "days", count: Math.floor(hours / 24) };
}
