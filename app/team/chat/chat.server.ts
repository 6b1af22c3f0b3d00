import { staffOf } from "~/account/viewer";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import { findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { claimCode } from "~/earning/codes/codes.server";
import { type ChatMessage, type Person, PLATFORMS, type PlatformId } from "~/earning/inbox/platform-event";
import { enterRaffle } from "~/events/raffles/enter.server";
import { hasFreeTicket } from "~/events/raffles/raffle";
import { findOpenRaffle } from "~/events/raffles/raffles.queries.server";
import { DomainError } from "~/forms/domain-error";
import { createRateLimit } from "~/forms/rate-limit.server";
import { formatEuros, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { ErrorCode } from "~/i18n/messages";
import { centsIn } from "~/i18n/money";
import { translated } from "~/i18n/translations";
import { inBackground } from "~/lib/guarded";
import { outsideRequest } from "~/lib/request-context.server";
import type { Site } from "~/lib/site";
import { requestSlot } from "../requests/requests.server";
import { announceInChat } from "./announcer.server";
import { findChatter } from "./chat.queries.server";
import { type Answer, createCollector } from "./collector";
import {
	COMMANDS,
	type Command,
	type CommandName,
	commandIn,
	createTurns,
	mention,
	plainName,
} from "./commands";

type ChatSite = Pick<
	Site,
	| ("db" | "config" | "now" | "clock" | "log" | "leads" | "randomHex" | "metrics" | "channels" | "leaders")
	| ("announceBalance" | "isSubscriber" | "raffleChanged" | "huntChanged" | "onAnnounced")
	| ("announceRestriction" | "requestsChanged" | "wakeJobs")
>;

/** Commands that wait for those before them; further ones are dropped. */
const MAX_OPEN = 1000;
/** People who were told how to get an account; the oldest may be told again. */
const MAX_TOLD = 10_000;
/** Places of the answer to `!top`. */
const PLACES = 3;
/** Codes that a viewer may try. */
const CLAIMS = { points: 10, seconds: 600 };

/** A chat must not be a place to try codes, nor tell others who is on a break, at a limit or paused by an admin, and why. */
const UNTOLD: readonly ErrorCode[] = [
	...(["codeUnknown", "tooManyRequests"] as const),
	...(["onBreak", "lossLimitReached", "paused"] as const),
];

interface Asked {
	platform: PlatformId;
	userId: string;
	argument: string;
	/** When the message was written. */
	at: Date;
}

/**
 * Answers commands and announces what happens in the chats of connected channels, in the process that leads. Commands are carried out one after the other, and
 * answers wait in memory: what is lost at a stop is an answer, and nothing that a command did.
 */
export function openChat(site: ChatSite) {
	const { db, config, now, clock, log, leads, metrics, channels } = site;
	const messages = metrics.counter(
		"plateia_chat_messages_total",
		"Messages for the chats of the platforms, by what became of them.",
		["platform", "outcome"],
	);
	const droppedAnswers = metrics.counter(
		"plateia_chat_answers_dropped_total",
		"Answers to commands that were not sent, by cause.",
		["platform", "cause"],
	);
	const language = () => config.CHAT_LANGUAGE;
	const text = () => i18nIn(language());
	const turns = createTurns();
	const checkClaims = createRateLimit(CLAIMS, config.RATE_LIMIT_SCALE);
	const told = new Set<string>();
	let open = 0;
	let line = Promise.resolve();
	let isEnding = false;

	/** Sends what a collector has collected, one message at a time. */
	function createSender(platform: PlatformId) {
		const collector = createCollector(
			(count) => text().t("chat.more", { count }),
			(cause) => droppedAnswers.inc({ platform, cause }),
		);
		let cancel = () => {};
		let isSending = false;

		function plan() {
			cancel();
			const wait = isSending || isEnding ? undefined : collector.waitMs(clock.now());
			if (wait !== undefined) cancel = clock.at(clock.now() + wait, () => inBackground(send));
		}

		async function send() {
			isSending = true;
			const isShown = await channels[platform].say(collector.take()).catch((error: unknown) => {
				log.error({ event: "chat-message-failed", platform, err: error });
				return undefined;
			});
			messages.inc({ platform, outcome: isShown ? "shown" : isShown === false ? "refused" : "failed" });
			collector.done(clock.now(), isShown === undefined);
			isSending = false;
			plan();
		}

		return {
			add(answer: Answer) {
				collector.add(answer, clock.now());
				plan();
			},
			cancel: () => cancel(),
		};
	}
	const senders = { twitch: createSender("twitch"), kick: createSender("kick") };

	const announcer = announceInChat(site, (news) => {
		for (const platform of ["twitch", "kick"] as const)
			if (!isEnding && channels[platform].maySay()) senders[platform].add({ name: "", text: news });
	});

	const deciderOf = (id: string, chatter: Chatter) => ({ id, ...staffOf(chatter, config) });

	/** What a command does. @returns the answer; undefined for none. @throws {DomainError} whose text is the answer. */
	const ACTS: Record<CommandName, (asked: Asked, chatter: Chatter) => Promise<string | undefined>> = {
		points: async (_asked, { points }) => text().t("chat.points", { count: points }),

		/** The board of the lobby, which everybody can see. */
		async top() {
			const { leaders } = await site.leaders.read({ by: "win", span: "week" }, language());
			if (leaders.length === 0) return text().t("chat.noTop");
			const places = leaders.slice(0, PLACES).map(({ username, amount }, index) => {
				const name = plainName(username ?? "") || text().t("shell.anonymous");
				return `${index + 1}. ${name} +${formatPoints(amount, language())}`;
			});
			return text().t("chat.top", { places: places.join(", ") });
		},

		async claim({ platform, userId, argument }, chatter) {
			if (argument === "") return undefined;
			await checkClaims(userId);
			const { points, isNew } = await claimCode(site, deciderOf(userId, chatter), argument, {
				isLate: platform === "kick",
			});
			return isNew ? text().t("chat.claimed", { count: points }) : text().t("chat.claimedBefore");
		},

		/** The free ticket or else one ticket, once for each viewer and raffle. */
		async join({ userId: id }, chatter) {
			const raffle = await findOpenRaffle(db, now().toISOString());
			if (!raffle) throw new DomainError("raffleClosed");
			const isFree = hasFreeTicket(raffle);
			const numbers = await enterRaffle(site, deciderOf(id, chatter), {
				...{ idempotencyKey: `chat:${raffle.id}`, raffleId: raffle.id },
				...{ count: isFree ? 0 : 1, price: raffle.price ?? 0 },
			});
			const { title } = translated(raffle, language());
			const tickets = { count: numbers.length, numbers: numbers.join(", ") };
			return text().t("chat.joined", { ...tickets, raffle: title });
		},

		async guess({ userId, argument }, chatter) {
			const guess = centsIn(argument);
			if (guess === undefined) throw new DomainError("moneyInvalid");
			const hunt = await findOpenHunt(db);
			if (!hunt) return text().t("chat.noHunt");
			await saveGuess(site, deciderOf(userId, chatter), { huntId: hunt.id, guess });
			return text().t("chat.guessed", { amount: formatEuros(guess / 100, language()) });
		},

		async request({ userId, argument, at }) {
			if (argument === "") return undefined;
			const { slotName: slot, place, price: count } = await requestSlot(site, { userId, text: argument, at });
			return text().t("chat.requested", { slot, place, count });
		},
	};

	async function carryOut(platform: PlatformId, { person, at }: ChatMessage, { name, argument }: Command) {
		const chatter = await findChatter(db, platform, person.id);
		if (!chatter) return tellOnce(platform, person);
		// A hidden name is not shown, so its owner gets no answer.
		const shown = mention(chatter.twitch_username ?? "");
		const answer = await ACTS[name]({ platform, userId: chatter.id, argument, at }, chatter).catch(refusalOf);
		if (answer && shown) senders[platform].add({ name: name === "top" ? "" : shown, text: answer });
	}

	/** Tells somebody without an account on the site how to get one. */
	function tellOnce(platform: PlatformId, { id, name }: Person) {
		const key = `${platform} ${id}`;
		if (told.has(key)) return;
		const [oldest] = told.size >= MAX_TOLD ? told : [];
		if (oldest) told.delete(oldest);
		told.add(key);
		const how = text().t("chat.stranger", { site: config.APP_ORIGIN, platform: PLATFORMS[platform] });
		const shown = mention(name);
		if (shown) senders[platform].add({ name: shown, text: how });
	}

	/** Refusals of {@link UNTOLD} are not answered. */
	function refusalOf(error: unknown): string | undefined {
		if (!(error instanceof DomainError)) throw error;
		const { code, values } = error;
		return UNTOLD.includes(code) ? undefined : text().t(`errors.${code}`, values);
	}

	/** Resolves when all commands so far are carried out, and all announcements told. */
	const settled = () => Promise.all([line, announcer.settled()]);

	const isOn = (platform: PlatformId, { setting, platforms }: (typeof COMMANDS)[CommandName]) =>
		config[setting] && (platforms as readonly PlatformId[]).includes(platform) && channels[platform].maySay();

	return {
		/** Carries out the command of a message, in the background. */
		heard(platform: PlatformId, message: ChatMessage): void {
			const { person, at } = message;
			const command = commandIn(message.text);
			if (!command || isEnding || !leads() || !isOn(platform, COMMANDS[command.name])) return;
			if (!turns.take(platform, person.id, at.getTime(), now().getTime())) return;
			if (open >= MAX_OPEN) {
				droppedAnswers.inc({ platform, cause: "busy" });
				return;
			}
			open += 1;
			line = line
				// The request of the message's webhook has ended.
				.then(() => outsideRequest(() => carryOut(platform, message, command)))
				.catch((error: unknown) =>
					log.error({ event: "chat-command-failed", platform, command: command.name, err: error }),
				)
				.finally(() => {
					open -= 1;
				});
		},
		settled,
		/** Lets the command in progress end. Answers that wait are lost. */
		async endChat(): Promise<void> {
			isEnding = true;
			for (const sender of Object.values(senders)) sender.cancel();
			announcer.stop();
			await settled();
		},
	};
}

type Chatter = NonNullable<Awaited<ReturnType<typeof findChatter>>>;
