import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { findDecider } from "~/account/deciders.queries.server";
import { findUserOf } from "~/account/platform-people.queries.server";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import { findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { claimCode } from "~/earning/codes/codes.server";
import { maySignInWith } from "~/earning/inbox/person-of";
import { type ChatMessage, type Person, PLATFORMS, type PlatformId } from "~/earning/inbox/platform-event";
import { enterRaffle } from "~/events/raffles/enter.server";
import { hasFreeTicket } from "~/events/raffles/raffle";
import { findOpenRaffle } from "~/events/raffles/raffles.queries.server";
import { DomainError } from "~/forms/domain-error";
import { createRateLimit } from "~/forms/rate-limit.server";
import { findNames } from "~/games/lobby/leaders.queries.server";
import { formatEuros, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { ErrorCode } from "~/i18n/messages";
import { centsIn } from "~/i18n/money";
import { translated } from "~/i18n/translations";
import { inBackground } from "~/lib/guarded";
import { outsideRequest } from "~/lib/request-context.server";
import type { Decider } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { requestSlot } from "../requests/requests.server";
import { announceInChat } from "./announcer.server";
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
	viewer: Decider;
	argument: string;
	/** When the message was written. */
	at: Date;
}

/**
 * Answers commands and announces what happens in the chats of connected channels, in the process that leads. Commands are carried out one
 * after the other. They and their answers wait in memory: a stop loses both, and nothing that a command did.
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
	const i18n = () => i18nIn(language());
	const turns = createTurns();
	const checkClaims = createRateLimit(CLAIMS, config.RATE_LIMIT_SCALE);
	const told = new LRUCache<string, true>({ max: MAX_TOLD });
	const inTurn = pLimit(1);
	let isEnding = false;

	/** Sends what a collector has collected, one message at a time. */
	function createSender(platform: PlatformId) {
		const collector = createCollector(
			(count) => i18n().t("chat.more", { count }),
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

	/** What a command does. @returns the answer; undefined for none. @throws {DomainError} whose text is the answer. */
	const ACTS: Record<CommandName, (asked: Asked) => Promise<string | undefined>> = {
		points: async ({ viewer: { id } }) =>
			i18n().t("chat.points", { count: (await findBalance(db, id)) ?? 0 }),

		/** The board of the lobby, which everybody can see. */
		async top() {
			const { leaders } = await site.leaders.read({ by: "win", span: "week" }, language());
			if (leaders.length === 0) return i18n().t("chat.noTop");
			const places = leaders.slice(0, PLACES).map(({ username, amount }, index) => {
				const name = plainName(username ?? "") || i18n().t("shell.anonymous");
				return `${index + 1}. ${name} +${formatPoints(amount, language())}`;
			});
			return i18n().t("chat.top", { places: places.join(", ") });
		},

		async claim({ platform, viewer, argument }) {
			if (argument === "") return undefined;
			await checkClaims(viewer.id);
			const { points, isNew } = await claimCode(site, viewer, argument, { isLate: platform === "kick" });
			return isNew ? i18n().t("chat.claimed", { count: points }) : i18n().t("chat.claimedBefore");
		},

		/** The free ticket or else one ticket, once for each viewer and raffle. */
		async join({ viewer }) {
			const raffle = await findOpenRaffle(db, now().toISOString());
			if (!raffle) throw new DomainError("raffleClosed");
			const numbers = await enterRaffle(site, viewer, {
				...{ idempotencyKey: `chat:${raffle.id}`, raffleId: raffle.id },
				...{ count: hasFreeTicket(raffle) ? 0 : 1, price: raffle.price ?? 0 },
			});
			const { title } = translated(raffle, language());
			const tickets = { count: numbers.length, numbers: numbers.join(", ") };
			return i18n().t("chat.joined", { ...tickets, raffle: title });
		},

		async guess({ viewer, argument }) {
			const guess = centsIn(argument);
			if (guess === undefined) throw new DomainError("moneyInvalid");
			const hunt = await findOpenHunt(db);
			if (!hunt) return i18n().t("chat.noHunt");
			await saveGuess(site, viewer, { huntId: hunt.id, guess });
			return i18n().t("chat.guessed", { amount: formatEuros(guess / 100, language()) });
		},

		async request({ viewer: { id: userId }, argument: text, at }) {
			if (text === "") return undefined;
			const { slotName: slot, place, price: count } = await requestSlot(site, { userId, text, at });
			return i18n().t("chat.requested", { slot, place, count });
		},
	};

	async function carryOut(platform: PlatformId, { person, at }: ChatMessage, { name, argument }: Command) {
		const user = await findUserOf(db, platform, person.id);
		const viewer = user && (await findDecider(db, config, user.user_id));
		if (!viewer) return tellOnce(platform, person);
		const text = await ACTS[name]({ platform, viewer, argument, at }).catch(refusalOf);
		// The name on the site may be that of somebody else in the chat.
		const login = name === "top" ? "" : mention(person.name);
		// A hidden name is not shown, so its owner gets no answer.
		const [known] = await findNames(db, [viewer.id]);
		if (text && (name === "top" || (login && known?.twitch_username)))
			senders[platform].add({ name: login, text });
	}

	/** Tells somebody without an account on the site how to get one. */
	function tellOnce(platform: PlatformId, { id, name }: Person) {
		const key = `${platform} ${id}`;
		if (told.has(key) || !maySignInWith(platform, config)) return;
		told.set(key, true);
		const how = i18n().t("chat.stranger", { site: config.APP_ORIGIN, platform: PLATFORMS[platform] });
		senders[platform].add({ name: mention(name), text: how });
	}

	/** Refusals of {@link UNTOLD} are not answered. */
	function refusalOf(error: unknown): string | undefined {
		if (!(error instanceof DomainError)) throw error;
		const { code, values } = error;
		return UNTOLD.includes(code) ? undefined : i18n().t(`errors.${code}`, values);
	}

	/** Resolves when all commands so far are carried out, and all announcements told. */
	const settled = () => Promise.all([inTurn(async () => {}), announcer.settled()]);

	const isOn = (platform: PlatformId, { setting, platforms }: (typeof COMMANDS)[CommandName]) =>
		config[setting] && (platforms as readonly PlatformId[]).includes(platform) && channels[platform].maySay();

	return {
		/** Carries out the command of a message, in the background. */
		heard(platform: PlatformId, message: ChatMessage): void {
			const { person, at } = message;
			const command = commandIn(message.text);
			if (!command || isEnding || !leads() || !isOn(platform, COMMANDS[command.name])) return;
			if (!turns.take(platform, person.id, at.getTime(), now().getTime())) return;
			if (inTurn.pendingCount >= MAX_OPEN) {
				droppedAnswers.inc({ platform, cause: "busy" });
				return;
			}
			// The request of the message's webhook has ended by then.
			inTurn(() => outsideRequest(() => carryOut(platform, message, command))).catch((error: unknown) =>
				log.error({ event: "chat-command-failed", platform, command: command.name, err: error }),
			);
		},
		settled,
		/** Lets the command in progress end. Commands and answers that wait are lost. */
		async endChat(): Promise<void> {
			isEnding = true;
			inTurn.clearQueue();
			for (const sender of Object.values(senders)) sender.cancel();
			announcer.stop();
			await settled();
		},
	};
}
