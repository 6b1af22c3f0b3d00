import type { Language } from "~/i18n/languages";

/** A place, such as `4th` or `4.º`. */
export function placeText(place: number, language: Language): string {
	if (language === "pt") return `${place}.º`;
	const isTeen = Math.floor(place / 10) % 10 === 1;
	return `${place}${(isTeen ? undefined : ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}
