import { isPlatform } from "~/earning/inbox/platform-event";
import { createHook } from "~/forms/create-hook.server";
import { site } from "~/site/site.server";

/** Messages of Twitch and Kick about the connected channel: answered with success once they are stored. */
export const action = createHook(async ({ platform = "" }, headers, body) =>
	isPlatform(platform) ? site.channels[platform].receive(headers, body) : new Response(null, { status: 404 }),
);

export const loader = () => new Response(null, { status: 404 });
