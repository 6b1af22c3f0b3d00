import { describe, expect, it } from "vitest";
import { messageOf } from "~/games/crash/screen/bet/answer-messages";
import type { CrashAnswer, Intent } from "~/games/crash/screen/page-data";
import { i18nIn } from "~/i18n/i18next.server";

const words = { t: i18nIn("en").t, language: "en" } as const;
const say = (answer: object, intent?: Intent) => messageOf(answer as CrashAnswer, intent, words);
const bet = { id: "b", stake: 10, target: null, status: "cashed_out", multiplier: 235, payout: 23 };

describe("an answer says", () => {
	it("that a bet is placed, and what a cash-out paid", () => {
		expect(say({ ok: true, did: "placed", bet })).toEqual({ text: "Bet placed!", tone: "good" });
		expect(say({ ok: true, did: "cashedOut", bet })).toEqual({
			text: "Cashed out at 2.35x: 23 points!",
			tone: "good",
		});
	});

	it("what the server said of a refusal, the fault of a field before all", () => {
		const refused = { ok: false, code: "betAlreadyPlaced", message: "You already have a bet in this round." };
		expect(say(refused, "place")).toEqual({ text: refused.message, tone: "bad" });
		const invalid = { ok: false, code: "invalidInput", fieldErrors: { stake: "At least 10." } };
		expect(say(invalid, "place")?.text).toBe("At least 10.");
		expect(say({ ok: false, code: "insufficientPoints" }, "place")?.text).toBe("Insufficient points");
	});

	it.each(["offline", "siteFailed"])("what failed, when there was no answer: %s", (code) => {
		expect(say({ ok: false, code }, "place")).toEqual({ text: "Error placing bet", tone: "bad" });
		expect(say({ ok: false, code }, "cash-out")).toEqual({ text: "Error cashing out", tone: "bad" });
	});
});
