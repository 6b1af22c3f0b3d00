/** Messages in the payloads of NOTIFY. A payload has at most 7,999 bytes, and the server may drop a duplicate payload. */

const PART_LENGTH = 7900;

let count = 0;

/** Splits a message into payloads, in order. Its JSON is ASCII, so that a character is a byte. */
export function partsOf(sender: string, content: unknown): string[] {
	const text = JSON.stringify(content).replace(
		/[\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
	const parts: string[] = [];
	for (let start = 0; start < text.length; start += PART_LENGTH) {
		const isLast = start + PART_LENGTH >= text.length;
		count += 1;
		parts.push(`${sender} ${count} ${isLast ? "." : "+"} ${text.slice(start, start + PART_LENGTH)}`);
	}
	return parts;
}

export interface Received {
	sender: string;
	content: unknown;
}

/** @returns a function that takes each payload as it arrives, and returns a message with the last payload of the message. */
export function assembler(): (payload: string) => Received | undefined {
	const begun = new Map<string, string>();
	return (payload) => {
		const [, sender = "", more, text = ""] = /^(\S+) \d+ ([+.]) (.*)$/s.exec(payload) ?? [];
		const whole = (begun.get(sender) ?? "") + text;
		if (more === "+") {
			begun.set(sender, whole);
			return undefined;
		}
		begun.delete(sender);
		return more === "." ? { sender, content: JSON.parse(whole) as unknown } : undefined;
	};
}
