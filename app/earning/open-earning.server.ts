import { every } from "~/lib/every.server";
import type { SecretBox } from "~/lib/secret-box.server";
import type { Site } from "~/lib/site";
import { openChannels } from "./channel/open-channels.server";
import { createCodeCheck } from "./codes/codes.server";
import { createOverlayToken } from "./codes/overlay.server";
import { createForgottenEvents } from "./inbox/forgotten.server";
import { receiveEvent } from "./inbox/inbox.server";
import { createPeople } from "./inbox/people.server";
import type { ChatMessage, PlatformId } from "./inbox/platform-event";
import { deleteOldEarnings } from "./old-earnings.server";
import { openRules } from "./rules/rules.server";
import { createSubscriberCheck } from "./subscribers.server";
import { addTurn } from "./watch/watch.server";

type OpeningSite = Pick<
	Site,
	| "db"
	| "config"
	| "log"
	| "now"
	| "leads"
	| "bus"
	| "inLeader"
	| "announceBalance"
	| "announceNotices"
	| "wakeJobs"
>;

interface Uses {
	/** Encrypts tokens of platforms. */
	box: SecretBox;
	/** The site's key. */
	siteKey: string;
	settings: { onChange(listener: () => void): void };
	settingsSaved(): void;
	/** Called for each message in the chat of a channel; it may arrive again. */
	heard(platform: PlatformId, message: ChatMessage): void;
	/** Called when the stream of a connected channel has begun, ended or changed. */
	streamChanged(): void;
}

const HOUR_MS = 60 * 60 * 1000;

/** Opens the ways to earn points. */
export async function openEarning(opening: OpeningSite, uses: Uses) {
	const { db, log, now, leads } = opening;
	const { settingsSaved } = uses;
	const rules = await openRules({ db, now, log, settingsSaved });
	await createOverlayToken(opening);
	const forgotten = createForgottenEvents(uses.siteKey, now);
	const site = { ...opening, rulesAt: rules.rulesAt, forgotten };
	const people = createPeople(site);
	const channels = await openChannels(site, {
		...uses,
		receiveEvent: (event) => receiveEvent(site, event),
		addTurn: (turn, watchers) => addTurn(site, turn, watchers),
	});
	const endCleanup = every(
		HOUR_MS,
		"old-earnings",
		async () => (leads() ? deleteOldEarnings(db, now()) : undefined),
		log,
	);

	return {
		...rules,
		...channels,
		forgotten,
		isSubscriber: createSubscriberCheck(opening, channels.channels),
		hasCodes: createCodeCheck(opening),
		/** Links a user to the account of the claims: see {@link createPeople}. */
		linkPerson: people.link,
		async endEarning(): Promise<void> {
			await channels.endChannels();
			await endCleanup();
		},
	};
}
