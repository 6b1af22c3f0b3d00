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

describe("the state of a message", () => {
	it("is displayed with the fault and the next attempt", () => {
		expect(messageText(message, t)).toEqual(["Message waiting to be sent."]);
		expect(messageText({ ...message, tries: 2, fault: "status 500", nextTryAt: "12:00" }, t)).toEqual([
			"Message waiting to be sent.",
			"The bot answered with status 500.",
			"2 attempts so far.",
			"Next attempt: 12:00.",
		]);
	});

	it("is displayed as the bot's request to wait if the bot asked for that", () => {
		const delayed = { ...message, tries: 1, fault: "status 429" };
		expect(messageText({ ...delayed, nextTryAt: "12:00" }, t)).toEqual([
			"The bot asked us to wait (status 429).",
			"1 attempt so far.",
			"Next attempt: 12:00.",
		]);
		expect(messageText({ ...delayed, state: "failed" }, t).slice(0, 2)).toEqual([
			"Message couldn't be delivered.",
			"The bot asked us to wait (status 429).",
		]);
	});
});
