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
	noSignIn:
		"Nobody can sign in here with a {{name}} account, so viewers there get neither points nor answers to commands.",
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
	events: {
		start: "Start of the stream",
		end: "End of the stream",
		both: "Start and end of the stream",
		chat: "Chat messages",
	},
	enabled: "active",
	faults: {
		unauthorised: "{{name}} no longer accepts the connection. Connect again.",
		refused: "{{name}} refused the last request.",
		unreachable: "{{name}} can't be reached at the moment.",
		busy: "{{name}} has asked the site to wait. It continues by itself.",
	},
	chat: {
		missing: "To answer commands in the chat, connect {{name}} again and allow the site to write there.",
		off: "Commands and announcements stay off for now: no connected channel lets the site write in its chat. Connect one above.",
		onlyKick:
			"!join, !guess and !request stay off for now: they only work on Twitch, and no Twitch channel lets the site write in its chat.",
		dropped: "{{name}} didn't show the last answer in the chat: {{reason}}",
	},
	trouble: {
		total: "Connected, but nothing that happens on {{name}} earns points.",
		partial: "Connected, but some of what happens on {{name}} earns no points.",
		refused:
			"{{name}} refuses the subscriptions below. Connect again as the channel's owner, and allow everything that {{name}} asks about.",
		limited:
			"{{name}} allows no further subscriptions for this account and application. Stop other bots that use the same account or application. The site tries again by itself.",
		unreachable:
			"The site can't stay connected to {{name}}. Check that the server can reach the internet. The site tries again by itself.",
		pending:
			"{{name}} couldn't confirm this site's address. Check that {{hook}} can be reached from the internet, then renew the subscriptions.",
		ended: "{{name}} has ended subscriptions. Renew them; if they end again, connect again.",
		reason: "{{name}} says: {{reason}}",
	},
	silences: "Times without a connection",
	silencesText: "What happened then isn't sent again. Admins can add points by hand.",
	silence: "{{from}} to {{until}}",
	gifts: {
		title: "Gifts on Kick that aren't paid yet",
		text: "Kick also announces gifts whose payment fails. So they wait before they're paid, and an announcement that the same viewer repeats doesn't count. If you saw the gift arrive, pay it now; if it never did, reject it.",
		gift_one: "{{person}}: {{count, number}} subscription",
		gift_other: "{{person}}: {{count, number}} subscriptions",
		about: "{{at}} · Points: {{points}}.",
		states: {
			held: "Will be paid at {{at}}.",
			repeated: "Repeated, so it won't be paid.",
			rejected: "Rejected.",
		},
		release: "Pay now",
		releaseOne: "Pay now: {{person}}, {{count, number}}",
		reject: "Reject",
		rejectOne: "Reject: {{person}}, {{count, number}}",
	},
	failed: "Events that couldn't be credited",
	failedText: "They were tried several times. The server log has the details.",
	retry: "Try again",
} as const;
