/** Remix's encoding of the data that scripts read: that of turbo-stream 2, for the values that JSON has. */

/** Stand for values that JSON lacks. */
const NULL = -5;
const UNDEFINED = -7;

/**
 * Encodes the answer to a form as Remix does.
 * @returns the body of a `.data` response; undefined for a value that this cannot encode.
 */
export function encodeAnswer(answer: object): string | undefined {
	const parts: string[] = [];
	const places = new Map<unknown, number>();
	let isEncodable = true;

	/** @returns the place of the value in the list, or what stands for it. */
	function place(value: unknown): number {
		if (value === undefined) return UNDEFINED;
		if (value === null) return NULL;
		const known = places.get(value);
		if (known !== undefined) return known;
		const at = places.size;
		places.set(value, at);
		parts[at] = written(value);
		return at;
	}

	function written(value: unknown): string {
		if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
		if (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) return String(value);
		if (Array.isArray(value)) return `[${Array.from(value, place).join()}]`;
		if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
			return `{${Object.entries(value)
				.map(([name, part]) => `"_${place(name)}":${place(part)}`)
				.join()}}`;
		isEncodable = false;
		return "";
	}

	place(answer);
	return isEncodable ? `[${parts.join()}]\n` : undefined;
}
