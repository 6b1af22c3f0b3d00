import { currentContext } from "~/lib/request-context.server";

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

type Logging = Record<Level, (about: object) => void>;

/** The count of one log event at one level. */
export interface Tallied {
	event: string;
	level: Level;
	count: number;
	/** ms of the wall clock. */
	firstAt: number;
	lastAt: number;
	/** The request of its last occurrence; undefined outside a request. */
	requestId: string | undefined;
}

/**
 * Counts log entries by event name and level since this call, including those below the log's level.
 * @param log its methods are replaced in place.
 */
export function tallyEvents(log: object, now: () => Date) {
	const tally = new Map<string, Tallied>();
	const logging = log as Logging;

	function note(level: Level, about: unknown) {
		const { event, requestId } = (about ?? {}) as { event?: unknown; requestId?: string };
		if (typeof event !== "string") return;
		const key = `${level} ${event}`;
		const at = now().getTime();
		const known = tally.get(key) ?? { event, level, count: 0, firstAt: at, lastAt: at, requestId: undefined };
		known.count += 1;
		known.lastAt = at;
		known.requestId = requestId ?? currentContext()?.id;
		tally.set(key, known);
	}

	for (const level of LEVELS) {
		const write = logging[level].bind(log);
		logging[level] = (...about: [object]) => {
			note(level, about[0]);
			write(...about);
		};
	}

	return {
		all: (): Tallied[] => [...tally.values()],
		/** The number of entries of an event at all levels. */
		count: (event: string): number =>
			[...tally.values()].reduce((sum, one) => (one.event === event ? sum + one.count : sum), 0),
	};
}

export type EventTally = ReturnType<typeof tallyEvents>;
