/** The chat of the channel on a local platform: takes the site's messages by the rules of the platforms. */

const WINDOW_MS = 30_000;

/** @param {() => Date} now */
export function createChat(now) {
	/** What the chat shows, in order. @type {{ text: string, at: number }[]} */
	const messages = [];
	/** The most messages within 30 s so far. */
	let most = 0;
	/** @type {string | undefined} */
	let dropping;

	return {
		messages: () => messages.map(({ text }) => text),
		mostIn30Seconds: () => most,
		/** Drops the next message. @param {string} reason */
		drop(reason) {
			dropping = reason;
		},
		/** Takes a message. @param {unknown} text @returns why the chat does not show it; undefined if it does */
		take(text) {
			if (typeof text !== "string" || text === "" || text.length > 500) return "invalid";
			const at = now().getTime();
			const recent = messages.filter((one) => at - one.at < WINDOW_MS);
			const reason = dropping ?? (recent.some((one) => one.text === text) ? "msg_duplicate" : undefined);
			dropping = undefined;
			if (reason) return reason;
			messages.push({ text, at });
			most = Math.max(most, recent.length + 1);
			return undefined;
		},
	};
}
