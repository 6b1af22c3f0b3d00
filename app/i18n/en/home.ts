export const home = {
	store: "Open the store",
	play: "Play the mini games",
	links: "Follow the channel",
	profileAlt: "{{name}}'s profile picture",
	platform: {
		twitch: "Twitch",
		instagram: "Instagram",
		discord: "Discord",
		telegram: "Telegram",
	},
} as const;
