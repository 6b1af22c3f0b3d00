/** Collects answers into few messages. Pure: the caller gives the time in ms of a monotonic clock. */

export interface Answer {
	/** Whom it is for, as the chat shows it; empty for everybody. */
	name: string;
	text: string;
}

/** Why an answer is not sent: the queue is full, or the chat has shown it within the last 30 s. */
export type Dropped = "overflow" | "repeated";

/** The platforms' limits of an account that does not own the channel; an owner may send more. */
const WINDOW_MS = 30_000;
export const MAX_SENT = 20;
export const MAX_LENGTH = 500;
/** ms that an answer waits for others, unless they fill a message before. */
const COLLECT_MS = 1000;
/** About two windows of answers: an older one would come more than a minute late. */
const MAX_WAITING = 500;
interface Waiting extends Answer {
	key: string;
	at: number;
	/** Whether the platform did not answer its first message. */
	isAgain?: true;
}

/** So that each answer fits into a message, with its name and the number of answers that are left out. */
const MAX_TEXT = 400;

/**
 * @param more says how many answers are left out, behind those of a message.
 * @param dropped is called for each answer that is not sent.
 */
export function createCollector(more: (count: number) => string, dropped: (why: Dropped) => void) {
	const waiting: Waiting[] = [];
	/** When the last messages were answered by the platform, which had received them before. */
	let sent: number[] = [];
	/** When the chat last showed each answer. */
	const shown = new Map<string, number>();
	let inFlight: Waiting[] = [];
	let leftOut = 0;
	let pausedUntil = Number.NEGATIVE_INFINITY;

	const leftOutText = () => (leftOut > 0 ? more(leftOut) : "");

	/** The number of the oldest answers that fit into a message. */
	function countFitting(): number {
		let count = 0;
		while (
			count < waiting.length &&
			messageOf(waiting.slice(0, count + 1), leftOutText()).length <= MAX_LENGTH
		)
			count += 1;
		return count;
	}

	const isRepeated = (key: string, now: number) =>
		[...waiting, ...inFlight].some((one) => one.key === key) ||
		now - (shown.get(key) ?? Number.NEGATIVE_INFINITY) < WINDOW_MS;

	return {
		/** Adds an answer. The oldest one is dropped if too many wait. */
		add({ name, text }: Answer, now: number): void {
			const key = `${name} ${text}`;
			if (isRepeated(key, now)) {
				dropped("repeated");
				return;
			}
			waiting.push({ name, text: text.slice(0, MAX_TEXT), key, at: now });
			if (waiting.length <= MAX_WAITING) return;
			waiting.shift();
			leftOut += 1;
			dropped("overflow");
		},

		/** ms until the next message is due; undefined while no answer waits. Call it when no message is being sent. */
		waitMs(now: number): number | undefined {
			const [oldest] = waiting;
			if (!oldest) return undefined;
			const late = oldest.at + COLLECT_MS;
			const due = late > now && countFitting() < waiting.length ? now : late;
			const free = (sent.at(-MAX_SENT) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
			return Math.max(0, due - now, free - now, pausedUntil - now);
		},

		/** Takes the oldest answers. @returns their message, which no other within 30 s equals: it has an answer that is not repeated. */
		take(): string {
			inFlight = waiting.splice(0, countFitting());
			const message = messageOf(inFlight, leftOutText());
			leftOut = 0;
			return message;
		},

		/**
		 * Must be called when the platform has answered, or has not.
		 * @param isPaused whether it has not: the next message waits, and has the answers of this one once more.
		 */
		done(now: number, isPaused: boolean): void {
			sent = [...sent, now].slice(-MAX_SENT);
			for (const { key } of inFlight) shown.set(key, now);
			if (isPaused)
				waiting.unshift(
					...inFlight.flatMap((one) => (one.isAgain ? [] : { ...one, isAgain: true as const })),
				);
			for (const [key, at] of shown) if (now - at >= WINDOW_MS) shown.delete(key);
			inFlight = [];
			if (isPaused) pausedUntil = now + WINDOW_MS;
		},
	};
}

/** Equal texts are written once, behind all their names. The first character cannot begin a command of another bot. */
function messageOf(answers: readonly Answer[], rest: string): string {
	const names = new Map<string, string[]>();
	for (const { name, text } of answers) names.set(text, [...(names.get(text) ?? []), name].filter(Boolean));
	const parts = [...names].map(([text, named]) => [...named, text].join(" "));
	return [...parts, rest]
		.filter(Boolean)
		.join(" · ")
		.replace(/^[^\p{L}\p{N}@]+/u, "");
}
