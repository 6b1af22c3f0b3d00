import { download } from "./download.server";

/** A JSON value, or a list that is read batch by batch. Undefined is written as null. */
export type JsonPart = unknown | AsyncIterable<readonly unknown[]>;

/**
 * A response that streams a JSON file with one object. Its lists are written as they are read.
 * @param name the file name, ASCII.
 */
export const jsonDownload = (name: string, parts: Readonly<Record<string, JsonPart>>): Response =>
	download(name, "application/json; charset=utf-8", textOf(parts));

async function* textOf(parts: Readonly<Record<string, JsonPart>>): AsyncGenerator<string, void> {
	let before = "{";
	for (const [name, part] of Object.entries(parts)) {
		yield `${before}\n${JSON.stringify(name)}: `;
		before = ",";
		if (isList(part)) yield* listOf(part);
		else yield JSON.stringify(part ?? null, undefined, "\t");
	}
	yield `${before === "{" ? "{" : ""}\n}\n`;
}

async function* listOf(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
	yield "[";
	let before = "";
	for await (const rows of batches) {
		if (rows.length === 0) continue;
		yield before + rows.map((row) => `\n\t${JSON.stringify(row)}`).join(",");
		before = ",";
	}
	yield before ? "\n]" : "]";
}

const isList = (part: JsonPart): part is AsyncIterable<readonly unknown[]> =>
	typeof part === "object" && part !== null && Symbol.asyncIterator in part;
