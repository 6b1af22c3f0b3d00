import { describe, expect, it } from "vitest";
import { messageOf } from "~/games/crash/screen/bet/messages";
import type { CrashAnswer, Intent } from "~/games/crash/screen/page-data";
import { i18nIn } from "~/i18n/i18next.server";

const i18n = { t: i18nIn("en").t, language: "en" } as const;
const messageFor = (answer: object, intent?: Intent) => messageOf(answer as CrashAnswer, intent, i18n);
const bet = { id: "b", stake: 10, target: null, status: "cashed_out", multiplier: 235, payout: 23 };

describe("the message of an answer", () => {
	it("confirms a bet and states the payout of a cash-out", () => {
		expect(messageFor({ ok: true, did: "placed", bet })).toEqual({ text: "Bet placed!", tone: "good" });
		expect(messageFor({ ok: true, did: "cashedOut", bet })).toEqual({
			text: "Cashed out at 2.35x. Received 23 · +13",
			tone: "good",
		});
	});

	it("is the server's error message, preferring a field error", () => {
		const refused = { ok: false, code: "betAlreadyPlaced", message: "You already have a bet in this round." };
		expect(messageFor(refused, "place")).toEqual({ text: refused.message, tone: "bad" });
		const invalid = { ok: false, code: "invalidInput", fieldErrors: { stake: "At least 10." } };
		expect(messageFor(invalid, "place")?.text).toBe("At least 10.");
		expect(messageFor({ ok: false, code: "insufficientPoints" }, "place")?.text).toBe("Insufficient points");
	});

	it.each(["offline", "siteFailed"])("names the failed action without an answer: %s", (code) => {
		expect(messageFor({ ok: false, code }, "place")).toEqual({ text: "Error placing bet", tone: "bad" });
		expect(messageFor({ ok: false, code }, "cash-out")).toEqual({ text: "Error cashing out", tone: "bad" });
	});
});
