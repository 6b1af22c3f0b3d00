import { describe, expect, it } from "vitest";
import { i18nIn } from "~/i18n/i18next.server";
import { messageText } from "~/store/orders/order-messages";

const { t } = i18nIn("en");
const message = {
	state: "pending",
	tries: 0,
	fault: null,
	nextTryAt: undefined,
	deliveredAt: undefined,
} as const;

describe("what became of a message", () => {
	it("begins with its state, then the fault and the next attempt", () => {
		expect(messageText(message, t)).toEqual(["Waiting to be sent."]);
		expect(messageText({ ...message, tries: 2, fault: "status 500", nextTryAt: "12:00" }, t)).toEqual([
			"Waiting to be sent.",
			"The bot answered with status 500.",
			"2 tries so far.",
			"Next try: 12:00.",
		]);
	});

	it("begins with the bot's request to wait, when that is why it waits", () => {
		const asked = { ...message, tries: 1, fault: "status 429" };
		expect(messageText({ ...asked, nextTryAt: "12:00" }, t)).toEqual([
			"The bot asked us to wait (status 429).",
			"1 try so far.",
			"Next try: 12:00.",
		]);
		expect(messageText({ ...asked, state: "failed" }, t).slice(0, 2)).toEqual([
			"Given up.",
			"The bot asked us to wait (status 429).",
		]);
	});
});
