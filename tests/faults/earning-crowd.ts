import { setTimeout as sleep } from "node:timers/promises";
import { strangers } from "../../demo/platform-people.mjs";
import { kickEvents, twitchEvents } from "../../demo/twitch-events.mjs";
import { pickFrom, type Random } from "../support/random";
import type { Site } from "../support/site/site";
import { Account, type Happening, type Platform } from "./earning-model";
import { Clients } from "./load";

const DAY_MS = 24 * 60 * 60 * 1000;
const TURN_MS = 5 * 60 * 1000;
const MAX_WAIT_MS = 25;
const REPEATED_OF = 40;
/** A message that is older is refused by the site: Twitch's may be 10 minutes old. */
const MAX_REPEAT_AGE_MS = 4 * 60 * 1000;

/** What can happen on a platform. */
interface Shape {
	kind: string;
	facts?: Record<string, number>;
	/** Type and body of the message. */
	message: unknown;
	at?: Date;
	/** Nobody knows whose it is. */
	isAnonymous?: boolean;
	/** It happens once per person. */
	isOnce?: boolean;
	/** Whether the same may arrive under another message id. */
	hasKey?: boolean;
}

/** What chance has chosen for something that happens. */
interface Luck {
	name: string;
	tier: number;
	count: number;
	months: number;
	/** Different each time. */
	number: number;
	/** Of the message, of something that may have happened a day ago, and of something on Kick. */
	sentAt: Date;
	lateAt: Date;
	ownAt: Date;
}

/** One kind for each way in which the site tells a repeated event from a new one. */
const ON_TWITCH: readonly ((luck: Luck) => Shape)[] = [
	({ name, lateAt: at }) => ({ kind: "follow", message: twitchEvents.follow(name, at), at, isOnce: true }),
	({ name, tier }) => ({
		...{ kind: "subscription", facts: { tier }, isOnce: true },
		message: twitchEvents.subscription(name, { tier }),
	}),
	// The number of all gifts so far is part of the event, so that it is unique.
	({ name, tier, count, number }) => ({
		...{ kind: "gift", facts: { tier, count } },
		message: twitchEvents.gift(name, count, number, tier),
	}),
	({ tier, count }) => ({
		...{ kind: "gift", facts: { tier, count }, hasKey: false, isAnonymous: true },
		message: twitchEvents.gift(null, count, null, tier),
	}),
	({ name, months }) => ({
		...{ kind: "resubscription", facts: { tier: 1, months }, isOnce: true },
		message: twitchEvents.resubscription(name, months),
	}),
	({ name, months }) => ({
		...{ kind: "cheer", facts: { bits: 50 * months }, hasKey: false },
		message: twitchEvents.cheer(name, 50 * months),
	}),
];

const ON_KICK: readonly ((luck: Luck) => Shape)[] = [
	({ name }) => ({ kind: "follow", message: kickEvents.follow(name), isOnce: true }),
	({ name, months, ownAt }) => ({
		...{ kind: "resubscription", facts: { tier: 1, months } },
		message: kickEvents.resubscription(name, months, ownAt),
	}),
	({ name, count, number, ownAt: at }) => ({
		...{ kind: "gift", facts: { tier: 1, count }, at, isAnonymous: number % 3 === 0 },
		message: kickEvents.gift(number % 3 === 0 ? null : name, strangers(count), at),
	}),
];

/** What the platforms have announced. */
export interface Announced extends Happening {
	platform: Platform;
	account: Account | undefined;
	messageId: string;
	message: unknown;
	/** When the messages were sent first. */
	sentAt: Date;
	hasKey: boolean;
	/** Whether a message was answered with success. */
	isAnswered: boolean;
	pending: number;
}

/** People who do things on Twitch and Kick at random, whose messages are sent until they are answered with success. */
export class StreamCrowd extends Clients {
	readonly announced: Announced[] = [];
	/** Names about whom nothing is announced at the moment. */
	readonly resting = new Set<string>();
	private readonly accounts = new Map<string, Account>();
	private readonly startedAt = toSecond(Date.now());
	private count = 0;
	private readonly pending = new Set<Promise<void>>();

	constructor(
		private readonly site: Site,
		private readonly names: readonly string[],
		private readonly random: Random,
	) {
		super();
	}

	account(platform: Platform, name: string): Account {
		const key = `${platform} ${name}`;
		const account = this.accounts.get(key) ?? new Account(platform, name);
		this.accounts.set(key, account);
		return account;
	}

	get allAccounts(): readonly Account[] {
		return [...this.accounts.values()];
	}

	get answeredCount(): number {
		return this.announced.filter(({ isAnswered }) => isAnswered).length;
	}

	start(): void {
		this.isStopped = false;
		this.running = [
			this.keepActing("the stream", async () => {
				if (this.random() < 0.3) this.repeat();
				else this.announce();
				await sleep(this.random() * MAX_WAIT_MS);
			}),
		];
	}

