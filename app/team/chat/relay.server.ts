import type { ChatMessage, PlatformId } from "~/earning/inbox/platform-event";
import { guarded } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import { COMMANDS, commandIn } from "./commands";

type Heard = (platform: PlatformId, message: ChatMessage) => void;

/** The channel of the bus. */
const CHANNEL = "chat";

/**
 * Passes commands on to the process that leads, because a webhook may bring them to any process.
 * @param heard is called in the process that leads.
 */
export function relayCommands(
	{ bus, leads, config }: Pick<Site, "bus" | "leads" | "config">,
	heard: Heard,
): Heard {
	bus.subscribe(
		CHANNEL,
		guarded((received: unknown) => {
			const [platform, message] = received as [PlatformId, ChatMessage];
			if (leads()) heard(platform, { ...message, at: new Date(message.at) });
		}),
	);
	return (platform, message) => {
		const command = commandIn(message.text);
		if (!command || !config[COMMANDS[command.name].setting]) return;
		if (leads()) heard(platform, message);
		else bus.publish(CHANNEL, [platform, message]);
	};
}
