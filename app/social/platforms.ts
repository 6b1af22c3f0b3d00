import { type SimpleIcon, siDiscord, siInstagram, siTelegram, siTwitch } from "simple-icons";

/** The four networks of the site: streaming, photo sharing, chat community and messaging. */
export const PLATFORMS = ["twitch", "instagram", "discord", "telegram"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const isPlatform = (name: string): name is Platform => PLATFORMS.some((platform) => platform === name);

export const PLATFORM_ICONS: Record<Platform, SimpleIcon> = {
	twitch: siTwitch,
	instagram: siInstagram,
	discord: siDiscord,
	telegram: siTelegram,
};
