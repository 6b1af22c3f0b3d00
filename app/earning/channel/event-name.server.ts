import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";

/** The messages of the platforms' types of events, and of the kinds of the site. */
const MESSAGES = {
	"stream.online": "stream.events.start",
	"stream.offline": "stream.events.end",
	"livestream.status.updated": "stream.events.both",
	"channel.chat.message": "stream.events.chat",
	"chat.message.sent": "stream.events.chat",
	"channel.follow": "earning.sources.follow",
	"channel.followed": "earning.sources.follow",
	"channel.subscribe": "earning.sources.subscription",
	"channel.subscription.new": "earning.sources.subscription",
	"channel.subscription.message": "earning.sources.resubscription",
	"channel.subscription.renewal": "earning.sources.resubscription",
	"channel.subscription.gift": "earning.sources.gift",
	"channel.subscription.gifts": "earning.sources.gift",
	"channel.raid": "earning.sources.raid",
	"channel.cheer": "earning.sources.cheer",
	follow: "earning.sources.follow",
	subscription: "earning.sources.subscription",
	resubscription: "earning.sources.resubscription",
	gift: "earning.sources.gift",
	raid: "earning.sources.raid",
	cheer: "earning.sources.cheer",
} as const;

const isKnown = (type: string): type is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, type);

/** The name of a type of events in the reader's language; the type itself if the site does not use it. */
export const eventName = (type: string, language: Language): string =>
	isKnown(type) ? i18nIn(language).t(MESSAGES[type]) : type;
