import { useState } from "react";
import { useTopic } from "~/live/live";
import { ADMIN_COUNTS_TOPIC, type AdminCounts, type AdminCountsUpdate } from "./admin-counts";

/**
 * What waits for an admin, kept up to date by the event stream.
 * @param loaded from the root loader, with the server's instant before it was read; undefined for other viewers.
 */
export function useAdminCounts(loaded: AdminCountsUpdate | undefined): AdminCounts | undefined {
	const [event, setEvent] = useState<AdminCountsUpdate>();
	useTopic(loaded && ADMIN_COUNTS_TOPIC, { counts: setEvent });
	// The instants decide which counts are newer, as for the balance.
	return loaded && event && event.at > loaded.at ? event : loaded;
}
