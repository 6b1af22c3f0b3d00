import { describe, expect, it } from "vitest";
import { plinko } from "~/games/plinko/game.server";
import { formParser } from "../../../support/forms";
import { EACH } from "./games";

type Fields = Record<string, string | string[] | undefined>;
const ID = "4b1f4f6e-8f2e-4d53-9f0e-0d6b8c1e7a11";
const NO_NUMBERS = [undefined, "", " ", "10abc", "-1", "0", "1.5", "NaN", "Infinity", "1e3", "true", "{}"];

describe.each(EACH)("the form of %s", (_id, { schema, rules }, bet) => {
	const texts = Object.fromEntries(Object.entries(bet).map(([name, value]) => [name, String(value)]));
	const good: Fields = { intent: "play", idempotencyKey: ID, ...texts };
	const parse = formParser(schema, good);
	/** The parsed values, or the error codes by field. */
	const parsed = (change: Fields) => {
		const submission = parse(change);
		if (submission.status === "success") return submission.value;
		const errors = Object.entries(submission.error ?? {});
		return Object.fromEntries(errors.map(([field, codes]) => [field, [...new Set(codes)]]));
	};

	it("accepts every offered stake, and drops unknown fields", () => {
		for (const stake of rules.stakes) {
			const fields = { stake: String(stake), payout: "100000", outcome: "[0]" };
			expect(parsed(fields)).toEqual({ ...good, ...bet, stake });
		}
	});

	it("rejects every other stake, key and intent with its error", () => {
		for (const stake of [...NO_NUMBERS, "11", "100000", ["10", "20"]])
			expect(parsed({ stake }), String(stake)).toEqual({ stake: ["stakeNotOffered"] });
		for (const idempotencyKey of [undefined, "", "1", "not-a-uuid", `${ID}x`, ["a", "b"]])
			expect(parsed({ idempotencyKey })).toEqual({ idempotencyKey: ["pageExpired"] });
		for (const intent of [undefined, "", "pay", "PLAY", ["play", "play"]])
			expect(Object.keys(parsed({ intent }) ?? {})).toEqual(["intent"]);
	});

	it("needs no other field for a refill", () => {
		const submission = formParser(schema)({ intent: "refill" });
		expect(submission).toMatchObject({ status: "success", value: { intent: "refill" } });
	});
});

it("1 to 50 balls of Plinko are accepted, and nothing else", () => {
	const form = { intent: "play", idempotencyKey: ID, stake: "10" };
	const parse = formParser(plinko.schema, form);
	for (const balls of ["1", "50"]) expect(parse({ balls }).status).toBe("success");
	for (const balls of [...NO_NUMBERS, "51", ["5", "6"], ["5", "5"]]) {
		const { error } = parse({ balls }) as { error?: Record<string, string[]> };
		expect([...new Set(error?.balls)], String(balls)).toEqual(["ballsOutOfRange"]);
	}
});
