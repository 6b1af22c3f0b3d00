import type { TFunction } from "i18next";
import type { Messages } from "~/i18n/messages";

type Words = keyof Messages["points"]["reasons"];

/**
 * The messages of the ledger's reasons. A reason with a provider, such as `merge:NAME`, is listed without the
 * name.
 */
const MESSAGES: Readonly<Record<string, Words>> = {
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

export const hasWords = (reason: string): boolean => Object.hasOwn(MESSAGES, split(reason).kind);

/** Returns the text of a reason in the reader's language; the reason itself when it has no message. */
export function reasonText(t: TFunction, reason: string): string {
	const { kind, name } = split(reason);
	const words = Object.hasOwn(MESSAGES, kind) ? MESSAGES[kind] : undefined;
	return words ? t(`points.reasons.${words}`, { name }) : t("points.reasons.other", { reason });
}

/**
 * Returns the address of what an entry refers to, as its viewer or an admin can open it; undefined without one.
 */
export function addressOf(reason: string, reference: string, reader: "viewer" | "admin"): string | undefined {
	const id = encodeURIComponent(reference);
	if (reason === "redeem" || reason === "redeem-refund") {
		return reader === "admin" ? `/orders?q=${id}` : "/points/orders";
	}
	if (reason === "hunt-prize") return `/bonus-hunt/past/${id}`;
	return reason.startsWith("plinko-") ? `/fairness?round=${id}` : undefined;
}
