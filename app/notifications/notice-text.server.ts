import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { NoticeContent } from "./notices";

/** The text of a notice in a language, with instants in `timeZone`, and the note that an admin has written with it. */
export function noticeText(
	{ kind, data }: NoticeContent,
	language: Language,
	timeZone: string,
): { text: string; note: string | undefined } {
	const { t } = i18nIn(language);
	const when = (instant: string) => formatMoment(new Date(instant), language, timeZone);
	const only = (text: string) => ({ text, note: undefined });
	switch (kind) {
		case "order-approved":
			return {
				text: t("notifications.texts.orderApproved", { item: data.item }),
				note: data.note ?? undefined,
			};
		case "order-cancelled": {
			const { item, points, note } = data;
			return {
				text: t("notifications.texts.orderCancelled", { item, count: points }),
				note: note ?? undefined,
			};
		}
		case "hunt-prize":
			return only(t("notifications.texts.huntPrize", { title: data.title, count: data.points }));
		case "points-adjusted":
		case "points-imported": {
			const points = Math.abs(data.delta);
			const key = data.delta > 0 ? "pointsGiven" : "pointsTaken";
			const text = t(`notifications.texts.${key}`, { count: points, balance: data.balance });
			return { text, note: "note" in data ? data.note : undefined };
		}
		case "points-merged": {
			const { provider, delta, balance } = data;
			return only(t("notifications.texts.pointsMerged", { provider, points: delta, balance }));
		}
		case "merge-undone": {
			const { provider, delta, balance } = data;
			return only(t("notifications.texts.mergeUndone", { provider, points: -delta, balance }));
		}
		case "stream-points":
			return only(t("notifications.texts.streamPoints", { ...data, count: data.points }));
		case "points-waited":
			return only(t("notifications.texts.pointsWaited", { ...data, count: data.points }));
		case "limit-set":
		case "limit-raised": {
			const { dailyLoss: points } = data;
			return only(
				points === null
					? t("notifications.texts.noLimit")
					: t("notifications.texts.limit", { count: points }),
			);
		}
		case "limit-later": {
			const values = { count: data.dailyLoss ?? 0, when: when(data.from) };
			return only(t(`notifications.texts.${data.dailyLoss === null ? "noLimitFrom" : "limitFrom"}`, values));
		}
		case "break-started":
			return only(t("notifications.texts.breakStarted", { when: when(data.until) }));
		case "break-extended":
			return only(t("notifications.texts.breakExtended", { when: when(data.until) }));
		case "break-shortened":
			return only(t("notifications.texts.breakShortened", { when: when(data.until) }));
		case "break-over":
			return only(t("notifications.texts.breakOver"));
	}
}
