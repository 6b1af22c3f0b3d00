import { setTimeout as sleep } from "node:timers/promises";
import { strangers } from "../../demo/platform-people.mjs";
import { kickEvents, twitchEvents } from "../../demo/twitch-events.mjs";
import { pickFrom, type Random } from "../support/random";
import type { Site } from "../support/site/site";
import { Account, type Happening, type Platform } from "./earning-model";

const DAY_MS = 24 * 60 * 60 * 1000;
const TURN_MS = 5 * 60 * 1000;
const MAX_WAIT_MS = 25;
const REPEATED_OF = 40;
/** A message that is older is refused by the site: Twitch's may be 10 minutes old. */
const MAX_REPEAT_AGE_MS = 4 * 60 * 1000;

/** An instant in ms, without the part of a second. */
const toSecond = (ms: number) => Math.floor(ms / 1000) * 1000;

type Body = [type: string, event: object];
type Sent = { messageId: string; statuses: (number | string)[] };

/** What the platforms have announced. */
export interface Announced extends Happening {
	platform: Platform;
	account: Account | undefined;
	/** When the messages were sent first. */
	sentAt: Date;
	/** Whether the same may arrive under another message id. */
	hasKey: boolean;
	/** Whether a message was answered with success. */
	isAnswered: boolean;
	pending: number;
	send(options?: { messageId?: string; copies?: number }): Promise<Sent[]>;
	messageId: string;
}

/** People who do things on Twitch and Kick at random, whose messages are sent until they are answered with success. */
export class StreamCrowd {
	readonly announced: Announced[] = [];
	readonly faults: string[] = [];
	/** Names about whom nothing is announced at the moment. */
	readonly resting = new Set<string>();
	private readonly accounts = new Map<string, Account>();
	private readonly startedAt = toSecond(Date.now());
	private count = 0;
	private pending = new Set<Promise<void>>();
	private stopping = false;
	private running: Promise<void> | undefined;

	constructor(
		private readonly site: Site,
		private readonly names: readonly string[],
		private readonly random: Random,
	) {}

	account(platform: Platform, name: string): Account {
		const key = `${platform} ${name}`;
		const account = this.accounts.get(key) ?? new Account(platform, name);
		this.accounts.set(key, account);
		return account;
	}

	get allAccounts(): readonly Account[] {
		return [...this.accounts.values()];
	}

	start(): void {
		this.stopping = false;
		this.running = this.act();
	}

	/** Announces nothing new. Messages that were announced are still sent. */
	async stop(): Promise<void> {
		this.stopping = true;
		await this.running;
	}

	/** Waits until every announced message, of one person or of all, was answered. */
	async answered(name?: string): Promise<void> {
		const isOpen = ({ pending, account }: Announced) => pending > 0 && (!name || account?.name === name);
		while (this.announced.some(isOpen)) await sleep(20);
		if (!name) await Promise.all(this.pending);
	}

	/** People write in the chat. */
	async chat(platform: Platform, names: readonly string[]): Promise<void> {
		const { twitch, kick } = this.site.platforms;
		await Promise.all(
			names.map(async (name) => {
				const sent =
					platform === "twitch"
						? await twitch.emit(...(twitchEvents.chat(name, "Olá!") as Body))
						: await kick.emit(...(kickEvents.chat(name, "Olá!", new Date()) as Body));
				this.check(sent, `chat of ${name} on ${platform}`);
			}),
		);
	}

	/** The stream has run for a number of turns. Its chat never changes. */
	showTurn(turn: number, chatters: readonly string[]): void {
		const { channel, broadcaster, twitch, kick } = this.site.platforms;
		const startedAt = new Date(Date.now() - turn * TURN_MS - 1000);
		const at = startedAt.toISOString().replace(/\.\d+Z/, "Z");
		channel.chatters = [...chatters];
		channel.stream = {
			...{ id: "1", user_id: broadcaster.id, user_login: broadcaster.login, user_name: broadcaster.name },
			...{ game_name: "Slots", type: "live", title: "Bonus hunt", viewer_count: chatters.length },
			...{ started_at: at, language: "pt" },
		};
		this.track(twitch.emit(...(twitchEvents.online("1", startedAt) as Body)), "stream.online");
		this.track(kick.emit(...(kickEvents.stream("Bonus hunt", startedAt, null) as Body)), "livestream");
	}

	private async act() {
		while (!this.stopping) {
			const again = this.announced.slice(-REPEATED_OF).filter((one) => this.mayRepeat(one));
			if (again.length > 0 && this.random() < 0.3) this.repeat(pickFrom(again, this.random));
			else this.announce(this.next());
			await sleep(this.random() * MAX_WAIT_MS);
		}
	}

	private mayRepeat(event: Announced) {
		const { account, sentAt } = event;
		return !this.resting.has(account?.name ?? "") && Date.now() - sentAt.getTime() < MAX_REPEAT_AGE_MS;
	}

	/**
	 * Repeats a message, or its event in another message. After an erasure only the message is repeated, because some events
	 * in another message are recognised by the stored event alone.
	 */
	private repeat(event: Announced) {
		const isForgotten = event.account?.forgotten.includes(event);
		const isOther = event.hasKey && !isForgotten && this.random() < 0.5;
		this.send(event, isOther ? { messageId: crypto.randomUUID() } : { messageId: event.messageId });
	}

	private announce(event: Announced | undefined) {
		if (!event) return;
		this.announced.push(event);
		event.account?.happenings.push(event);
		const copies = this.random() < 0.2 ? 2 : 1;
		this.send(event, { messageId: event.messageId, copies });
	}

