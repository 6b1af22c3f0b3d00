import { parseWithZod } from "@conform-to/zod";
import { describe, expect, it } from "vitest";
import { plinkoSchema } from "~/games/plinko/engine/plinko.schema";

const good = {
	intent: "play",
	idempotencyKey: "4b1f4f6e-8f2e-4d53-9f0e-0d6b8c1e7a11",
	stake: "10",
	balls: "5",
};

type Fields = Record<string, string | string[] | undefined>;

function parse(fields: Fields) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		for (const one of [value ?? []].flat()) form.append(name, one);
	}
	return parseWithZod(form, { schema: plinkoSchema });
}

const faults = (change: Fields) => {
	const submission = parse({ ...good, ...change });
	if (submission.status === "success") return submission.value;
	const errors = Object.entries(submission.error ?? {});
	return Object.fromEntries(errors.map(([field, codes]) => [field, [...new Set(codes)]]));
};

it("takes every stake on offer with 1 and with 50 balls", () => {
	for (const stake of [10, 20, 50, 100]) {
		for (const balls of [1, 50]) {
			expect(faults({ stake: String(stake), balls: String(balls) })).toEqual({ ...good, stake, balls });
		}
	}
});

describe("a number of balls", () => {
	it.each(["0", "51", "-1", "1.5", "10abc", "", " ", "NaN", "Infinity", "1e3", "true", "null", "{}"])(
		"of %j is refused",
		(balls) => expect(faults({ balls })).toEqual({ balls: ["ballsOutOfRange"] }),
	);

	it.each([undefined, ["5", "6"], ["5", "5"]])("given as %j is refused", (balls) =>
		expect(faults({ balls })).toEqual({ balls: ["ballsOutOfRange"] }),
	);
});

describe("a stake", () => {
	it.each(["11", "0", "-10", "10.5", "1000", "10abc", "", "Infinity", "ten"])("of %j is refused", (stake) =>
		expect(faults({ stake })).toEqual({ stake: ["stakeNotOffered"] }),
	);

	it.each([undefined, ["10", "20"]])("given as %j is refused", (stake) =>
		expect(faults({ stake })).toEqual({ stake: ["stakeNotOffered"] }),
	);
});

describe("a request id", () => {
	it.each([undefined, "", "1", "not-a-uuid", `${good.idempotencyKey}x`, ["a", "b"]])(
		"of %j is refused",
		(idempotencyKey) => expect(faults({ idempotencyKey })).toEqual({ idempotencyKey: ["requestIdMissing"] }),
	);
});

it.each([undefined, "", "pay", "PLAY", ["play", "play"]])("refuses the intent %j", (intent) => {
	expect(Object.keys(faults({ intent }) ?? {})).toEqual(["intent"]);
});

it("refills without any other field", () => {
	expect(parse({ intent: "refill" })).toMatchObject({ status: "success", value: { intent: "refill" } });
});

it.each(["__proto__", "__proto__.balls", "constructor.prototype.balls", "__proto__[balls]"])(
	"neither takes %s for a field nor lets it touch other objects",
	(name) => {
		const submission = parse({ ...good, balls: undefined, [name]: "5" });
		expect(submission.status).toBe("error");
		expect(({} as Record<string, unknown>).balls).toBeUndefined();
	},
);

it("drops fields that nobody asked for", () => {
	expect(faults({ payout: "100000", slots: "[0]", userId: "bruno" })).toEqual({
		...good,
		stake: 10,
		balls: 5,
	});
});
