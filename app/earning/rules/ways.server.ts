import { formatMoment, formatMultiplier } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import { type EarningRules, rulesOn } from "./rules";
import { SOURCE_KINDS, SOURCES, type StreamEventKind, sayIn } from "./sources";

/** A way to earn points on the stream, and what it pays, in the reader's language. */
export interface Way {
	name: string;
	lines: string[];
}

interface Reader {
	language: Language;
	timeZone: string;
	now: Date;
	/** Those with a connected channel. */
	platforms: readonly PlatformId[];
}

/**
 * Describes what the rules pay on the stream. What pays nothing is left out. What differs between the platforms has their names
 * in front.
 */
export function waysOf(rules: EarningRules, { platforms, ...reader }: Reader): Way[] {
	const { t } = i18nIn(reader.language);
	const say = sayIn(t, reader.language);
	const notes: Partial<Record<StreamEventKind, string[]>> = {
		watch: [...percentLines(rules, reader), t("earning.ways.presence")],
		gift: [
			t("earning.ways.each"),
			...(platforms.includes("kick") && rules.kickGift > 0 && rules.kickHold > 0
				? [t("earning.ways.held", { minutes: rules.kickHold })]
				: []),
		],
	};
	return SOURCE_KINDS.flatMap((kind) => {
		const each = platforms.map((platform) => ({
			name: PLATFORMS[platform],
			lines: SOURCES[kind].says(rulesOn(platform, rules), say),
		}));
		const [first] = each;
		const isSame = each.every(({ lines }) => lines.join() === first?.lines.join());
		const lines = isSame
			? (first?.lines ?? [])
			: each.flatMap(({ name, lines }) => lines.map((line) => `${name}: ${line}`));
		return lines.length > 0
			? [{ name: t(`earning.sources.${kind}`), lines: [...lines, ...(notes[kind] ?? [])] }]
			: [];
	});
}

/** What multiplies the points for watching. */
function percentLines(
	{ subscriber, everybody, boostUntil }: EarningRules,
	{ language, timeZone, now }: Omit<Reader, "platforms">,
): string[] {
	const { t } = i18nIn(language);
	const times = (percent: number) => formatMultiplier(percent, language);
	const tiers = subscriber.flatMap((value, place) =>
		value > 100 ? [t("earning.ways.tierTimes", { tier: place + 1, times: times(value) })] : [],
	);
	const boost: string[] = [];
	if (boostUntil && boostUntil > now.toISOString() && everybody > 100) {
		const until = formatMoment(new Date(boostUntil), language, timeZone);
		boost.push(t("earning.ways.boost", { until, times: times(everybody) }));
		if (tiers.length > 0) boost.push(t("earning.ways.highest"));
	}
	return [...(tiers.length > 0 ? [t("earning.ways.subscriber", { tiers: tiers.join(", ") })] : []), ...boost];
}
