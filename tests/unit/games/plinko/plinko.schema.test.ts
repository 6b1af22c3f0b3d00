import { describe, expect, it } from "vitest";
import { plinkoSchema } from "~/games/plinko/engine/plinko.schema";
import { formParser } from "../../../support/forms";

type Fields = Record<string, string | string[] | undefined>;
const ID = "4b1f4f6e-8f2e-4d53-9f0e-0d6b8c1e7a11";
const good: Fields = { intent: "play", idempotencyKey: ID, stake: "10", balls: "5" };

const parse = formParser(plinkoSchema, good);

/** The parsed values, or the error codes by field. */
const parsed = (change: Fields) => {
	const submission = parse(change);
	if (submission.status === "success") return submission.value;
	const errors = Object.entries(submission.error ?? {});
	return Object.fromEntries(errors.map(([field, codes]) => [field, [...new Set(codes)]]));
};

it("every offered stake is accepted with 1 and with 50 balls, and unknown fields are dropped", () => {
	for (const stake of [10, 20, 50, 100]) {
		for (const balls of [1, 50]) {
			const fields = { stake: String(stake), balls: String(balls), payout: "100000", slots: "[0]" };
			expect(parsed(fields)).toEqual({ ...good, stake, balls });
		}
	}
});

const NO_NUMBERS = [undefined, "", " ", "10abc", "-1", "0", "1.5", "NaN", "Infinity", "1e3", "true", "{}"];
const WRONG: [string, string, (string | string[] | undefined)[]][] = [
	["balls", "ballsOutOfRange", [...NO_NUMBERS, "51", ["5", "6"], ["5", "5"]]],
	["stake", "stakeNotOffered", [...NO_NUMBERS, "11", "1000", ["10", "20"]]],
	["idempotencyKey", "pageExpired", [undefined, "", "1", "not-a-uuid", `${ID}x`, ["a", "b"]]],
];
describe.each(WRONG)("the field %s", (name, code, values) => {
	it.each(values)("of %j is rejected", (value) => {
		expect(parsed({ [name]: value })).toEqual({ [name]: [code] });
	});
});

it.each([undefined, "", "pay", "PLAY", ["play", "play"]])("the intent %j is rejected", (intent) => {
	expect(Object.keys(parsed({ intent }) ?? {})).toEqual(["intent"]);
});

it("a refill needs no other field", () => {
	expect(formParser(plinkoSchema)({ intent: "refill" })).toMatchObject({
		status: "success",
		value: { intent: "refill" },
	});
});

it.each(["__proto__", "__proto__.balls", "constructor.prototype.balls", "__proto__[balls]"])(
	"a field named %s is ignored and changes no prototype",
	(name) => {
		expect(parse({ balls: undefined, [name]: "5" }).status).toBe("error");
		expect(({} as Record<string, unknown>).balls).toBeUndefined();
	},
);
