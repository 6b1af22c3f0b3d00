export const stream = {
	intro:
		"Once the channel is connected, what viewers do on the stream earns points by your rules. Only the channel's owner can connect it.",
	redirectUri: "Redirect address to enter at {{name}}",
	hook: "Webhook address to enter at {{name}}",
	copy: "Copy",
	copied: "Copied",
	connect: "Connect {{name}}",
	connectAgain: "Connect {{name}} again",
	disconnect: "Disconnect",
	renew: "Renew subscriptions",
	connected: "Connected as {{account}} since {{since}}.",
	notConnected: "Not connected yet.",
	notConfigured: "Enter the client ID and the client secret first.",
	transports: {
		webhook: "Messages arrive at this site's address; missed ones are sent again.",
		socket:
			"Messages arrive over a connection that this site keeps open; what happens while it's down is lost.",
	},
	heardAt: "Last message: {{at}}.",
	unheard: "No message yet.",
	live: "The stream is live.",
	offline: "The stream is offline.",
	about_one: "Since {{since}} · {{viewers}} viewer",
	about_other: "Since {{since}} · {{viewers}} viewers",
	told: "{{name}} tells the site when you're live.",
	toldByBoth: "Twitch and Kick tell the site when you're live.",
	enabled: "active",
	faults: {
		unauthorised: "{{name}} no longer accepts the connection. Connect again.",
		refused: "{{name}} refused the last request.",
		unreachable: "{{name}} can't be reached at the moment.",
		busy: "{{name}} has asked the site to wait. It continues by itself.",
	},
	trouble: {
		total: "Connected, but nothing that happens on {{name}} earns points.",
		partial: "Connected, but some of what happens on {{name}} earns no points.",
		refused:
			"{{name}} refuses the subscriptions below. Connect again as the channel's owner, and allow everything that {{name}} asks about.",
		limited:
			"{{name}} allows this account and application no further subscriptions. Stop other bots that use the same account or application. The site tries again by itself.",
		unreachable:
			"No connection to {{name}} lasts. Check that the server can reach the internet. The site tries again by itself.",
		pending:
			"{{name}} couldn't confirm this site's address. Check that {{hook}} can be reached from the internet, then renew the subscriptions.",
		ended: "{{name}} has ended subscriptions. Renew them; if they end again, connect again.",
		reason: "{{name}} says: {{reason}}",
	},
	silences: "Times without a connection",
	silencesText: "What happened then isn't sent again. Admins can add points by hand.",
	silence: "{{from}} to {{until}}",
	failed: "Events that couldn't be credited",
	failedText: "They were tried several times. The server log has the details.",
	retry: "Try again",
} as const;
