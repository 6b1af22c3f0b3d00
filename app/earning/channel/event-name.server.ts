import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { SOURCE_KINDS, SOURCES } from "../rules/sources";

/** The messages of the types of events that earn nothing. */
const MESSAGES = {
	"stream.online": "stream.events.start",
	"stream.offline": "stream.events.end",
	"livestream.status.updated": "stream.events.both",
	"channel.chat.message": "stream.events.chat",
	"chat.message.sent": "stream.events.chat",
} as const;

const isKnown = (type: string): type is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, type);

/** The name of a type of events or of a source in the reader's language; the type itself if the site does not use it. */
export function eventName(type: string, language: Language): string {
	const { t } = i18nIn(language);
	const kind = SOURCE_KINDS.find((one) => one === type || SOURCES[one].types.includes(type));
	if (kind) return t(`earning.sources.${kind}`);
	return isKnown(type) ? t(MESSAGES[type]) : type;
}
