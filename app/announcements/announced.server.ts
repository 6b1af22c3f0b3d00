import type { Bus } from "db/engine";
import { inAllProcesses } from "~/live/all-processes.server";

declare module "~/lib/site" {
	interface Site extends Announced {}
}

type Announced = ReturnType<typeof openAnnouncements>;

/** Connects the readers of announcements in all processes. A message between processes may be lost, so readers also poll. */
export function openAnnouncements(bus: Bus) {
	const listeners = new Set<() => void>();
	return {
		/** Must be called after the commit of an announcement: calls the listeners in all processes. */
		announced: inAllProcesses(bus, "announced", () => {
			for (const listener of listeners) listener();
		}),
		/** @returns a function that removes the listener. */
		onAnnounced(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
