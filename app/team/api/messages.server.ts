/** Messages about announcements to a receiver of webhooks and to a Discord channel, by jobs. */
import { createHash } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import type { Outlet, StoredAnnouncement } from "~/announcements/announce.server";
import type { Language } from "~/i18n/languages";
import { defineJob, type Failure, WAITS_MS } from "~/jobs/job";
import { findFailedJobs, reviveJobs, withdrawJob } from "~/jobs/jobs.queries.server";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { postMessage } from "~/store/redeem-bot/delivery.server";
import { signatureHeaders } from "~/store/redeem-bot/signature.server";
import { describeAnnouncement } from "../describe-announcement.server";
import { eventOf, type ProgramEvent } from "./events.server";

type MessageSite = Pick<Site, "db" | "config" | "fetchers" | "log" | "now">;

type Post = Parameters<typeof postMessage>[1];

interface Declaration {
	kind: string;
	address: "WEBHOOK_URL" | "DISCORD_URL";
	types: "WEBHOOK_TYPES" | "DISCORD_TYPES";
	/** @returns undefined if there is nothing to say. */
	write(
		config: Site["config"],
		url: string,
		event: Omit<ProgramEvent, "type"> & { type: string },
		at: Date,
	): Post | undefined;
}

/** What is known about a receiver that has not accepted its last message. */
interface Trouble {
	/** SHA-256: another address is another receiver. */
	address: string;
	since: string;
	/** Nothing is sent until an admin's test is accepted. */
	isOff: boolean;
}

const HOUR_MS = 60 * 60 * 1000;
/** Together with the first ones about three days. */
const WAITS = [...WAITS_MS, 14 * HOUR_MS, 20 * HOUR_MS, 24 * HOUR_MS];
/** ms after which a receiver that has accepted nothing is switched off. */
const OFF_AFTER_MS = 72 * HOUR_MS;
const TIMEOUT_MS = 15_000;
const GONE = ["status 404", "status 410"];

const addressHash = (address: string) => createHash("sha256").update(address).digest("hex");

function defineMessages({ kind, address: addressName, types, write }: Declaration) {
	const setting = `messages.${kind}`;

	async function findTrouble(from: Db | Trx, address: string): Promise<Trouble | undefined> {
		const trouble = (await findSettings(from, [setting]))[setting] as Trouble | null | undefined;
		return trouble?.address === addressHash(address) ? trouble : undefined;
	}

	/** Notes whether the receiver has accepted a message. @returns whether it is off by now. */
	async function note({ db }: Pick<Site, "db">, address: string, failure: Failure | undefined, at: Date) {
		const before = await findTrouble(db, address);
		const since = before?.since ?? at.toISOString();
		const isOff =
			failure !== undefined &&
			(GONE.includes(failure.fault) || at.getTime() - Date.parse(since) >= OFF_AFTER_MS);
		if (failure ? before && before.isOff === isOff : !before) return false;
		const trouble: Trouble | null = failure ? { address: addressHash(address), since, isOff } : null;
		await transact(db, (trx) => saveSettings(trx, { [setting]: trouble }, at.toISOString()));
		return isOff;
	}

	const job = defineJob({
		kind,
		body: z.custom<StoredAnnouncement>(),
		waits: WAITS,
		// Without an address nobody waits for a message: the next address is that of another receiver.
		receiver: ({ config }: MessageSite) => config[addressName] ?? "",
		async send(site: MessageSite, announcement, { at, signal }): Promise<Failure | undefined> {
			const url = site.config[addressName];
			if (url === undefined) return undefined;
			if ((await findTrouble(site.db, url))?.isOff) return { fault: "off", isFinal: true };
			const post = write(site.config, url, await eventOf(site, announcement), at);
			if (!post) return undefined;
			const failure = await postMessage(site.fetchers.receivers, post, { at, signal }, TIMEOUT_MS);
			const isOff = await note(site, url, failure, at);
			if (isOff) site.log.error({ event: "receiver-off", kind, fault: failure?.fault });
			return failure && { ...failure, isFinal: isOff || failure.isFinal === true };
		},
	});

	const outlet: Outlet<Pick<Site, "config">> = {
		adds: job,
		wants: ({ config }, { type }) => Boolean(config[addressName]) && config[types].includes(type),
		async pass({ config }, trx, announcement) {
			if ((await findTrouble(trx, config[addressName] ?? ""))?.isOff) return;
			const reference = String(announcement.id);
			await addJob(trx, job, { reference, body: announcement, at: new Date(announcement.at) });
		},
	};

	return { kind, address: addressName, write, note, job, outlet };
}

