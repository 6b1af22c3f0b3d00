import type { EntrySource } from "~/points/statement/entry-messages";

/** The event's id is the part of the reference before the first colon. */
const pageIn =
	(list: string) =>
	(reference: string): string =>
		`${list}/${reference.split(":", 1)[0]}`;

/**
 * The events that viewers enter for points, and requests for slots. Their entries have the reasons `<reasonPrefix>-stake`, `-payout`
 * and `-refund`.
 */
export const EVENT_SOURCES: readonly EntrySource[] = [
	{
		reasonPrefix: "tournament",
		isEntry: true,
		entryName: (t) => t("points.events.tournament"),
		entryPath: () => "/tournament",
	},
	{
		reasonPrefix: "raffle",
		isEntry: true,
		entryName: (t) => t("points.events.raffle"),
		entryPath: pageIn("/raffles"),
	},
	{
		reasonPrefix: "prediction",
		entryName: (t) => t("points.events.prediction"),
		entryPath: () => "/predictions",
	},
	{
		reasonPrefix: "slot-request",
		entryName: (t) => t("points.reasons.slotRequest"),
		entryPath: () => "/slots",
	},
];
