import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { wholeNumberIn } from "~/lib/whole-number";
import type { NoticeContent } from "./notices";

/** The text of a notice in a language, with instants in `timeZone`, and the note that an admin has written with it. */
export function noticeText(
	{ kind, data }: NoticeContent,
	language: Language,
	timeZone: string,
): { text: string; note: string | undefined } {
	return { text: textOf(), note: ("note" in data && data.note) || undefined };

	function textOf(): string {
		const { t } = i18nIn(language);
		const when = (instant: string) => formatMoment(new Date(instant), language, timeZone);
		// A line of the raffle's form: a number of points, or an item.
		const prizeOf = (line: string) => {
			const points = wholeNumberIn(line);
			return points === undefined ? line : t("raffles.points", { count: points });
		};
		switch (kind) {
			case "order-approved":
				return t("notifications.texts.orderApproved", { item: data.item });
			case "order-cancelled":
				return t("notifications.texts.orderCancelled", { item: data.item, count: data.points });
			case "tournament-prize":
				return data.item
					? t("notifications.texts.tournamentItem", data)
					: t("notifications.texts.tournamentPrize", { ...data, count: data.points });
			case "tournament-cancelled":
				return data.points === 0
					? t("notifications.texts.tournamentCancelled", data)
					: t("notifications.texts.tournamentRefunded", { ...data, count: data.points });
			case "request-played":
				return t("notifications.texts.requestPlayed", data);
			case "request-hunt":
				return t("notifications.texts.requestHunt", data);
			case "request-refunded":
				return t("notifications.texts.requestRefunded", { ...data, count: data.points });
			case "rights-changed": {
				const rights = data.rights.map((right) => t(`settings.moderators.rights.${right}.name`)).join(", ");
				return rights
					? t("notifications.texts.rightsGiven", { rights })
					: t("notifications.texts.rightsTaken");
			}
			case "hunt-prize":
				return t("notifications.texts.huntPrize", { title: data.title, count: data.points });
			case "raffle-drawn":
				return t("notifications.texts.raffleDrawn", { title: data.title, prize: prizeOf(data.prize) });
			case "raffle-passed":
				return t("notifications.texts.rafflePassed", { title: data.title });
			case "prediction-payout":
				return t("notifications.texts.predictionPayout", { count: data.points });
			case "prediction-refund":
				return t("notifications.texts.predictionRefund", { count: data.points });
			case "points-adjusted":
			case "points-imported": {
				const key = data.delta > 0 ? "pointsGiven" : "pointsTaken";
				return t(`notifications.texts.${key}`, { count: Math.abs(data.delta), balance: data.balance });
			}
			case "points-merged":
				return t("notifications.texts.pointsMerged", { ...data, points: data.delta });
			case "merge-undone":
				return t("notifications.texts.mergeUndone", { ...data, points: -data.delta });
			case "stream-points":
				return t("notifications.texts.streamPoints", { ...data, count: data.points });
			case "points-waited":
				return t("notifications.texts.pointsWaited", { ...data, count: data.points });
			case "program-points":
				return t("notifications.texts.programPoints", { ...data, count: data.points });
			case "limit-set":
			case "limit-raised":
				return data.dailyLoss === null
					? t("notifications.texts.noLimit")
					: t("notifications.texts.limit", { count: data.dailyLoss });
			case "limit-later": {
				const values = { count: data.dailyLoss ?? 0, when: when(data.from) };
				return t(`notifications.texts.${data.dailyLoss === null ? "noLimitFrom" : "limitFrom"}`, values);
			}
			case "break-started":
				return t("notifications.texts.breakStarted", { when: when(data.until) });
			case "break-extended":
				return t("notifications.texts.breakExtended", { when: when(data.until) });
			case "break-shortened":
				return t("notifications.texts.breakShortened", { when: when(data.until) });
			case "break-over":
				return t("notifications.texts.breakOver");
			case "pause-started":
				return t("notifications.texts.pauseStarted");
			case "pause-over":
				return t("notifications.texts.pauseOver");
		}
	}
}
