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

const parsed = (change: Fields) => {
	const submission = parse({ ...good, ...change });
	if (submission.status === "success") return submission.value;
	const errors = Object.entries(submission.error ?? {});
	return Object.fromEntries(errors.map(([field, codes]) => [field, [...new Set(codes)]]));
};

it("every offered stake is accepted with 1 and with 50 balls", () => {
	for (const stake of [10, 20, 50, 100]) {
		for (const balls of [1, 50]) {
			expect(parsed({ stake: String(stake), balls: String(balls) })).toEqual({ ...good, stake, balls });
		}
	}
});

describe("a number of balls", () => {
	it.each(["0", "51", "-1", "1.5", "10abc", "", " ", "NaN", "Infinity", "1e3", "true", "null", "{}"])(
		"of %j is rejected",
		(balls) => expect(parsed({ balls })).toEqual({ balls: ["ballsOutOfRange"] }),
	);

	it.each([undefined, ["5", "6"], ["5", "5"]])("given as %j is rejected", (balls) =>
		expect(parsed({ balls })).toEqual({ balls: ["ballsOutOfRange"] }),
	);
});

describe("a stake", () => {
	it.each(["11", "0", "-10", "10.5", "1000", "10abc", "", "Infinity", "ten"])("of %j is rejected", (stake) =>
		expect(parsed({ stake })).toEqual({ stake: ["stakeNotOffered"] }),
	);

	it.each([undefined, ["10", "20"]])("given as %j is rejected", (stake) =>
		expect(parsed({ stake })).toEqual({ stake: ["stakeNotOffered"] }),
	);
});

describe("an idempotency key", () => {
	it.each([undefined, "", "1", "not-a-uuid", `${good.idempotencyKey}x`, ["a", "b"]])(
		"of %j is rejected",
		(idempotencyKey) => expect(parsed({ idempotencyKey })).toEqual({ idempotencyKey: ["pageExpired"] }),
	);
});

it.each([undefined, "", "pay", "PLAY", ["play", "play"]])("the intent %j is rejected", (intent) => {
	expect(Object.keys(parsed({ intent }) ?? {})).toEqual(["intent"]);
});

it("a refill needs no other field", () => {
	expect(parse({ intent: "refill" })).toMatchObject({ status: "success", value: { intent: "refill" } });
});

it.each(["__proto__", "__proto__.balls", "constructor.prototype.balls", "__proto__[balls]"])(
	"a field named %s is ignored and changes no prototype",
	(name) => {
		const submission = parse({ ...good, balls: undefined, [name]: "5" });
		expect(submission.status).toBe("error");
		expect(({} as Record<string, unknown>).balls).toBeUndefined();
	},
);

it("unknown fields are dropped", () => {
	expect(parsed({ payout: "100000", slots: "[0]", userId: "bruno" })).toEqual({
		...good,
		stake: 10,
		balls: 5,
	});
});
