import { constants, crc32, deflateRawSync } from "node:zlib";

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** A last block with nothing in it. */
const END = Buffer.from([0x03, 0x00]);
const MOST_IN_HOLE = 0xffff;

interface Piece {
	raw: Buffer;
	/** Whole blocks of deflate that refer to nothing before them and end at a byte. */
	deflated: Buffer;
}

/**
 * A page compressed once for all who ask for it, but for a few values that each answer has its own of: between its
 * pieces these go in as they are, which gzip allows. Compressing it anew would cost more than all else together.
 */
export function packPage(html: string, values: Readonly<Record<string, string>>) {
	const names = Object.keys(values);
	const places = names
		.flatMap((name) => placesOf(html, values[name] ?? "").map((at) => ({ name, at })))
		.sort((one, other) => one.at - other.at);
	const pieces: Piece[] = [];
	let from = 0;
	for (const { name, at } of places) {
		pieces.push(deflated(html.slice(from, at)));
		from = at + (values[name] ?? "").length;
	}
	const last = deflated(html.slice(from));

	return {
		bytes: [...pieces, last].reduce((sum, { raw, deflated }) => sum + raw.length + deflated.length, 0),
		/** @returns the page in gzip, with these values in the places of those that it was made with. */
		withValues(own: Readonly<Record<string, string>>): Buffer {
			const parts: Buffer[] = [HEAD];
			let check = 0;
			let length = 0;
			const add = (raw: Buffer, ...blocks: Buffer[]) => {
				parts.push(...blocks);
				// Of nothing, Node's forgets what came before.
				if (raw.length > 0) check = crc32(raw, check);
				length += raw.length;
			};
			places.forEach(({ name }, place) => {
				const { raw, deflated } = pieces[place] as Piece;
				add(raw, deflated);
				const value = Buffer.from(own[name] ?? "");
				add(value, storedHead(value.length), value);
			});
			add(last.raw, last.deflated);
			const tail = Buffer.alloc(8);
			tail.writeUInt32LE(check, 0);
			tail.writeUInt32LE(length % 2 ** 32, 4);
			return Buffer.concat([...parts, END, tail]);
		},
	};
}

export type PackedPage = ReturnType<typeof packPage>;

function placesOf(text: string, value: string): number[] {
	const places: number[] = [];
	if (value === "") return places;
	for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) places.push(at);
	return places;
}

function deflated(text: string): Piece {
	const raw = Buffer.from(text);
	return { raw, deflated: deflateRawSync(raw, { finishFlush: constants.Z_FULL_FLUSH }) };
}

/** The head of a block that is not compressed. */
function storedHead(length: number): Buffer {
	if (length > MOST_IN_HOLE) throw new RangeError("a value is too long for one block");
	const head = Buffer.alloc(5);
	head.writeUInt16LE(length, 1);
	head.writeUInt16LE(length ^ 0xffff, 3);
	return head;
}
