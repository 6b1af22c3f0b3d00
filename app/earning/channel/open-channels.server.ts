import type { StreamDetails, StreamState } from "~/channel/stream";
import { formatPoints, formatTime } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { inBackground } from "~/lib/guarded";
import { singleLine } from "~/lib/single-line";
import type { Site } from "~/lib/site";
import { type ChatMessage, PLATFORMS, type PlatformId, type RunningStream } from "../inbox/platform-event";
import { createKickAdapter, KICK_ORIGINS, kickOriginsAt } from "../kick/adapter.server";
import type { PlatformTools } from "../platform-client.server";
import { createTwitchAdapter, TWITCH_ORIGINS, twitchOriginsAt } from "../twitch/adapter.server";
import type { Adapter, ChannelSite, ChannelUses, TransportName } from "./adapter";
import { type Channel, openChannel } from "./channel.server";

interface Uses extends Pick<ChannelUses, "box" | "receiveEvent" | "addTurn" | "streamChanged"> {
	settings: { onChange(listener: () => void): void };
	/** Called for each message in the chat of a channel; it may arrive again. */
	heard(platform: PlatformId, message: ChatMessage): void;
}

/** Opens the channels of the platforms. */
export async function openChannels(site: ChannelSite & Pick<Site, "config">, uses: Uses) {
	// The settings are read at each use, because admins change them while the site runs.
	const { config, log } = site;
	const { settings } = uses;
	const ending = new AbortController();
	const http = { fetcher: fetch, now: site.now, log, ended: ending.signal };
	const { PLATFORM_ORIGIN: origin } = config;

	const clients = {
		twitch: () => ({ clientId: config.TWITCH_CLIENT_ID, clientSecret: config.TWITCH_CLIENT_SECRET }),
		kick: () => ({ clientId: config.KICK_CLIENT_ID, clientSecret: config.KICK_CLIENT_SECRET }),
	};
	const adapters: Record<PlatformId, (tools: PlatformTools) => Adapter> = {
		twitch: (tools) =>
			createTwitchAdapter({
				...{ ...tools, origins: origin ? twitchOriginsAt(origin) : TWITCH_ORIGINS },
				callback: `${config.APP_ORIGIN}/hooks/twitch`,
			}),
		kick: (tools) => createKickAdapter({ ...tools, origins: origin ? kickOriginsAt(origin) : KICK_ORIGINS }),
	};
	/** Whether Twitch can send webhooks: to https addresses only. */
	const canReceive = () => origin !== undefined || config.APP_ORIGIN.startsWith("https:");
	const transports: Record<PlatformId, () => TransportName> = {
		twitch: () => config.TWITCH_TRANSPORT ?? (canReceive() ? "webhook" : "socket"),
		kick: () => "webhook",
	};
	const open = (platform: PlatformId) =>
		openChannel(site, platform, {
			...uses,
			createAdapter(tokens) {
				const { clientId, clientSecret } = clients[platform]();
				if (!clientId || !clientSecret) return undefined;
				return adapters[platform]({ ...http, clientId, clientSecret, tokens });
			},
			transport: transports[platform],
			heard: (message) => uses.heard(platform, message),
		});
	const channels: Record<PlatformId, Channel> = { twitch: await open("twitch"), kick: await open("kick") };
	const all = Object.values(channels);

	const clientsNow = () => JSON.stringify([clients.twitch(), clients.kick()]);
	let known = clientsNow();
	settings.onChange(() => {
		if (known === clientsNow()) return;
		known = clientsNow();
		for (const channel of all) inBackground(channel.settingsChanged);
	});

	/** Whether a channel tells the state of its stream. Without its settings it is connected, but tells nothing. */
	const tells = (channel: Channel) => channel.isConfigured && channel.status().account !== undefined;

	return {
		channels,
		/** The state of the stream, from the first connected channel that is live; undefined if no channel is connected. */
		connectedStream(): StreamState | undefined {
			const telling = all.filter(tells);
			if (telling.length === 0) return undefined;
			const stream = telling.flatMap((channel) => channel.status().stream ?? [])[0];
			if (!stream) return { isLive: false };
			return { isLive: true, details: detailsOf(stream, config.SITE_TIMEZONE) };
		},
		/** The connection of each platform, for admins. */
		platforms: () =>
			PLATFORM_IDS.map((id) => {
				const { account, fault, trouble, heardAt } = channels[id].status();
				return { id, isConnected: account !== undefined, fault: account && fault, trouble, heardAt };
			}),
		/** The names of the platforms with a connected channel. */
		connectedPlatforms: (): string[] =>
			PLATFORM_IDS.filter((platform) => tells(channels[platform])).map((id) => PLATFORMS[id]),
		/** Connects to the platforms. Call it when this process begins to lead. Never rejects. */
		async connectChannels(): Promise<void> {
			await Promise.all(all.map((channel) => channel.begin()));
		},
		/** Reads again which channels are connected, in a process that does not lead. */
		async refreshChannels(): Promise<void> {
			await Promise.all(all.map((channel) => channel.refresh()));
		},
		async endChannels(): Promise<void> {
			ending.abort(new Error("the site is stopping"));
			await Promise.all(all.map((channel) => channel.end()));
		},
	};
}

const PLATFORM_IDS = Object.keys(PLATFORMS) as PlatformId[];

/** What pages show of a running stream. Its texts come from the platform, so they are bounded. */
export function detailsOf(
	{ startedAt, title, category, viewers }: Omit<RunningStream, "id">,
	timeZone: string,
): StreamDetails {
	const about = (language: Language) =>
		i18nIn(language).t("stream.about", {
			since: formatTime(startedAt, language, timeZone),
			viewers: formatPoints(viewers, language),
			count: viewers,
		});
	return {
		since: startedAt.toISOString(),
		title: bounded(title),
		category: bounded(category),
		viewers,
		about: { pt: about("pt"), en: about("en") },
	};
}

/** Maximum length of a title, as on Twitch. */
const MAX_TITLE = 140;

const bounded = (text: string): string => [...singleLine(text)].slice(0, MAX_TITLE).join("");
