import { useEffect, useRef, useSyncExternalStore } from "react";
import { type ConnectionState, createConnection } from "./connection";
import type { EventOf, TopicHandlers, TopicOf, Topics } from "./topics";

/** The tab's. Opened by the first that listens, so never on the server. */
const connection = createConnection();

/**
 * Listens to a topic while the component is mounted; to none when it is undefined.
 * @param handlers by event; the same events at each render. Each stream begins with a snapshot, also
 * after a lost connection.
 */
export function useTopic<Name extends TopicOf<Topics>>(
	topic: Name | undefined,
	handlers: TopicHandlers<Name>,
): void {
	const latest = useRef(handlers);
	useEffect(() => {
		latest.current = handlers;
	});
	const events = Object.keys(handlers).join();
	useEffect(() => {
		if (topic === undefined) return;
		return connection.subscribe({
			topic,
			events: events.split(","),
			hear: (event, data) => latest.current[event as EventOf<Topics, Name>]?.(data as never),
		});
	}, [topic, events]);
}

/** Whether what is shown is live: `lost` until the stream is back. */
export const useConnection = (): ConnectionState =>
	useSyncExternalStore(connection.onChange, connection.state, () => "off");
