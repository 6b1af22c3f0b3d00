import fc from "fast-check";
import { expect } from "vitest";
import type { Incoming } from "~/earning/inbox/platform-event";
import { propertySeed, sized } from "../../support/test-size";

/** A type of message with its body. */
export type Sample = readonly [type: string, event: Record<string, unknown>];

/** Reads any JSON, and samples with other values in some fields: the result is a sound event or a `MalformedMessage`. */
export function expectNoWrongEvent(
	samples: readonly Sample[],
	read: (type: string, event: unknown) => Incoming | undefined,
	seed: number,
) {
	const fields = [...new Set(samples.flatMap(([, event]) => Object.keys(event)))];
	const changed = fc
		.tuple(fc.constantFrom(...samples), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()))
		.map(([[, sample], changes]): unknown => ({ ...sample, ...changes }));
	const types = fc.constantFrom(...samples.map(([type]) => type), "made.up");
	const anything = fc.oneof(fc.jsonValue() as fc.Arbitrary<unknown>, changed);
	fc.assert(
		fc.property(types, anything, (type, event) => {
			let incoming: Incoming | undefined;
			try {
				incoming = read(type, event);
			} catch (error) {
				expect((error as Error).name).toBe("MalformedMessage");
				return;
			}
			const person = incoming?.type === "chat" ? incoming.person : incoming?.event.person;
			if (person)
				expect(person).toEqual({ id: expect.stringMatching(/^\d{1,20}$/), name: expect.any(String) });
			if (incoming?.type !== "event") return;
			for (const fact of Object.values(incoming.event.facts ?? {}))
				expect(Number.isSafeInteger(fact) && fact >= 0).toBe(true);
			expect(incoming.event.happenedAt.getTime()).not.toBeNaN();
		}),
		{ numRuns: sized(500, 50_000), seed: propertySeed(seed) },
	);
}

// Headers cannot contain all characters.
const letter = fc.constantFrom(..."ABCDEFGHabcdefgh0123456789:-.Z=");

/** Checks copies of the parts of a message, each with another character in one of them. */
export const expectForEachChange = (
	parts: Record<string, string>,
	check: (changed: Record<string, string>) => Promise<void>,
	seed: number,
) =>
	fc.assert(
		fc.asyncProperty(fc.constantFrom(...Object.keys(parts)), fc.nat(), letter, async (name, place, other) => {
			const text = parts[name] ?? "";
			const at = place % text.length;
			fc.pre(text[at] !== other);
			await check({ ...parts, [name]: text.slice(0, at) + other + text.slice(at + 1) });
		}),
		{ numRuns: sized(300, 20_000), seed: propertySeed(seed) },
	);
