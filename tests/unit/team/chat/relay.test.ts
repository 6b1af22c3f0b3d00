import type { Bus } from "db/engine";
import { expect, it } from "vitest";
import type { ChatMessage, PlatformId } from "~/earning/inbox/platform-event";
import { relayCommands } from "~/team/chat/relay.server";
import { testSite } from "../../../support/test-site";

it("a command that a webhook brings to another process is carried out once, by the one that leads", () => {
	const at = new Date("2026-03-29T12:00:00.000Z");
	const message = (text: string): ChatMessage => ({
		...{ type: "chat", messageId: "m", person: { id: "1", name: "ana" }, text, at },
	});
	const heard: [string, PlatformId, ChatMessage][] = [];
	const listeners: Parameters<Bus["subscribe"]>[1][] = [];
	const open = (name: string) => {
		const own = listeners.length;
		const bus = {
			subscribe: (_channel: string, listener: (typeof listeners)[number]) => void listeners.push(listener),
			publish(_channel: string, sent: unknown) {
				const received: unknown = JSON.parse(JSON.stringify(sent));
				for (const [index, listener] of listeners.entries()) if (index !== own) listener(received);
			},
		};
		const config = { CHAT_POINTS: true, CHAT_TOP: false };
		return relayCommands(testSite({ bus, leads: () => name === "leader", config }) as never, (...one) =>
			heard.push([name, ...one]),
		);
	};
	const [first, leader] = [open("first"), open("leader")];
	open("third");
	first("kick", message("!points"));
	first("kick", message("hello"));
	first("kick", message("!top"));
	leader("twitch", message("!points"));
	expect(heard).toEqual([
		["leader", "kick", message("!points")],
		["leader", "twitch", message("!points")],
	]);
});
