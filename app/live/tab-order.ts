interface Message {
	tab: number;
	isLeaving: boolean;
}

/** Browsers open six connections to a host over HTTP/1.1, for all tabs together. Streams leave some for pages and forms. */
const MAX_STREAMS = 3;

/**
 * The order in which the tabs of this browser were used; browser only. Each tab announces its uses, and knows which others
 * were used later.
 * @param tab identifies this tab.
 * @param changed called when another tab was used or has left.
 */
export function createTabOrder(tab: number, changed: () => void) {
	/** Tabs with a stream that were used after this one. */
	const later = new Set<number>();
	let channel: BroadcastChannel | undefined;

	const announce = (isLeaving: boolean) => channel?.postMessage({ tab, isLeaving } satisfies Message);

	return {
		open() {
			try {
				channel = new BroadcastChannel("streams");
			} catch {
				// Without storage, or in a browser without channels, each tab has its stream.
				return;
			}
			channel.onmessage = ({ data }: MessageEvent<Message>) => {
				if (data.isLeaving) later.delete(data.tab);
				else later.add(data.tab);
				changed();
			};
		},

		/** Call it when this tab is used. */
		moveToFront() {
			later.clear();
			announce(false);
		},

		/** Call it when this tab has no stream for a time. */
		leave: () => announce(true),

		close() {
			announce(true);
			channel?.close();
			channel = undefined;
			later.clear();
		},

		isFirst: () => later.size === 0,

		/** Whether the streams of the tabs that were used later take all connections that streams may have. */
		isBehind: () => later.size >= MAX_STREAMS && !isMultiplexed(),
	};
}

/** Whether the site is loaded over HTTP/2 or HTTP/3, where all tabs share one connection. */
const isMultiplexed = (): boolean =>
	["navigation", "resource"]
		.flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
		.some(({ name, nextHopProtocol }) => name.startsWith(location.origin) && /^h[23]/.test(nextHopProtocol));
