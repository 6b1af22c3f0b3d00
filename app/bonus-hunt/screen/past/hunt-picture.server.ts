import { formatEuros, formatRatio } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { SocialPicture } from "~/pictures/social-picture.server";
import type { PastHunt } from "../../model/past.server";

/** The texts of a past hunt's picture in link previews. */
export function huntPicture(
	{ title, day, startCost, statistics }: PastHunt,
	channel: string,
	language: Language,
): SocialPicture {
	const cents = statistics.won - startCost;
	return {
		channel,
		heading: title,
		figure: `${cents > 0 ? "+" : ""}${formatEuros(cents / 100, language)}`,
		tone: cents > 0 ? "good" : "neutral",
		detail: i18nIn(language).t("hunt.pastHunts.pictureDetail", {
			count: statistics.opened,
			average: formatRatio(statistics.averageMultiplier ?? 0, language),
			day,
		}),
	};
}
