import type { Trx } from "db/database";
import { afterCommit, transact } from "db/transact";
import type { Outlet, StoredAnnouncement } from "~/announcements/announce.server";
import { formatClock } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { openFrames } from "~/live/frames.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { describeAnnouncement, findAnnounced } from "../describe-announcement.server";
import { ALERTS_TOPIC, type AlertQueue } from "./alerts";
import {
	type AlertRow,
	addToAlert,
	findAlertsSince,
	findDueAlerts,
	findLastAlerts,
	insertAlert,
	markSkipped,
	startAlert,
} from "./alerts.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Publishes the queue of alerts; call it after a commit that changed it. */
		alertsChanged: ReturnType<typeof openAlertsTopic>;
	}
}

type AlertSite = Pick<Site, "db" | "now" | "config" | "log">;
type ChangeSite = AlertSite & Pick<Site, "alertsChanged">;

/** ms after which an alert is no longer started, so that an overlay that reconnects shows no burst. */
const LIFE_MS = 60_000;
/** A viewer causes one alert of a type within this time. */
const VIEWER_MS = 60_000;
/** Alerts of one type that wait; further ones are counted by the last of them. */
const MAX_WAITING = 3;
const MAX_DUE = 10;
const MAX_LISTED = 20;
/** Few streams have the queue, and viewers wait for it. */
const FRAME_MS = 50;
const MUTED = "alerts.muted";

export const openAlertsTopic = (site: AlertSite & Pick<Site, "hub" | "bus" | "clock" | "log">) =>
	openFrames(site, ALERTS_TOPIC, "queue", () => readAlerts(site), FRAME_MS);

const later = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

const groupOf = (type: string) => type.split(".")[0]?.toUpperCase() as "STORE";
const expiryOf = ({ at }: { at: string }) => later(new Date(at), LIFE_MS);

/** Adds an alert for an announcement if the settings switch its type on, or counts it for one that waits. */
export const alertOutlet: Outlet<ChangeSite> = {
	wants: ({ config, now }, announcement) =>
		Boolean(config[`ALERTS_${groupOf(announcement.type)}`]) && expiryOf(announcement) > now().toISOString(),
	pass: addAlert,
};

async function addAlert(site: ChangeSite, trx: Trx, { id, type, data, at }: StoredAnnouncement) {
	const { config, log, alertsChanged } = site;
	const now = site.now();
	const expires_at = expiryOf({ at });
	const found = await findAnnounced({ db: trx, config, log }, { type, data });
	if (!found) return;
	if (groupOf(type) === "STORE" && (found.points ?? 0) < config.ALERT_MIN_POINTS) return;
	const recent = await findAlertsSince(trx, type, later(now, -VIEWER_MS));
	const userOf = (of: object | undefined) => (of && "userId" in of ? of.userId : undefined);
	const own = recent.find(({ announcement }) => {
		const userId = userOf(announcement?.data);
		return userId !== undefined && userId === userOf(data);
	});
	const waiting = recent.filter(
		({ announcement, state, expires_at: until }) =>
			// A test stands for nothing else.
			announcement !== null && state === "waiting" && until > now.toISOString(),
	);
	const same = own ?? (waiting.length < MAX_WAITING ? undefined : waiting.at(-1));
	if (same) await addToAlert(trx, same.id);
	else await insertAlert(trx, { announcement_id: id, type, created_at: now.toISOString(), expires_at });
	afterCommit(trx, alertsChanged);
}

/** The title of an alert; undefined if what it is about is gone. */
async function titleOf(site: AlertSite, { announcement }: AlertRow, language: Language) {
	if (!announcement) return i18nIn(language).t("alerts.example");
	return (await describeAnnouncement(site, announcement, language))?.title;
}

const millis = (instant: string | null) => (instant === null ? null : Date.parse(instant));

/** Reads what is due now, with the names of now. */
export async function readAlerts(site: AlertSite): Promise<AlertQueue> {
	const at = site.now();
	const rows = (await areMuted(site)) ? [] : await findDueAlerts(site.db, at.toISOString(), MAX_DUE);
	const alerts = [];
	for (const row of rows) {
		const [pt, en] = [await titleOf(site, row, "pt"), await titleOf(site, row, "en")];
		if (pt === undefined || en === undefined) continue;
		const times = { shownAt: millis(row.shown_at), endsAt: millis(row.ends_at) };
		const { id, more } = row;
		const type = row.type as AlertQueue["alerts"][number]["type"];
		alerts.push({ id, type, title: { pt, en }, more, ...times, expiresAt: Date.parse(row.expires_at) });
	}
	const { ALERT_SECONDS: seconds, ALERT_SOUND: sound } = site.config;
	return { now: at.getTime(), seconds, sound, alerts };
}

/**
 * Starts an alert: it is shown from now on. Does nothing unless it is the first that waits and none is being shown, so that
 * two overlays start one alert once, and a leaked address cannot empty the queue.
 * @returns the queue after it.
 */
export async function acknowledgeAlert(site: ChangeSite, id: number): Promise<AlertQueue> {
	const queue = await readAlerts(site);
	const [first] = queue.alerts;
	if (first?.id !== id || first.shownAt !== null) return queue;
	const at = site.now();
	const times = { shown_at: at.toISOString(), ends_at: later(at, queue.seconds * 1000) };
	if (await transact(site.db, (trx) => startAlert(trx, id, times))) site.alertsChanged();
	return readAlerts(site);
}

/** Adds an alert that shows what alerts look like. */
export async function addTestAlert(site: ChangeSite): Promise<void> {
	const at = site.now();
	const times = { created_at: at.toISOString(), expires_at: later(at, LIFE_MS) };
	await transact(site.db, (trx) => insertAlert(trx, { type: "store.redeemed", ...times }));
	site.alertsChanged();
}

/** Ends an alert that is shown, or drops one that waits. */
export async function skipAlert(site: ChangeSite, id: number): Promise<void> {
	await transact(site.db, (trx) => markSkipped(trx, id));
	site.alertsChanged();
}

const areMuted = async ({ db }: Pick<Site, "db">) => (await findSettings(db, [MUTED]))[MUTED] === true;

/** Mutes all overlays at once, or ends that. What is announced while they are muted expires as always. */
export async function muteAlerts(site: ChangeSite, isMuted: boolean): Promise<void> {
	const at = site.now().toISOString();
	await transact(site.db, (trx) => saveSettings(trx, { [MUTED]: isMuted }, at));
	site.alertsChanged();
}

/** Reads whether the alerts are muted, and the last ones, for admins. */
export async function readAlertsPage(site: AlertSite, language: Language) {
	const at = site.now().toISOString();
	const alerts = [];
	for (const row of await findLastAlerts(site.db, MAX_LISTED)) {
		const { id, more, state, expires_at, ends_at } = row;
		const isOver = state === "waiting" ? expires_at <= at : ends_at !== null && ends_at <= at;
		const shown = state === "waiting" ? (isOver ? "expired" : "waiting") : isOver ? "over" : "showing";
		alerts.push({
			...{ id, more, title: (await titleOf(site, row, language)) ?? null },
			state:
				state === "skipped" ? ("skipped" as const) : (shown as "expired" | "waiting" | "over" | "showing"),
			at: formatClock(new Date(row.created_at), language, site.config.SITE_TIMEZONE),
		});
	}
	return { isMuted: await areMuted(site), alerts };
}