	private send(event: Announced, options: { messageId: string; copies?: number }) {
		event.pending += 1;
		const sent = event.send(options).then((results) => {
			event.pending -= 1;
			event.isAnswered = true;
			return results;
		});
		this.track(sent, `${event.kind} of ${event.account?.name}`);
	}

	private track(sent: Promise<Sent[]>, what: string) {
		const done = sent.then((results) => this.check(results, what)).finally(() => this.pending.delete(done));
		this.pending.add(done);
	}

	private check(sent: readonly Sent[], what: string) {
		const isAccepted = ({ statuses }: Sent) => statuses.at(-1) === 204;
		if (sent.length === 0) this.faults.push(`${what}: there is no subscription`);
		for (const one of sent) {
			if (!isAccepted(one)) this.faults.push(`${what}: answered with ${one.statuses.slice(-3)}`);
		}
	}

	/** Something new; undefined if the person has done it before. */
	private next(): Announced | undefined {
		const { random } = this;
		const awake = this.names.filter((name) => !this.resting.has(name));
		const name = pickFrom(awake, random);
		return random() < 0.6 ? this.onTwitch(name) : this.onKick(name);
	}

	private onTwitch(name: string): Announced | undefined {
		const { random } = this;
		const account = this.account("twitch", name);
		const sentAt = new Date();
		const tier = pickFrom([1, 2, 3], random);
		const count = pickFrom([1, 5, 100], random);
		const number = ++this.count;
		const of = (kind: string, facts: Record<string, number>, body: unknown, more: Partial<Announced> = {}) =>
			this.event("twitch", { kind, facts, at: sentAt, sentAt, account, hasKey: true, ...more }, body as Body);
		switch (Math.floor(random() * 8)) {
			case 0: {
				const at = new Date(sentAt.getTime() - this.lateness());
				return of("follow", {}, twitchEvents.follow(name, at), { at });
			}
			case 1:
				return of("subscription", { tier }, twitchEvents.subscription(name, { tier }));
			case 2: {
				const body = twitchEvents.subscription(name, { tier, isGift: true });
				return of("gifted-subscription", {}, body, { hasKey: false });
			}
			case 3:
				// The number of all gifts so far is part of the event, so that it is unique.
				return of("gift", { tier, count }, twitchEvents.gift(name, count, number, tier));
			case 4: {
				const isAnonymous = random() < 0.3;
				const body = twitchEvents.gift(isAnonymous ? null : name, count, null, tier);
				const whose = isAnonymous ? { account: undefined } : {};
				return of("gift", { tier, count }, body, { hasKey: false, ...whose });
			}
			case 5: {
				const months = 1 + Math.floor(random() * 60);
				return of("resubscription", { tier: 1, months }, twitchEvents.resubscription(name, months));
			}
			case 6:
				return of("raid", { viewers: number }, twitchEvents.raid(name, number));
			default: {
				const bits = 50 * (1 + Math.floor(random() * 9));
				return of("cheer", { bits }, twitchEvents.cheer(name, bits), { hasKey: false });
			}
		}
	}

	private onKick(name: string): Announced | undefined {
		const { random } = this;
		const account = this.account("kick", name);
		const late = this.lateness();
		const sentAt = new Date(toSecond(Date.now()) - late);
		// No two events have the same second: the site tells some events apart by it alone.
		const at = new Date(this.startedAt - ++this.count * 1000 - late);
		const count = pickFrom([1, 5, 100], random);
		const of = (kind: string, facts: Record<string, number>, body: unknown, more: Partial<Announced> = {}) =>
			this.event("kick", { kind, facts, at, sentAt, account, hasKey: true, ...more }, body as Body);
		switch (Math.floor(random() * 4)) {
			case 0:
				return of("follow", {}, kickEvents.follow(name), { at: sentAt });
			case 1:
				return of("subscription", { tier: 1 }, kickEvents.subscription(name, at));
			case 2: {
				const months = 2 + Math.floor(random() * 60);
				const body = kickEvents.resubscription(name, months, at);
				return of("resubscription", { tier: 1, months }, body, { at: sentAt });
			}
			default: {
				const isAnonymous = random() < 0.3;
				const body = kickEvents.gift(isAnonymous ? null : name, strangers(count), at);
				return of("gift", { tier: 1, count }, body, isAnonymous ? { account: undefined } : {});
			}
		}
	}

	/** ms by which a message is late: some arrive after a day. */
	private lateness = () => (this.random() < 0.2 ? DAY_MS : 0);

	private event(
		platform: Platform,
		event: Happening & Pick<Announced, "sentAt" | "account" | "hasKey">,
		[type, body]: Body,
	): Announced | undefined {
		const { kind, facts, account, sentAt } = event;
		const isSame = (one: Happening) =>
			one.kind === kind && JSON.stringify(one.facts) === JSON.stringify(facts);
		// Events that happen once per person. The others differ in fields that are not among the facts.
		const isOnce =
			kind === "follow" || (platform === "twitch" && ["subscription", "resubscription"].includes(kind));
		if (isOnce && [account?.happenings, account?.forgotten].some((past) => past?.some(isSame)))
			return undefined;
		const target = this.site.platforms[platform];
		return {
			...event,
			platform,
			...{ isAnswered: false, pending: 0, messageId: crypto.randomUUID() },
			send: (options) => target.emit(type, body, { ...options, at: sentAt }),
		};
	}
}
