import { expect, it } from "vitest";
import { eventName } from "~/earning/channel/event-name.server";
import { KICK_EVENTS } from "~/earning/kick/adapter.server";
import { subscriptionsOf } from "~/earning/twitch/events";
import { LANGUAGES } from "~/i18n/languages";

it.each(LANGUAGES)("every event to which the site subscribes has a name that people read: %s", (language) => {
	const types = [...subscriptionsOf("1").map(({ type }) => type), ...KICK_EVENTS];
	for (const type of types) expect(eventName(type, language)).not.toMatch(/[._]|^$/);
	expect(eventName("made.up", language)).toBe("made.up");
});