	/** Waits until every announced message, of one person or of all, was answered. */
	async answered(name?: string): Promise<void> {
		const isOpen = ({ pending, account }: Announced) => pending > 0 && (!name || account?.name === name);
		while (this.announced.some(isOpen)) await sleep(20);
		if (!name) await Promise.all(this.pending);
	}

	/** People write in the chat of both platforms. */
	async chat(names: readonly string[]): Promise<void> {
		await Promise.all(
			names.flatMap((name) => [
				this.emit("twitch", twitchEvents.chat(name, "Olá!")),
				this.emit("kick", kickEvents.chat(name, "Olá!", new Date())),
			]),
		);
	}

	/** The stream has run for a number of turns. Its chat never changes. */
	showTurn(turn: number, chatters: readonly string[]): void {
		const { channel, broadcaster } = this.site.platforms;
		const startedAt = new Date(Date.now() - turn * TURN_MS - 1000);
		channel.chatters = [...chatters];
		channel.stream = {
			...{ id: "1", user_id: broadcaster.id, user_login: broadcaster.login, user_name: broadcaster.name },
			...{ game_name: "Slots", type: "live", title: "Bonus hunt", viewer_count: chatters.length },
			...{ started_at: startedAt.toISOString().replace(/\.\d+Z/, "Z"), language: "pt" },
		};
		this.track(this.emit("twitch", twitchEvents.online("1", startedAt)));
		this.track(this.emit("kick", kickEvents.stream("Bonus hunt", startedAt, null)));
	}

	/**
	 * Repeats a message, or its event in another message. After an erasure only the message is repeated, because some events
	 * in another message are recognised by the stored event alone.
	 */
	private repeat() {
		const again = this.announced.slice(-REPEATED_OF).filter(({ account, sentAt }) => {
			const isRecent = Date.now() - sentAt.getTime() < MAX_REPEAT_AGE_MS;
			return isRecent && !this.resting.has(account?.name ?? "");
		});
		if (again.length === 0) return;
		const event = pickFrom(again, this.random);
		const isForgotten = event.account?.forgotten.includes(event);
		const isOther = event.hasKey && !isForgotten && this.random() < 0.5;
		this.send(event, { messageId: isOther ? crypto.randomUUID() : event.messageId });
	}

	/** Something new happens, unless the person has done it before. */
	private announce() {
		const { random } = this;
		const platform: Platform = random() < 0.6 ? "twitch" : "kick";
		const awake = this.names.filter((name) => !this.resting.has(name));
		const account = this.account(platform, pickFrom(awake, random));
		const number = ++this.count;
		const late = random() < 0.2 ? DAY_MS : 0;
		const sentAt = platform === "twitch" ? new Date() : new Date(toSecond(Date.now()) - late);
		const shape = pickFrom(
			platform === "twitch" ? ON_TWITCH : ON_KICK,
			random,
		)({
			...{ name: account.name, number, sentAt },
			tier: pickFrom([1, 2, 3], random),
			count: pickFrom([1, 5, 100], random),
			months: 2 + Math.floor(random() * 60),
			lateAt: new Date(sentAt.getTime() - late),
			// No two events have the same second: the site tells some events apart by it alone.
			ownAt: new Date(this.startedAt - number * 1000 - late),
		});
		const { kind, facts = {}, at = sentAt, hasKey = true, isAnonymous, isOnce, message } = shape;
		const isSame = (one: Happening) =>
			one.kind === kind && JSON.stringify(one.facts) === JSON.stringify(facts);
		if (isOnce && [...account.happenings, ...account.forgotten].some(isSame)) return;

		const event: Announced = {
			...{ kind, facts, at, platform, sentAt, hasKey, isAnswered: false, pending: 0 },
			account: isAnonymous ? undefined : account,
			...{ messageId: crypto.randomUUID(), message },
		};
		this.announced.push(event);
		event.account?.happenings.push(event);
		this.send(event, { messageId: event.messageId, copies: random() < 0.2 ? 2 : 1 });
	}

	private send(event: Announced, options: { messageId: string; copies?: number }) {
		event.pending += 1;
		const { platform, message, sentAt } = event;
		this.track(
			this.emit(platform, message, { ...options, at: sentAt }).then(() => {
				event.pending -= 1;
				event.isAnswered = true;
				this.note();
			}),
		);
	}

	/** Sends a message until it is answered. */
	private async emit(platform: Platform, message: unknown, options: object = {}): Promise<void> {
		const [type, body] = message as [type: string, body: object];
		const sent: { statuses: (number | string)[] }[] = await this.site.platforms[platform].emit(
			...([type, body, options] as const),
		);
		if (sent.length === 0) this.fault(`${type} on ${platform}: there is no subscription`);
		for (const { statuses } of sent)
			if (statuses.at(-1) !== 204) this.fault(`${type} on ${platform}: answered with ${statuses.slice(-3)}`);
	}

	private track(sent: Promise<unknown>) {
		const done: Promise<void> = sent.then(() => void this.pending.delete(done));
		this.pending.add(done);
	}
}

/** An instant in ms, without the part of a second. */
function toSecond(ms: number): number {
	return Math.floor(ms / 1000) * 1000;
}
