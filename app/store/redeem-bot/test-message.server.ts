import { randomUUID } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import { type Bot, deliver, type Fault } from "./delivery.server";

/**
 * Posts one message like that of a redemption, with a new id and without retries.
 * @returns why the bot did not accept it; undefined if it did.
 * @throws {DomainError} `botOff` without an address in the settings.
 */
export async function sendTestMessage(
	{ now, ...bot }: Bot & { now: () => Date },
	{ username, item }: { username: string; item: string },
): Promise<Fault | undefined> {
	if (bot.config.REDEEM_BOT_URL === undefined) throw new DomainError("botOff");
	const at = now();
	const id = randomUUID();
	const redemption = { orderId: id, username, item, at };
	const outcome = await deliver(bot, id, redemption, at, new AbortController().signal);
	return outcome?.delivered === false ? outcome.fault : undefined;
}
