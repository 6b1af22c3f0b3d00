import type { TFunction } from "i18next";
import { en } from "~/i18n/en";
import type { Messages } from "~/i18n/messages";

type Key = keyof Messages["points"]["reasons"];

/**
 * The messages of reasons other than those of games, and of those that are not worded as a bet. A reason with a provider, such as
 * `merge:NAME`, is listed without the name.
 */
const MESSAGES: Readonly<Record<string, Key>> = {
	registration: "registration",
	"admin-adjustment": "adminAdjustment",
	redeem: "redeem",
	"redeem-refund": "redeemRefund",
	"hunt-prize": "huntPrize",
	"claim-code": "claimCode",
	"daily-bonus": "dailyBonus",
	api: "program",
	"slot-request-stake": "slotRequest",
	"slot-request-refund": "slotRequestRefund",
	merge: "merge",
	"merge-undone": "mergeUndone",
};

/** What the reasons of earnings on a stream begin with, before the source. */
const STREAM = "stream-";

const isSource = (text: string): text is keyof typeof en.earning.sources =>
	Object.hasOwn(en.earning.sources, text);

const split = (reason: string) => {
	const at = reason.indexOf(":");
	return at < 0 ? { kind: reason, name: "" } : { kind: reason.slice(0, at), name: reason.slice(at + 1) };
};

/** A game or an event, whose entries have the reasons `<reasonPrefix>-stake`, `-payout` and `-refund`. */
export interface EntrySource {
	reasonPrefix: string;
	/** Its points pay for taking part instead of a bet, and its payouts are prizes. */
	isEntry?: true;
	/** The game's name in the text of an entry. */
	entryName(t: TFunction): string;
	/** Path of a page about the round that an entry refers to. */
	entryPath?(reference: string): string;
}

const GAME_KINDS = ["stake", "payout", "refund"] as const;

/** The messages of an event's entries. */
const OF_ENTRY = { stake: "entry", payout: "prize", refund: "entryRefund" } as const;

const findSource = (sources: readonly EntrySource[], reason: string) => {
	for (const kind of GAME_KINDS) {
		const source = sources.find(({ reasonPrefix }) => reason === `${reasonPrefix}-${kind}`);
		if (source) return { kind, source };
	}
	return undefined;
};

/** Returns the text of a reason in the reader's language; the reason itself when it has no message. */
export function reasonText(t: TFunction, reason: string, sources: readonly EntrySource[]): string {
	const game = Object.hasOwn(MESSAGES, reason) ? undefined : findSource(sources, reason);
	if (game) {
		const key = game.source.isEntry ? OF_ENTRY[game.kind] : game.kind;
		return t(`points.reasons.${key}`, { game: game.source.entryName(t) });
	}
	const { kind, name } = split(reason);
	const source = kind.startsWith(STREAM) ? kind.slice(STREAM.length) : "";
	if (isSource(source)) return t("points.reasons.stream", { what: t(`earning.sources.${source}`), name });
	const key = Object.hasOwn(MESSAGES, kind) ? MESSAGES[kind] : undefined;
	return key ? t(`points.reasons.${key}`, { name }) : t("points.reasons.other", { reason });
}

/** Returns the name of a source of points, as `point_hours` has it, in the reader's language. */
export function sourceText(t: TFunction, source: string, sources: readonly EntrySource[]): string {
	const game = sources.find(({ reasonPrefix }) => reasonPrefix === source);
	return game ? game.entryName(t) : reasonText(t, source, sources);
}

/**
 * Returns the address of what an entry refers to, as its viewer or an admin can open it; undefined without one.
 */
export function addressOf(
	{ reason, reference }: { reason: string; reference: string },
	reader: "viewer" | "admin",
	sources: readonly EntrySource[],
): string | undefined {
	const id = encodeURIComponent(reference);
	if (reason === "redeem" || reason === "redeem-refund") {
		return reader === "admin" ? `/orders?q=${id}` : "/points/orders";
	}
	if (reason === "hunt-prize") return `/bonus-hunt/past/${id}`;
	return findSource(sources, reason)?.source.entryPath?.(reference);
}

declare module "~/lib/site" {
	interface Site {
		/** All games and events. */
		games: readonly EntrySource[];
	}
}
