import type { TFunction } from "i18next";
import type { Messages } from "~/i18n/messages";

type Words = keyof Messages["points"]["reasons"];

/** What the ledger's reasons are called. One that names a provider, such as `merge:NAME`, stands without the name. */
const WORDS: Readonly<Record<string, Words>> = {
	registration: "registration",
	"admin-adjustment": "adminAdjustment",
	redeem: "redeem",
	"redeem-refund": "redeemRefund",
	"hunt-prize": "huntPrize",
	"plinko-stake": "plinkoStake",
	"plinko-payout": "plinkoPayout",
	"solo-crash-stake": "soloCrashStake",
	"solo-crash-payout": "soloCrashPayout",
	"solo-crash-refund": "soloCrashRefund",
	"live-crash-stake": "liveCrashStake",
	"live-crash-payout": "liveCrashPayout",
	"live-crash-refund": "liveCrashRefund",
	merge: "merge",
	"merge-undone": "mergeUndone",
};

const split = (reason: string) => {
	const at = reason.indexOf(":");
	return at < 0 ? { kind: reason, name: "" } : { kind: reason.slice(0, at), name: reason.slice(at + 1) };
};

export const hasWords = (reason: string): boolean => Object.hasOwn(WORDS, split(reason).kind);

/** A reason in the reader's language; one that nobody gave words to is shown as the ledger has it. */
export function wordsOf(t: TFunction, reason: string): string {
	const { kind, name } = split(reason);
	const words = Object.hasOwn(WORDS, kind) ? WORDS[kind] : undefined;
	return words ? t(`points.reasons.${words}`, { name }) : t("points.reasons.other", { reason });
}

/** Where what an entry refers to can be looked at by its viewer or by an admin, if it has an address. */
export function addressOf(reason: string, reference: string, reader: "viewer" | "admin"): string | undefined {
	const id = encodeURIComponent(reference);
	if (reason === "redeem" || reason === "redeem-refund") {
		return reader === "admin" ? `/orders?q=${id}` : "/points/orders";
	}
	if (reason === "hunt-prize") return `/bonus-hunt/past/${id}`;
	return reason.startsWith("plinko-") ? `/fairness?round=${id}` : undefined;
}
