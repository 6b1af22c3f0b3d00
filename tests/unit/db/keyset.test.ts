import { type Position, positionIn, readPage } from "db/keyset";
import { describe, expect, it } from "vitest";

const SIZE = 3;

/** Paginates an ascending list of numbers by a query string. */
function pagesOf(list: readonly number[]) {
	const find = async (position: Position | undefined, limit: number) => {
		const [key = 0] = (position?.key ?? []) as number[];
		if (position?.direction === "before")
			return list
				.filter((row) => row < key)
				.reverse()
				.slice(0, limit);
		return list.filter((row) => !position || row > key).slice(0, limit);
	};
	return (address: string) => {
		const position = positionIn(new URLSearchParams(address), ["number"]);
		return readPage({ position, size: SIZE }, find, (row) => [row]);
	};
}

/** The decoded query string of a cursor. */
const decoded = (address: string | undefined) => address && decodeURIComponent(address);

async function show(list: readonly number[], address = "") {
	const { rows, previous, next } = await pagesOf(list)(address);
	return [decoded(previous), rows, decoded(next)];
}

const NONE = undefined;
const SEVEN = [1, 2, 3, 4, 5, 6, 7];

describe("a page", () => {
	it("at the start has a link to the next page if there is one", async () => {
		expect(await show([])).toEqual([NONE, [], NONE]);
		expect(await show([1, 2])).toEqual([NONE, [1, 2], NONE]);
		expect(await show([1, 2, 3])).toEqual([NONE, [1, 2, 3], NONE]);
		expect(await show([1, 2, 3, 4])).toEqual([NONE, [1, 2, 3], "after=[3]"]);
	});

	it("in the middle is reached from both directions", async () => {
		expect(await show(SEVEN, "after=[3]")).toEqual(["before=[4]", [4, 5, 6], "after=[6]"]);
		expect(await show(SEVEN, "after=[6]")).toEqual(["before=[7]", [7], NONE]);
		expect(await show(SEVEN, "before=[7]")).toEqual(["before=[4]", [4, 5, 6], "after=[6]"]);
		expect(await show(SEVEN, "before=[4]")).toEqual([NONE, [1, 2, 3], "after=[3]"]);
	});

	it("after the last row is replaced by the first page", async () => {
		expect(await show([1, 2, 3, 4, 5, 6], "after=[6]")).toEqual([NONE, [1, 2, 3], "after=[3]"]);
		expect(await show([1, 2], "after=[3]")).toEqual([NONE, [1, 2], NONE]);
		expect(await show([], "after=[3]")).toEqual([NONE, [], NONE]);
	});

	it("before a row is the complete first page if fewer rows precede it", async () => {
		expect(await show([3, 4, 5, 6, 7], "before=[4]")).toEqual([NONE, [3, 4, 5], "after=[5]"]);
		expect(await show([4, 5, 6, 7], "before=[4]")).toEqual([NONE, [4, 5, 6], "after=[6]"]);
		expect(await show([3, 4], "before=[4]")).toEqual([NONE, [3, 4], NONE]);
		expect(await show([], "before=[4]")).toEqual([NONE, [], NONE]);
	});

	it("before a row has no link to following rows that were deleted", async () => {
		expect(await show([1, 2, 3], "before=[4]")).toEqual([NONE, [1, 2, 3], NONE]);
		expect(await show([1, 2, 3, 4, 5, 6], "before=[7]")).toEqual(["before=[4]", [4, 5, 6], NONE]);
	});
});

describe("a cursor", () => {
	it.each(["[1.5]", "[1e300]", "[9007199254740992]", '["1"]', "[null]", "[1,2]", "[]", "1", "x"])(
		"%s of a column of integers is ignored",
		(after) => {
			expect(positionIn(new URLSearchParams({ after }), ["number"])).toBeUndefined();
		},
	);

	it("with a NUL character, which PostgreSQL refuses, is ignored", () => {
		const read = (...after: unknown[]) =>
			positionIn(new URLSearchParams({ after: JSON.stringify(after) }), ["string", "number"]);
		expect(read("a\0", 1)).toBeUndefined();
		expect(read("a", 1)).toEqual({ direction: "after", key: ["a", 1] });
	});
});
