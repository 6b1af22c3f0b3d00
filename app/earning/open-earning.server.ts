import type { Db } from "db/database";
import type { Bus } from "db/engine";
import { transact } from "db/transact";
import type { Config } from "~/lib/config.server";
import { every } from "~/lib/jobs.server";
import type { SecretBox } from "~/lib/secret-box.server";
import { startWorker } from "~/lib/worker.server";
import { inAllProcesses } from "~/live/all-processes.server";
import type { AnnounceNotices } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { openChannels } from "./channel/open-channels.server";
import { openCodeOverlay } from "./codes/overlay.server";
import { retryEvents } from "./inbox/events.queries.server";
import { createForgottenEvents } from "./inbox/forgotten.server";
import { decideGift, type GiftDecision } from "./inbox/held-gifts.server";
import { createInbox } from "./inbox/inbox.server";
import { createPeople } from "./inbox/people.server";
import { deleteOldEarnings } from "./old-earnings.server";
import { openRules } from "./rules/rules.server";
import { createWatch } from "./watch/watch.server";

interface Tools {
	db: Db;
	config: Config;
	log: Log;
	now: () => Date;
	announceBalance(userId: string): void;
	announceNotices: AnnounceNotices;
	adminCountsChanged(): void;
	/** Encrypts tokens of platforms. */
	box: SecretBox;
	/** The site's key. */
	siteKey: string;
	settings: { onChange(listener: () => void): void };
	settingsSaved(): void;
	bus: Bus;
	/** Whether this process leads. Only the leader connects to the platforms and credits what is due. */
	leads(): boolean;
	/** Called when the stream of a connected channel has begun, ended or changed. */
	streamChanged(): void;
}

/** Maximum ms between two steps of a worker. */
const POLL_MS = 30_000;
const HOUR_MS = 60 * 60 * 1000;

/** Opens the ways to earn points, and starts the workers that credit them. */
export async function openEarning(tools: Tools) {
	const { db, log, now, bus, leads } = tools;
	const rules = await openRules(tools);
	const overlay = await openCodeOverlay(tools);
	const forgotten = createForgottenEvents(tools.siteKey, now);
	const inbox = createInbox({ ...tools, forgotten, rulesAt: rules.rulesAt, wake: () => wakeInbox() });
	const watch = createWatch({ ...tools, rulesAt: rules.rulesAt, wake: () => wakeWatch() });
	const inboxWorker = startWorker({
		step: async () => (leads() ? inbox.handleDue() : Number.POSITIVE_INFINITY),
		pollMs: POLL_MS,
		onError: (error) => log.error({ event: "platform-inbox-failed", err: error }),
	});
	const watchWorker = startWorker({
		step: async () => (leads() ? watch.handleDue() : Number.POSITIVE_INFINITY),
		pollMs: POLL_MS,
		onError: (error) => log.error({ event: "watch-turn-failed", err: error }),
	});
	const wakeInbox = inAllProcesses(bus, "earning-inbox", inboxWorker.wake);
	const wakeWatch = inAllProcesses(bus, "earning-watch", watchWorker.wake);
	const wake = () => {
		wakeInbox();
		wakeWatch();
	};
	const people = createPeople({ ...tools, wake });

	const channels = await openChannels({ ...tools, inbox, watch });
	const endCleanup = every(
		HOUR_MS,
		"old-earnings",
		async () => (leads() ? deleteOldEarnings(db, now()) : undefined),
		log,
	);

	return {
		...rules,
		...overlay,
		...channels,
		/** Links a user to the account of the claims: see {@link createPeople}. */
		linkPerson: people.link,
		/** Pays an announced gift now or never: see {@link decideGift}. */
		decideGift: (adminId: string, id: number, decision: GiftDecision): Promise<void> =>
			decideGift({ db, now, log, wake: wakeInbox }, adminId, id, decision),
		/** Makes the events that could not be handled due again. */
		async retryEvents(): Promise<void> {
			await transact(db, (trx) => retryEvents(trx, now().toISOString()));
			tools.adminCountsChanged();
			wakeInbox();
		},
		/**
		 * Connects to the platforms and credits what is due. Call it when this process begins to lead. Resolves once the
		 * platforms have been asked for the state of their streams. Never rejects.
		 */
		startEarning(): Promise<void> {
			wake();
			return channels.connectChannels();
		},
		async endEarning(): Promise<void> {
			await channels.endChannels();
			await Promise.all([inboxWorker.end(), watchWorker.end(), endCleanup()]);
		},
	};
}
