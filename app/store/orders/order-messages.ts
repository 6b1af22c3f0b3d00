import type { TFunction } from "i18next";
import type { AdminOrder } from "./orders.server";

type Message = NonNullable<AdminOrder["message"]>;

const RATE_LIMITED = "status 429";
const GONE = "status 410";

/** Returns the text of a stored fault, such as `timeout` or `status 500`. */
export function faultText(fault: string, t: TFunction): string {
	const [kind, status] = fault.split(" ");
	if (kind === "timeout" || kind === "redirect" || kind === "private" || kind === "off")
		return t(`orders.botFaults.${kind}`);
	if (fault === RATE_LIMITED) return t("orders.botFaults.askedToWait", { status });
	if (fault === GONE) return t("orders.botFaults.gone", { status });
	if (kind === "status" && status) return t("orders.botFaults.status", { status });
	return t("orders.botFaults.unreachable");
}

/** Returns the state of the bot's message in sentences, the most important first. */
export function messageText({ state, tries, fault, nextTryAt, deliveredAt }: Message, t: TFunction) {
	const hasReason = state === "pending" && fault === RATE_LIMITED;
	return [
		...(hasReason
			? []
			: [deliveredAt ? t("orders.botDelivered", { when: deliveredAt }) : t(`orders.botStates.${state}`)]),
		...(fault ? [faultText(fault, t)] : []),
		...(tries > 0 && state !== "delivered" ? [t("orders.botTries", { count: tries })] : []),
		...(tries > 0 && nextTryAt ? [t("orders.botNext", { when: nextTryAt })] : []),
	];
}
