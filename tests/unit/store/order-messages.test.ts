import { describe, expect, it } from "vitest";
import { i18nIn } from "~/i18n/i18next.server";
import { messageInWords } from "~/store/orders/order-messages";

const { t } = i18nIn("en");
const message = {
	state: "pending",
	tries: 0,
	fault: null,
	nextTryAt: undefined,
	deliveredAt: undefined,
} as const;

describe("what became of a message", () => {
	it("begins with its state, then says what went wrong and what comes next", () => {
		expect(messageInWords(message, t)).toEqual(["Waiting to be sent."]);
		expect(messageInWords({ ...message, tries: 2, fault: "status 500", nextTryAt: "12:00" }, t)).toEqual([
			"Waiting to be sent.",
			"The bot answered with status 500.",
			"2 tries so far.",
			"Next try: 12:00.",
		]);
	});

	it("says first that the bot asked to wait, when that is what it waits for", () => {
		const asked = { ...message, tries: 1, fault: "status 429" };
		expect(messageInWords({ ...asked, nextTryAt: "12:00" }, t)).toEqual([
			"The bot asked us to wait (status 429).",
			"1 try so far.",
			"Next try: 12:00.",
		]);
		expect(messageInWords({ ...asked, state: "failed" }, t).slice(0, 2)).toEqual([
			"Given up.",
			"The bot asked us to wait (status 429).",
		]);
	});
});