/** Signed by Standard Webhooks: https://www.standardwebhooks.com */
export const webhookMessages = defineMessages({
	...{ kind: "webhook", address: "WEBHOOK_URL", types: "WEBHOOK_TYPES" },
	write({ WEBHOOK_SECRET, WEBHOOK_PREVIOUS_SECRET }, url, event, at) {
		const body = JSON.stringify(event);
		const secrets = [WEBHOOK_SECRET ?? [], WEBHOOK_PREVIOUS_SECRET ?? []].flat();
		return { url, body, headers: signatureHeaders(secrets, { id: `evt_${event.id}`, body }, at) };
	},
});

/** Of a Discord message. */
const MAX_LENGTH = 2000;

export const discordMessages = defineMessages({
	...{ kind: "discord", address: "DISCORD_URL", types: "DISCORD_TYPES" },
	write({ DISCORD_LANGUAGE }, url, { data }) {
		const title = (data.title as Record<string, string> | undefined)?.[DISCORD_LANGUAGE];
		if (title === undefined) return undefined;
		// A name may not format the text or hide an address behind a link.
		const text = title.replace(/[\\*_~`|>#[\]()<:@]/g, "\\$&").slice(0, MAX_LENGTH / 2);
		const body = JSON.stringify({ content: `${text}\n${data.url}`, allowed_mentions: { parse: [] } });
		const address = new URL(url);
		// Without it, Discord answers before it has stored the message.
		address.searchParams.set("wait", "true");
		return { url: address.href, body };
	},
});

/** Failed messages that an admin sees at once. */
const MAX_LISTED = 50;

/** The newest messages that a receiver has not accepted, as its admin reads them. */
export const listFailed = async (
	site: MessageSite,
	{ job }: typeof webhookMessages,
	language: Language,
): Promise<{ reference: string; title: string; at: string; fault: string }[]> =>
	Promise.all(
		(await findFailedJobs(site.db, job.kind, MAX_LISTED)).map(async ({ reference, fault, body }) => {
			const announcement = JSON.parse(body) as StoredAnnouncement;
			const described = await describeAnnouncement(site, announcement, language);
			const { type, at } = announcement;
			return { reference, title: described?.title ?? type, at, fault: fault ?? "" };
		}),
	);

/**
 * Sends a test. Once the receiver accepts it, the receiver is on, and of the messages that had failed the chosen ones are sent
 * again and the others dropped.
 * @param failed the references of those from which the admin has chosen; others stay as they are.
 * @returns why it was not accepted, or how many are sent again.
 */
export async function tryMessages(
	site: MessageSite & Pick<Site, "wakeJobs" | "adminCountsChanged">,
	{ address, write, note, job }: typeof webhookMessages,
	{ text, failed, again }: { text: string; failed: readonly string[]; again: readonly string[] },
): Promise<{ fault?: string; revived: number }> {
	const at = site.now();
	const url = site.config[address] ?? "";
	const data = { title: { pt: text, en: text }, url: site.config.APP_ORIGIN };
	const post = write(
		site.config,
		url,
		{ id: at.getTime(), type: "test", timestamp: at.toISOString(), data },
		at,
	);
	if (!post) return { revived: 0 };
	const { signal } = new AbortController();
	const failure = await postMessage(site.fetchers.receivers, post, { at, signal });
	if (failure) return { fault: failure.fault, revived: 0 };
	await note(site, url, undefined, at);
	const revived = await transact(site.db, async (trx) => {
		let count = 0;
		for (const reference of failed.slice(0, MAX_LISTED))
			if (again.includes(reference)) count += await reviveJobs(trx, job.kind, at.toISOString(), reference);
			else await withdrawJob(trx, job.kind, reference);
		return count;
	});
	site.adminCountsChanged();
	site.wakeJobs(job);
	return { revived };
}
