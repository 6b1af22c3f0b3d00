import type { Language } from "./languages";

const LOCALES: Record<Language, string> = { pt: "pt-PT", en: "en-GB" };
/** What parts a number's whole from its fraction. */
export const DECIMAL_SIGNS: Record<Language, string> = { pt: ",", en: "." };

/** Building an Intl formatter costs far more than using it. */
function remembered<Formatter>(build: (key: string) => Formatter): (key: string) => Formatter {
	const built = new Map<string, Formatter>();
	return (key) => {
		const known = built.get(key) ?? build(key);
		built.set(key, known);
		return known;
	};
}

const integers = remembered(
	(locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: true }),
);
const decimals = remembered((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
const ratios = remembered(
	(locale) =>
		new Intl.NumberFormat(locale, {
			minimumFractionDigits: 2,
			maximumFractionDigits: 2,
			useGrouping: true,
		}),
);
const percents = remembered(
	(locale) =>
		new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 2 }),
);

const euros = remembered(
	(locale) => new Intl.NumberFormat(locale, { style: "currency", currency: "EUR", useGrouping: true }),
);

const moments = remembered((key) => {
	const [locale, timeZone] = key.split(" ");
	return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
});

export const formatPoints = (points: number, language: Language): string =>
	integers(LOCALES[language]).format(points);

/** Euros with their cents, such as `€1,234.50` or `1234,50 €`. */
export const formatEuros = (amount: number, language: Language): string =>
	euros(LOCALES[language]).format(amount);

/** A ratio as a multiplier with both decimals, such as `1,234.50x`. */
export const formatRatio = (ratio: number, language: Language): string =>
	`${ratios(LOCALES[language]).format(ratio)}x`;

/** A number in a text, such as `{{points, number}}`. */
export const formatNumber = (value: number, language: Language, options?: Intl.NumberFormatOptions): string =>
	new Intl.NumberFormat(LOCALES[language], { useGrouping: true, ...options }).format(value);

/** Hundredths as a multiplier, such as `1.7x`, with the language's decimal sign. */
export const formatMultiplier = (hundredths: number, language: Language): string =>
	`${decimals(LOCALES[language]).format(hundredths / 100)}x`;

/** Hundredths as a multiplier with both decimals, such as `1.70x`; cheap enough for every frame. */
export const formatExactMultiplier = (hundredths: number, language: Language): string =>
	`${decimal((Math.floor(hundredths) / 100).toFixed(2), language)}x`;

/** ms as seconds with one decimal, rounded up: nothing is over before it is. */
export const formatSeconds = (ms: number, language: Language): string =>
	`${decimal((Math.ceil(ms / 100) / 10).toFixed(1), language)} s`;

const decimal = (text: string, language: Language): string => text.replace(".", DECIMAL_SIGNS[language]);

/** A share from 0 to 1 as a percentage with one or two decimals. */
export const formatPercent = (share: number, language: Language): string =>
	percents(LOCALES[language]).format(share);

/** A day and its time, to the minute; like {@link formatDay} for the server alone. */
export const formatMoment = (instant: Date, language: Language, timeZone: string): string =>
	moments(`${LOCALES[language]} ${timeZone}`).format(instant);

/** A day in the site's time zone. Formatted on the server, so that browser and server never differ. */
export const formatDay = (instant: Date, language: Language, timeZone: string): string =>
	new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeZone }).format(instant);

/** How long ago, as the specification counts: the whole minutes or hours, or too long for either. */
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
