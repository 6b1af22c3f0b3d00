import { formatMoment, formatMultiplier, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import {
	type ByTier,
	type EarningRules,
	rulesOn,
	type StreamEventKind,
	WATCH_MINUTES,
} from "./earning-rules";

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
	const told = platforms.map((platform) => ({
		platform: PLATFORMS[platform],
		amounts: new Map(amountsOf(rulesOn(platform, rules), reader)),
	}));
	const notes: Partial<Record<StreamEventKind, string[]>> = {
		watch: [...percentLines(rules, reader), t("earning.ways.presence")],
		gift: [
			t("earning.ways.each"),
			...(platforms.includes("kick") && rules.kick.gift > 0 && rules.kick.hold > 0
				? [t("earning.ways.held", { minutes: rules.kick.hold })]
				: []),
		],
	};
	return KINDS.flatMap((kind) => {
		const each = told.map(({ platform, amounts }) => ({ platform, lines: amounts.get(kind) ?? [] }));
		const [first] = each;
		const isSame = each.every(({ lines }) => lines.join() === first?.lines.join());
		const lines = isSame
			? (first?.lines ?? [])
			: each.flatMap(({ platform, lines }) => lines.map((line) => `${platform}: ${line}`));
		return lines.length > 0
			? [{ name: t(`earning.sources.${kind}`), lines: [...lines, ...(notes[kind] ?? [])] }]
			: [];
	});
}

const KINDS = ["watch", "follow", "subscription", "resubscription", "gift", "raid", "cheer"] as const;

/** What the rules of a platform pay for each kind of event. */
function amountsOf(
	rules: EarningRules,
	{ language }: Pick<Reader, "language">,
): [StreamEventKind, string[]][] {
	const { t } = i18nIn(language);
	const number = (points: number) => formatPoints(points, language);
	const line = (points: number, text: string) => (points > 0 ? [text] : []);
	const pay = (points: number) => line(points, t("earning.ways.points", { count: points }));
	const perTier = (points: ByTier) => {
		if (new Set(points).size === 1) return pay(points[0]);
		return points.flatMap((amount, place) =>
			line(amount, t("earning.ways.tier", { tier: place + 1, count: amount })),
		);
	};
	const month = line(rules.month, t("earning.ways.month", { points: number(rules.month) }));
	const watch = { count: rules.watch, minutes: WATCH_MINUTES };
	const watching = [
		...line(rules.watch, t("earning.ways.watch", watch)),
		...line(rules.active, t("earning.ways.active", { points: number(rules.active) })),
	];
	return [
		["watch", watching],
		["follow", line(rules.follow, t("earning.ways.follow", { count: rules.follow }))],
		["subscription", perTier(rules.subscription)],
		["resubscription", [...perTier(rules.resubscription), ...month]],
		["gift", perTier(rules.gift)],
		[
			"raid",
			[...pay(rules.raid), ...line(rules.raider, t("earning.ways.raider", { points: number(rules.raider) }))],
		],
		["cheer", line(rules.cheer, t("earning.ways.cheer", { count: rules.cheer }))],
	];
}

/** What multiplies the points for watching. */
function percentLines(
	{ percent }: EarningRules,
	{ language, timeZone, now }: Omit<Reader, "platforms">,
): string[] {
	const { t } = i18nIn(language);
	const tiers = percent.subscriber.flatMap((value, place) =>
		value > 100
			? [t("earning.ways.tierTimes", { tier: place + 1, times: formatMultiplier(value, language) })]
			: [],
	);
	const until = percent.until && percent.until > now.toISOString() ? new Date(percent.until) : undefined;
	const isBoosted = until !== undefined && percent.everybody > 100;
	return [
		...(tiers.length > 0 ? [t("earning.ways.subscriber", { tiers: tiers.join(", ") })] : []),
		...(isBoosted
			? [
					t("earning.ways.boost", {
						until: formatMoment(until, language, timeZone),
						times: formatMultiplier(percent.everybody, language),
					}),
				]
			: []),
		...(isBoosted && tiers.length > 0 ? [t("earning.ways.highest")] : []),
	];
}
