import { announcementJob } from "~/announcements/announce.server";
import { platformEvent } from "~/earning/inbox/inbox.server";
import { waitedWatch, watchSlice } from "~/earning/watch/watch.server";
import { marketJob } from "~/events/predictions/decide.server";
import { raffleClose, raffleDraw, rafflePay, raffleRefund } from "~/events/raffles/draw.server";
import { tournamentEnd } from "~/events/tournaments/settlement.server";
import type { Site } from "~/lib/site";
import { orderPush, pushStreamStart, startPush, startPushes } from "~/notifications/push/push-jobs.server";
import { pointsImport } from "~/points/import/import.server";
import { redeemMessage } from "~/store/redeem-bot/redeem-message.server";
import { discordMessages, webhookMessages } from "~/team/api/messages.server";
import { alertOutlet } from "~/team/overlays/alerts.server";

/** All kinds of jobs. docs/operations.md lists them. */
export const JOBS = [
	announcementJob<Pick<Site, "db" | "now" | "config" | "log" | "alertsChanged">>([
		...[alertOutlet, pushStreamStart],
		webhookMessages.outlet,
		discordMessages.outlet,
	]),
	...[startPush, orderPush],
	...[startPushes, webhookMessages.job, discordMessages.job],
	marketJob,
	...[platformEvent, pointsImport, raffleClose, raffleDraw, rafflePay, raffleRefund, redeemMessage],
	...[tournamentEnd, waitedWatch, watchSlice],
];
