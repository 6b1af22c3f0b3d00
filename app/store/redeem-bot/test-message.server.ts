import { randomUUID } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import type { OutgoingFetch } from "~/http/outgoing-fetch.server";
import type { Config } from "~/lib/config.server";
import { deliver, type Fault } from "./delivery.server";
import { bodyOf } from "./message";

interface Tools {
	config: Pick<Config, "REDEEM_BOT_URL" | "REDEEM_BOT_SECRET" | "REDEEM_BOT_FORMAT">;
	fetcher: OutgoingFetch;
	now: () => Date;
}

const TIMEOUT_MS = 10_000;

/**
 * Posts one message like that of a redemption, with a new id and without retries.
 * @returns why the bot did not accept it; undefined if it did.
 * @throws {DomainError} `botOff` without an address in the settings.
 */
export async function sendTestMessage(
	{ config, fetcher, now }: Tools,
	{ username, item }: { username: string; item: string },
): Promise<Fault | undefined> {
	const { REDEEM_BOT_URL: url, REDEEM_BOT_SECRET: secret, REDEEM_BOT_FORMAT: format } = config;
	if (url === undefined) throw new DomainError("botOff");
	const at = now();
	const id = randomUUID();
	const message = { id, body: bodyOf({ orderId: id, username, item, at }, format) };
	const bot = { url, secret, timeoutMs: TIMEOUT_MS, fetcher };
	const outcome = await deliver(bot, message, at, new AbortController().signal);
	return outcome?.delivered === false ? outcome.fault : undefined;
}
