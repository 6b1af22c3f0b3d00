import type { Site } from "~/lib/site";
import type { AlertQueue } from "./alerts";

type AlertSite = Pick<Site, "db" | "now" | "config">;

/** Reads what is due now. */
export declare function readAlerts(site: AlertSite): Promise<AlertQueue>;

/**
 * Starts an alert: it is shown from now on. Does nothing unless it is the first that waits and none is being shown, so that
 * two overlays start one alert once, and a leaked address cannot empty the queue.
 * @returns the queue after it.
 */
export declare function acknowledgeAlert(site: AlertSite, id: number): Promise<AlertQueue>;

// The route `/overlay/:token/alerts` answers with AlertQueue as JSON: GET reads, POST with `id` acknowledges. 404 for another token.
