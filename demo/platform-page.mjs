/** The page of buttons that cause events on the local Twitch and Kick. */
import { strangers } from "./platform-people.mjs";
import { isValidName, READY_MADE_NAMES } from "./provider-accounts.mjs";
import { both, escapeHtml, page } from "./provider-pages.mjs";
import { kickEvents, twitchEvents } from "./twitch-events.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
const STRANGER = "stranger_1";

/** The buttons for what a person does: value, Portuguese, English. */
const BUTTONS = [
	["follow", "Segue o canal", "Follows"],
	["subscribe", "Subscreve", "Subscribes"],
	["resub", "Renova: 14 meses", "Resubscribes: 14 months"],
	["gift-5", "Oferece 5 subscrições", "Gifts 5 subscriptions"],
	["gift-100", "Oferece 100 subscrições", "Gifts 100 subscriptions"],
	["raid", "Raid com 50 pessoas", "Raids with 50 viewers"],
	["cheer", "Envia 100 Bits", "Cheers 100 Bits"],
	["chat", "Escreve no chat", "Writes in the chat"],
];

/** The options of a select. @param {readonly (readonly [string, string])[]} options @param {string} selected */
const choices = (options, selected) =>
	options
		.map(
			([value, text]) => `<option value="${value}"${value === selected ? " selected" : ""}>${text}</option>`,
		)
		.join("");

/**
 * @param {object} tools
 * @param {any} tools.twitch
 * @param {any} tools.kick
 * @param {{ stream: any, chatters: string[], moderators: string[], subscribers: Map<string, number> }} tools.channel
 * @param {() => Date} tools.now
 * @param {(options: { chatters: number }) => Promise<any>} tools.goLive
 * @param {() => Promise<any>} tools.goOffline
 */
export function createActions({ twitch, kick, channel, now, goLive, goOffline }) {
	/** Subscriptions that each person has given so far. @type {Map<string, number>} */
	const given = new Map();
	let last = "";
	/** The choices of the form, which the next page keeps. */
	let chosen = { platform: "twitch", name: "ana", other: "", text: "Olá!" };

	/** Twitch announces a gift, and then each subscription of it. */
	async function giveOnTwitch(name, count) {
		const total = (given.get(name) ?? 0) + count;
		given.set(name, total);
		const gifts = strangers(count).map((giftee) =>
			twitch.emit(...twitchEvents.subscription(giftee, { isGift: true })),
		);
		return (await Promise.all([twitch.emit(...twitchEvents.gift(name, count, total)), ...gifts])).flat();
	}

	/** @type {Record<string, (name: string, text: string) => Promise<any[]>>} */
	const onTwitch = {
		follow: (name) => twitch.emit(...twitchEvents.follow(name, now())),
		subscribe: (name) => {
			channel.subscribers.set(name, 1);
			return twitch.emit(...twitchEvents.subscription(name));
		},
		resub: (name) => twitch.emit(...twitchEvents.resubscription(name, 14)),
		"gift-5": (name) => giveOnTwitch(name, 5),
		"gift-100": (name) => giveOnTwitch(name, 100),
		raid: (name) => twitch.emit(...twitchEvents.raid(name, 50)),
		cheer: (name) => twitch.emit(...twitchEvents.cheer(name, 100)),
		chat: (name, text) => twitch.emit(...twitchEvents.chat(name, text)),
	};
	/** @type {Record<string, (name: string, text: string) => Promise<any[]>>} */
	const onKick = {
		follow: (name) => kick.emit(...kickEvents.follow(name)),
		subscribe: (name) => kick.emit(...kickEvents.subscription(name, now())),
		resub: (name) =>
			kick.emit(...kickEvents.resubscription(name, 14, new Date(now().getTime() - 425 * DAY_MS))),
		"gift-5": (name) => kick.emit(...kickEvents.gift(name, strangers(5), now())),
		"gift-100": (name) => kick.emit(...kickEvents.gift(name, strangers(100), now())),
		chat: (name, text) => kick.emit(...kickEvents.chat(name, text, now())),
	};

	/** @returns {Promise<any[] | undefined>} undefined for an unknown action */
	async function run(form) {
		const action = form.get("action") ?? "";
		const name = (form.get("other") || form.get("name") || "").trim();
		if (action === "live") return (await goLive({ chatters: 200 })).flat();
		if (action === "offline") return (await goOffline()).flat();
		const table = form.get("platform") === "kick" ? onKick : onTwitch;
		return isValidName(name) && Object.hasOwn(table, action)
			? table[action](name, form.get("text") || "Olá!")
			: undefined;
	}

	return {
		/** Does what a button of the page says. @param {URLSearchParams} form @returns the result, as the page shows it */
		async act(form) {
			const sent = await run(form);
			if (form.has("platform")) {
				const [platform = "", name = "", other = "", text = ""] = ["platform", "name", "other", "text"].map(
					(field) => form.get(field) ?? "",
				);
				chosen = { platform, name, other, text };
			}
			const isReceived = ({ statuses }) => statuses.length === 0 || statuses.at(-1) < 300;
			last = sent
				? `${form.get("action")}: ${sent.filter(isReceived).length}/${sent.length}`
				: `${form.get("action")}: ?`;
			return last;
		},

		/** The page, with the result of the last button. */
		page() {
			const names = choices(
				[...READY_MADE_NAMES, STRANGER].map((name) => [name, name]),
				chosen.name,
			);
			const platforms = choices(Object.entries({ twitch: "Twitch", kick: "Kick" }), chosen.platform);
			const answers = [twitch, kick].flatMap(({ chat }) => chat.messages().slice(-3));
			const buttons = BUTTONS.map(
				([action, portuguese, english]) =>
					`<button name="action" value="${action}">${both(portuguese, english)}</button>`,
			).join("\n");
			return page(
				"Twitch e Kick (demo)",
				`<h1>Twitch e Kick (demo)<span lang="en">Twitch and Kick (demo)</span></h1>
<p>${both(
					channel.stream
						? `Em direto, ${channel.chatters.length} pessoas no chat.`
						: "O canal não está em direto.",
					channel.stream
						? `Live, ${channel.chatters.length} people in the chat.`
						: "The channel is not live.",
				)}</p>
<p role="status">${last && both(`Mensagens recebidas: ${escapeHtml(last)}`, "messages received")}</p>
<form method="post" action="/act" class="actions">
<button class="strong" name="action" value="live">${both("Em direto, 200 no chat", "Go live, 200 chatters")}</button>
<button name="action" value="offline">${both("Terminar o direto", "Go offline")}</button></form>
<form method="post" action="/act" class="last">
<label for="platform">${both("Onde", "Where")}</label><select id="platform" name="platform">${platforms}</select>
<label for="name">${both("Quem", "Who")}</label><select id="name" name="name">${names}</select>
<label for="other">${both("Ou outro nome", "Or another name")}</label>
<input id="other" name="other" value="${escapeHtml(chosen.other)}" autocapitalize="none" spellcheck="false" maxlength="25">
<label for="text">${both("O que escreve no chat", "What they write in the chat")}</label>
<input id="text" name="text" value="${escapeHtml(chosen.text)}" maxlength="500">
<p>${answers.map(escapeHtml).join("<br>")}</p>
<div class="actions">${buttons}</div></form>`,
			);
		},
	};
}
