import type { Db } from "db/database";
import { createTestClock } from "./clock";

interface Options {
	snapshot?: (topics: never[]) => unknown;
}

/**
 * What opens a topic, for a test: a clock that the test advances, and a hub and a log that keep what is published.
 * @param readers the number of connected readers.
 */
export function topicTools(db: Db, readers = 1) {
	const published: [event: string, data: unknown][] = [];
	const clock = createTestClock({ turnsEach: 20 });
	let snapshot: Options["snapshot"];
	return {
		...{ published, clock },
		tools: {
			...{ db, clock },
			bus: { publish() {}, subscribe() {} },
			log: { error: (entry: unknown) => void published.push(["error", entry]) },
			hub: {
				openTopic(_name: string, options?: Options) {
					snapshot = options?.snapshot;
				},
				countOn: () => readers,
				publish: (_topic: string, event: string, data: unknown) => published.push([event, data]),
			},
		} as never,
		/** What a new reader receives. */
		snapshot: () => snapshot?.([]),
	};
}
