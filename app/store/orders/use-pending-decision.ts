import { useNavigation } from "@remix-run/react";
import type { Decision } from "./orders";

export interface PendingDecision {
	decision: Decision;
	orderIds: string[];
}

/** Returns the decision of the form that is being sent, so that the page can show it. */
export function usePendingDecision(): PendingDecision | undefined {
	const { formData } = useNavigation();
	const [verb, only] = String(formData?.get("intent") ?? "").split(" ");
	if (!formData || (verb !== "approve" && verb !== "cancel")) return undefined;
	return {
		decision: verb === "approve" ? "approved" : "cancelled",
		orderIds: only ? [only] : formData.getAll("order").map(String),
	};
}
