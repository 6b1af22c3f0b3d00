/** Generated values for the fuzz tests: texts, files, and changes of a form before it is sent. */
import fc from "fast-check";
import { type FuzzedForm, filled, namesOf, type Sent } from "./fuzzed-forms";
import { FOREIGN_FIELDS, HOSTILE_FIELD_NAMES, HOSTILE_STRINGS } from "./hostile-strings";

export const texts = fc.oneof(
	{ arbitrary: fc.constantFrom(...HOSTILE_STRINGS), weight: 4 },
	{ arbitrary: fc.string({ unit: "binary", maxLength: 60 }), weight: 2 },
	{ arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }), weight: 1 },
	{ arbitrary: fc.double().map(String), weight: 1 },
	{ arbitrary: fc.bigInt().map(String), weight: 1 },
	{ arbitrary: fc.json({ maxDepth: 2 }), weight: 1 },
	{
		arbitrary: fc
			.tuple(fc.constantFrom(...HOSTILE_STRINGS), fc.integer({ min: 2, max: 30 }))
			.map(([text, times]) => text.repeat(times)),
		weight: 1,
	},
);

const FILE_NAMES = [
	...["a.png", "../../a.png", "a\0.png", "a.svg", "", 'x"; filename="y.png', "<x-run>.png"],
] as const;
const FILE_TYPES = [
	"image/png",
	"image/svg+xml",
	"text/html",
	"",
	"application/x-www-form-urlencoded",
] as const;
const FILE_BYTES = [
	Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>run()</script></svg>"),
	Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0", "latin1"),
	Buffer.from("GIF89a\xff\xff\xff\xff\x80\0\0", "latin1"),
	Buffer.from("\xff\xfeu\0s\0e\0r\0", "latin1"),
	Buffer.alloc(70_000, 65),
];
const files = fc
	.record({
		name: fc.constantFrom(...FILE_NAMES),
		type: fc.constantFrom(...FILE_TYPES),
		bytes: fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...FILE_BYTES)),
	})
	.map(({ name, type, bytes }) => new File([new Uint8Array(bytes)], name, { type }));

/** A change of a form. `at` selects a field, modulo the number of fields. */
export const changes = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("set" as const), at: fc.nat(), value: texts }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), at: fc.nat() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("repeat" as const), at: fc.nat(), value: texts }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("file" as const), at: fc.nat(), value: files }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant("rename" as const),
			at: fc.nat(),
			name: fc.oneof(fc.constantFrom(...HOSTILE_FIELD_NAMES), fc.string({ unit: "binary", maxLength: 20 })),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant("add" as const),
			field: fc.oneof(
				fc.constantFrom(...FOREIGN_FIELDS),
				fc.tuple(fc.constantFrom(...HOSTILE_FIELD_NAMES), texts),
			),
		}),
	},
);

type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

/** The fields and values of a valid submission, changed. */
export function changed(form: FuzzedForm, all: readonly Change[]): Sent {
	let sent = filled(form);
	const names = namesOf(form);
	for (const change of all) {
		const name = "at" in change ? (names[change.at % Math.max(1, names.length)] ?? "x") : "";
		const others = sent.filter(([other]) => other !== name);
		switch (change.kind) {
			case "set":
			case "file":
				sent = [...others, [name, change.value]];
				break;
			case "repeat":
				sent = [...sent, [name, change.value], [name, change.value]];
				break;
			case "drop":
				sent = others;
				break;
			case "rename":
				sent = sent.map(([other, value]) => [other === name ? change.name : other, value]);
				break;
			case "add":
				sent = [...sent, [change.field[0], change.field[1]]];
		}
	}
	return sent;
}
