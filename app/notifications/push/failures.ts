/** Failed messages in a row, and ms since the first of them, after which a subscription is removed. */
const MIN_FAILURES = 5;
const MIN_FAILING_MS = 24 * 60 * 60 * 1000;
/** Subscriptions that are counted; beyond it the one that began to fail first is forgotten. */
const MAX_COUNTED = 10_000;

/**
 * Counts for each subscription the messages in a row that its push service did not accept. The count is kept in memory:
 * it starts again with the process, so that a dead subscription is removed later, never a working one.
 */
export function createFailureCount(now: () => Date) {
	const failing = new Map<string, { since: number; count: number }>();
	let lastSentAt = Number.NEGATIVE_INFINITY;

	return {
		/** Call it when a message was accepted. */
		sent(id: string) {
			failing.delete(id);
			lastSentAt = now().getTime();
		},

		/**
		 * Call it when a message was given up.
		 * @returns whether to remove the subscription: messages have failed in a row over a day, while others were sent,
		 * so that the fault is not the site's own connection.
		 */
		failed(id: string): boolean {
			const at = now().getTime();
			const entry = failing.get(id) ?? { since: at, count: 0 };
			entry.count += 1;
			failing.set(id, entry);
			const [oldest] = failing.keys();
			if (failing.size > MAX_COUNTED && oldest !== undefined) failing.delete(oldest);
			const { since, count } = entry;
			const isDead = count >= MIN_FAILURES && at - since >= MIN_FAILING_MS && lastSentAt > since;
			if (isDead) failing.delete(id);
			return isDead;
		},
	};
}
