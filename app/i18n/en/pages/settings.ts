export const settings = {
	tabs: {
		channel: "Channel",
		services: "Services",
		rules: "Rules and backups",
		earning: "Earning points",
		stream: "Stream",
		texts: "Names and legal texts",
		admins: "Admins and moderators",
		api: "Bots and programs",
	},
	save: "Save",
	saving: "Saving…",
	created: "The program's secret is shown only once. Copy it now.",
	copy: "Copy",
	copied: "Copied",
	fixed: "Set on the server ({{name}}), so it can only be changed there.",
	hidden: "Hidden",
	secretKept: "One is saved. Leave blank to keep it.",
	fallback: "Leave blank for {{fallback}}.",
	ignored:
		"These settings aren't in effect, because one of them is missing or no longer valid. Correct them and save.",
	options: {
		json: { name: "JSON, signed", text: "For a bot of your own, which checks the signature." },
		pt: { name: "Portuguese", text: "E.g. “O canal está em direto”." },
		en: { name: "English", text: "E.g. “The channel is live”." },
		discord: { name: "Discord message", text: "For the URL of a Discord webhook." },
		table: {
			name: "Classic table",
			text: "The game's original rules. Viewers gain points in the long run, and one who plays for a whole evening can empty your store.",
		},
		even: {
			name: "Even return",
			text: "A little less comes back than was bet, so the game slowly takes points out. Flights reach up to 1,000x.",
		},
		redeems: { name: "Redeems", text: "Each redeem counts, unless it was cancelled." },
		spent: { name: "Points spent", text: "The points of these redeems." },
		viewers: { name: "New viewers", text: "Those who sign in to the site for the first time." },
	},
	/** The keys are the types of announcements. */
	events: {
		store: { redeemed: "An item is redeemed", goal_reached: "A viewer reaches a goal" },
		game: { big_win: "A big win in a mini game" },
		raffle: { opened: "A raffle opens", drawn: "A raffle is drawn" },
		tournament: {
			opened: "A tournament opens",
			started: "A tournament starts",
			finished: "A tournament ends",
		},
		prediction: {
			opened: "A prediction opens",
			locked: "A prediction closes",
			decided: "A prediction is decided",
		},
		hunt: { opened: "A bonus hunt starts", finished: "A bonus hunt ends" },
		code: { published: "There's a new claim code" },
		stream: { started: "The stream goes live" },
		slot: { requested: "A viewer asks for a slot" },
	},
	forms: {
		channel: {
			title: "The channel",
			intro:
				"What the site says about your channel. Everything shows up on the pages as soon as you save it. What you leave blank in one language is shown in the other.",
		},
		bot: {
			title: "Redeem bot",
			intro:
				"Whenever a viewer redeems an item, the site sends a message to this address. If the bot doesn't answer, the site tries again.",
		},
		webhook: {
			title: "Webhook for programs",
			intro:
				"Tells a program with an address of its own what happens on the site, signed by Standard Webhooks. When you save the address, the site creates the secret for it. After three days without an answer, or when the program answers that it is gone, the site stops until you send a test.",
		},
		discord: {
			title: "Discord channel",
			intro:
				"Writes in a channel of your Discord server when something happens here. Create a webhook in the channel's settings, under Integrations, and paste its URL. Mentions never notify anyone.",
		},
		pointsProvider: {
			title: "Points from another service",
			intro:
				"Lets you merge the points that a viewer has elsewhere. A StreamElements channel is enough; for another service, enter its address.",
		},
		twitch: {
			title: "Twitch",
			intro:
				"Create an application at dev.twitch.tv/console with the redirect address below, and enter its ID and secret here.",
		},
		kick: {
			title: "Kick",
			intro:
				"Create an application in Kick's developer settings with the two addresses below, and enter its ID and secret here. Kick doesn't say who's watching, so only those who chat earn points for watching.",
		},
		chat: {
			title: "The chat",
			intro:
				"The site answers these commands in the chat of each connected channel, several viewers in one message. It only answers people who have signed in here with that account; others are told once how to.",
		},
		hunt: {
			title: "External bonus hunt",
			intro:
				"Leave blank to run hunts on this site. With both addresses, the bonus hunt page shows the hunt of that source.",
		},
		games: {
			title: "Games and points",
			intro:
				"Which games are open, and how many points the games give away. Changes count from the next bet; bets already placed stay as they are.",
		},
		rules: {
			title: "Rules",
			intro: "Changes apply as soon as you save. Points that were already credited don't change.",
		},
		overlay: {
			title: "Alerts",
			intro: "What the overlay shows, and how. Everything applies as soon as you save.",
		},
		predictions: {
			title: "Predictions",
			intro:
				"Viewers bet points on what will happen. While this is off, there's no such page and no trace of it in the menus.",
			law: "Check your country's law first. The large platforms turn predictions off in several countries, such as the Netherlands, Denmark, Sweden, Poland and Turkey. Your viewers' points buy rewards in the store, so a bet of points may count as gambling. Loss limits, breaks and self-exclusion apply to predictions as to the games. You alone decide whether to turn it on; this isn't legal advice.",
		},
		goal: {
			title: "Goal on the stream",
			intro: "A bar for your broadcast, in the scene “goal” of the overlay. Leave its text blank for none.",
		},
		requests: {
			title: "Slot requests",
			intro:
				"Viewers spend points to ask for a slot from the catalogue. You, or moderators with the right to do so, play it, skip it with a refund or add it to the hunt. A request counts towards the limits of responsible play.",
		},
		names: {
			title: "Names",
			intro:
				"What the games and the slots page are called, everywhere on the site. A name left blank in English is the Portuguese one.",
		},
		legal: {
			title: "Legal texts",
			intro:
				"The terms, the privacy policy and the cookies page are written from your settings. Their contact is the email in the channel settings.",
		},
		backups: {
			title: "Backups",
			intro:
				"A backup is a checked copy of the database and the pictures. If it's only on the site's own disk, it's lost with that disk, so let the site copy each one to S3-compatible storage too (Backblaze B2, Cloudflare R2, Hetzner, AWS and others). docs/hosting.md has the steps, also for another disk, and says how to keep the key file, which no backup contains.",
		},
	},
	fields: {
		OIDC_ISSUER: {
			label: "Issuer",
			hint: "The address of the service: for Auth0 the domain, for Keycloak the address of the realm.",
		},
		OIDC_CLIENT_ID: { label: "Client ID", hint: "The service shows it for your application." },
		OIDC_CLIENT_SECRET: { label: "Client secret", hint: "Stored encrypted and never shown again." },
		OIDC_SCOPE: { label: "Scope", hint: "With openid. Add offline_access for sessions of 30 days." },
		OIDC_AUDIENCE: { label: "Audience", hint: "The identifier of the API. Leave blank for none." },
		OIDC_CONNECTION: { label: "Connection", hint: "E.g. twitch. Leave blank for none." },
		OIDC_ROLES_CLAIM: {
			label: "Claim with the roles",
			hint: "A name, or a path such as realm_access.roles. Leave blank for “roles”. Anyone with the role Admin is an admin.",
		},
		OIDC_USERNAME_CLAIM: {
			label: "Claim with the username",
			hint: "Leave blank for nickname, name or the email, whichever comes first.",
		},
		CHANNEL_NAME: {
			label: "Name",
			hint: "In the header, on the home page and after the title of every page.",
		},
		CHANNEL_TAGLINE: { label: "Tagline in Portuguese", hint: "Under the name on the home page." },
		CHANNEL_TAGLINE_EN: { label: "Tagline in English", hint: "Under the name on the home page." },
		CHANNEL_PICTURE: {
			label: "Profile picture",
			hint: "An address or the name of a file, shown as a circle on the home page and in the bio. Leave blank for the site's own emblem.",
		},
		CHANNEL_ABOUT: {
			label: "About me, in Portuguese",
			hint: "The text of the bio page. A blank line starts a new paragraph.",
		},
		CHANNEL_ABOUT_EN: {
			label: "About me, in English",
			hint: "The text of the bio page. A blank line starts a new paragraph.",
		},
		TWITCH_CHANNEL: {
			label: "Twitch channel",
			hint: "E.g. plateia_live. The home page then offers its player, which loads after a click.",
		},
		NEXT_STREAM: {
			label: "Next stream",
			hint: "Shown on the home page with a countdown. Time zone: {{timeZone}}.",
		},
		CONTACT_EMAIL: {
			label: "Contact email",
			hint: "Shown in the terms and the privacy policy; anyone can see it.",
		},
		REDEEM_BOT_URL: {
			label: "Bot address",
			hint: "E.g. https://bot.example/redeem, or the URL of a Discord webhook. Leave blank for no bot.",
		},
		REDEEM_BOT_FORMAT: {
			label: "Format",
			hint: "How the message is written. A Discord webhook always gets Discord messages.",
		},
		REDEEM_BOT_SECRET: {
			label: "Secret",
			hint: "At least 16 characters, the same as in the bot: it signs the messages. Not needed for Discord. If you change it, the previous one stays valid until you remove it.",
		},
		REDEEM_BOT_PREVIOUS_SECRET: {
			label: "Sign with the previous secret too",
			hint: "Until the bot has the new one. Untick it then, or right away if the previous one leaked.",
		},
		WEBHOOK_URL: {
			label: "Address",
			hint: "E.g. https://bot.example/events. Leave blank for none.",
		},
		WEBHOOK_SECRET: {
			label: "Create a new secret",
			hint: "For the program to check the signatures. The site shows it once; messages are signed with the previous one too until you remove that.",
		},
		WEBHOOK_PREVIOUS_SECRET: {
			label: "Sign with the previous secret too",
			hint: "Until the program has the new one. Untick it then, or right away if the previous one leaked.",
		},
		WEBHOOK_TYPES: {
			label: "Events",
			hint: "The program gets a message when…",
		},
		DISCORD_URL: {
			label: "URL of the webhook",
			hint: "Starts with https://discord.com/api/webhooks/. Whoever has it can write in the channel. Leave blank for none.",
		},
		DISCORD_LANGUAGE: { label: "Language", hint: "The language of the messages." },
		DISCORD_TYPES: {
			label: "Events",
			hint: "The channel gets a message when…",
		},
		TWITCH_CLIENT_ID: { label: "Client ID", hint: "Shown on the application's page." },
		TWITCH_CLIENT_SECRET: {
			label: "Client secret",
			hint: "Shown when you create it; the site stores it encrypted.",
		},
		KICK_CLIENT_ID: { label: "Client ID", hint: "Shown on the application's page." },
		KICK_CLIENT_SECRET: {
			label: "Client secret",
			hint: "Shown when you create it; the site stores it encrypted.",
		},
		CHAT_LANGUAGE: { label: "Language of the answers", hint: "For all commands, on every channel." },
		CHAT_POINTS: {
			label: "Balance: !points or !pontos",
			hint: "Answers with the viewer's points, which everybody in the chat sees.",
		},
		CHAT_TOP: { label: "Leaders: !top", hint: "The week's biggest wins in the games, as in the lobby." },
		CHAT_CLAIM: {
			label: "Code: !claim CODE or !codigo CODE",
			hint: "Claims a code, once per viewer. Whoever writes a code in the chat shows it to everybody. On Kick, codes with a maximum number of claims only work on the site.",
		},
		CHAT_JOIN: {
			label: "Raffle: !join or !entrar",
			hint: "Takes the free ticket of the open raffle, or else buys one. Twitch only, because Kick delivers messages late.",
		},
		CHAT_GUESS: {
			label: "Guess: !guess AMOUNT or !palpite AMOUNT",
			hint: "Guesses the total of the open hunt, or changes the guess. Twitch only.",
		},
		CHAT_REQUEST: {
			label: "Slot request: !request SLOT or !pedir SLOT",
			hint: "Asks for a slot at the price of slot requests, while those are on. Twitch only.",
		},
		CHAT_WINS: {
			label: "Announce wins",
			hint: "Big wins in the games, winners of raffles and tournaments, results of predictions and the end of a hunt.",
		},
		CHAT_STARTS: {
			label: "Announce what opens",
			hint: "Raffles, tournaments, predictions and hunts, with a link to the page.",
		},
		POINTS_PROVIDER_CHANNEL: {
			label: "StreamElements channel",
			hint: "The channel ID: 24 digits and letters from a to f.",
		},
		POINTS_PROVIDER_URL: {
			label: "Address of another service",
			hint: "With {{username}} in place of the viewer's name. It must answer with JSON that has points.",
		},
		POINTS_PROVIDER_NAME: {
			label: "Name of the service",
			hint: "As admins and viewers see it. Merges already made count for this name: after a change, the same points can be merged again.",
		},
		BONUS_HUNT_STATS_URL: {
			label: "Address of the statistics",
			hint: "Answers with the hunt's totals as JSON.",
		},
		BONUS_HUNT_SLOTS_URL: { label: "Address of the slots", hint: "Answers with the list of slots as JSON." },
		BONUS_HUNT_IMAGE_URL: {
			label: "Address of the pictures",
			hint: "With {{name}} in place of the picture's name. Optional.",
		},
		BONUS_HUNT_USER: { label: "User of the source", hint: "Sent to the source with every request." },
		DICE_OPEN: { label: "Open the dice game", hint: "Until then its card says “Coming Soon”." },
		WHEEL_OPEN: { label: "Open the wheel of fortune", hint: "Until then its card says “Coming Soon”." },
		SOLO_CRASH_DRAW: {
			label: "Return of solo Crash",
			hint: "Flights already drawn can still be checked with their own draw.",
		},
		PLINKO_MAX_BET: {
			label: "Maximum bet in Plinko",
			hint: "Points for one drop, all balls together. Leave blank for no maximum.",
		},
		CRASH_MAX_BET: {
			label: "Maximum bet in solo Crash",
			hint: "Points for one flight. Leave blank for no maximum.",
		},
		LIVE_CRASH_MAX_BET: {
			label: "Maximum bet in live Crash",
			hint: "Points for one flight. Leave blank for no maximum.",
		},
		BIG_WIN_FROM: {
			label: "Big win from",
			hint: "Points that a round pays, such as 500, or a multiplier, such as 100x. The overlay, the chat and bots announce big wins.",
		},
		PREDICTIONS: {
			label: "Turn predictions on",
			hint: "When it's off, predictions already running are still paid or refunded. You decide them at /predictions.",
		},
		STREAM_DELAY_SECONDS: {
			label: "Delay of the stream (seconds)",
			hint: "Bets close earlier by this time, because somebody beside you knows sooner.",
		},
		GOAL_TEXT: { label: "Text of the goal", hint: "E.g. Together we unlock the subathon." },
		GOAL_TARGET: { label: "Target", hint: "A whole number from 1." },
		GOAL_COUNTS: { label: "What counts", hint: "Redeems, points or new viewers, from the day below." },
		GOAL_SINCE: {
			label: "Counts from",
			hint: "The day in the site's time zone. Leave blank to count everything.",
		},
		SLOT_REQUESTS: {
			label: "Take slot requests",
			hint: "When you turn it off, all requests still waiting are refunded.",
		},
		SLOT_REQUEST_PRICE: { label: "Price of a request (points)", hint: "Counts from the next request." },
		SLOT_REQUESTS_PER_VIEWER: {
			label: "Waiting requests per viewer",
			hint: "How many one viewer can have in the queue.",
		},
		SLOT_REQUESTS_WAITING: { label: "Waiting requests in all", hint: "How long the queue can get." },
		STARTING_POINTS: { label: "Starting points", hint: "What a viewer gets at the first sign-in." },
		PLAY_REMINDER_MINUTES: {
			label: "Reminder after (minutes)",
			hint: "Players get a reminder after playing this long without a break.",
		},
		SITE_TIMEZONE: {
			label: "Time zone",
			hint: "For all times on the site, and for the day of limits and statistics.",
		},
		SLOT_DEMO_HOSTS: {
			label: "Hosts of the slot demos",
			hint: "Demos open on the site only from these hosts, separated by commas.",
		},
		PLINKO_NAME: { label: "Name of Plinko", hint: "Up to 40 characters." },
		PLINKO_NAME_EN: { label: "Name of Plinko in English", hint: "Optional." },
		CRASH_NAME: { label: "Name of solo Crash", hint: "Up to 40 characters." },
		CRASH_NAME_EN: { label: "Name of solo Crash in English", hint: "Optional." },
		LIVE_CRASH_NAME: { label: "Name of live Crash", hint: "Up to 40 characters." },
		LIVE_CRASH_NAME_EN: { label: "Name of live Crash in English", hint: "Optional." },
		SLOTS_TITLE: { label: "Title of the slots page", hint: "Up to 60 characters." },
		SLOTS_TITLE_EN: { label: "Title of the slots page in English", hint: "Optional." },
		LEGAL_DATE: {
			label: "Last updated",
			hint: "The date under the titles. Leave blank for the day on which each text was last changed.",
		},
		ALERTS_STORE: { label: "Store", hint: "Redeemed items and goals that viewers reach." },
		ALERTS_GAME: {
			label: "Big wins",
			hint: "From the size that you set under Rules. Players under a pseudonym are never named.",
		},
		ALERTS_RAFFLE: { label: "Raffles", hint: "When one opens and when it's drawn." },
		ALERTS_TOURNAMENT: { label: "Tournaments", hint: "When one opens, starts and ends." },
		ALERTS_PREDICTION: { label: "Predictions", hint: "When one opens, closes and is decided." },
		ALERTS_HUNT: { label: "Bonus hunts", hint: "When one starts and ends." },
		ALERTS_CODE: { label: "Claim codes", hint: "That there's a new code; never the code itself." },
		ALERTS_STREAM: { label: "Start of the stream", hint: "When the stream goes live." },
		ALERTS_SLOT: { label: "Slot requests", hint: "When a viewer asks for a slot." },
		ALERT_SOUND: { label: "Sound", hint: "A short sound with every alert." },
		ALERT_SECONDS: { label: "Seconds per alert", hint: "From 3 to 30." },
		ALERT_MIN_POINTS: { label: "Redeems from (points)", hint: "Cheaper items don't trigger an alert." },
		BACKUP_FOLDER: {
			label: "Make backups",
			hint: "In the folder “backups” beside the database, unless the server's environment names another one.",
		},
		BACKUP_EVERY_HOURS: { label: "Hours between backups", hint: "E.g. 24 for one a day." },
		BACKUP_KEEP: { label: "Backups to keep", hint: "Older ones are deleted, in the S3 storage too." },
		BACKUP_S3_ENDPOINT: {
			label: "S3 endpoint",
			hint: "As the provider shows it, e.g. https://s3.eu-central-003.backblazeb2.com. Leave blank for no copies.",
		},
		BACKUP_S3_BUCKET: {
			label: "S3 bucket",
			hint: "It must be private: backups contain names and email addresses.",
		},
		BACKUP_S3_REGION: {
			label: "S3 region",
			hint: "As the provider shows it, e.g. eu-central-003 or auto.",
		},
		BACKUP_S3_KEY_ID: { label: "S3 key ID", hint: "Of a key for this bucket only." },
		BACKUP_S3_SECRET: {
			label: "S3 secret key",
			hint: "Shown when you create the key; the site stores it encrypted.",
		},
	},
	test: {
		bot: "Send a test",
		webhook: "Send a test",
		discord: "Send a test",
		pointsProvider: "Look up points",
		hunt: "Read it now",
		backups: "Try the S3 storage",
		running: "One moment…",
		who: "Viewer's name",
		item: "Test from the settings",
		delivered: "The bot accepted the message.",
		accepted: "The message was accepted.",
		failed: "Messages that have failed",
		failedText: "Once a test is accepted, the ticked ones are sent again and the others are dropped.",
		again_one: "{{count, number}} message that had failed is sent again.",
		again_other: "{{count, number}} messages that had failed are sent again.",
		points_one: "{{name}} has {{count, number}} point there.",
		points_other: "{{name}} has {{count, number}} points there.",
		slots_one: "It works: the hunt has {{count, number}} slot.",
		slots_other: "It works: the hunt has {{count, number}} slots.",
		copies_one: "It works: there is {{count, number}} copy in the storage.",
		copies_other: "It works: there are {{count, number}} copies in the storage.",
		storeFailed: "The storage can't be used: {{reason}}.",
		parts: { statistics: "The statistics", slots: "The slots" },
		huntFailed: "{{part}} couldn't be read: {{reason}}.",
		faults: {
			timeout: "there was no answer in time",
			unreachable: "the server can't be reached",
			private: "the address isn't public",
			keys: "it doesn't accept the keys, or they aren't for this bucket",
			bucket: "there is no such bucket",
			region: "the bucket is in another region",
			clock: "the server's clock is wrong",
			other: "something unexpected went wrong, and the log has the reason",
			status: "the server answered with status {{status}}",
			invalid: "the answer isn't as expected ({{reason}})",
		},
	},
	proposals: {
		title: "Moderators of your channel",
		unasked:
			"Twitch can list the moderators of your channel. Those who have signed in here are shown for you to choose from: nobody is added automatically.",
		ask: "Ask Twitch",
		unallowed:
			"The site isn't allowed to read that list yet. Connect Twitch again, as the owner of the channel, to allow it.",
		allow: "Allow it on Twitch",
		unanswered: "Twitch hasn't answered. Try again in a minute.",
		none: "None of the channel's moderators is missing here: they are in the team already, or haven't signed in to this site with Twitch yet.",
		asked: "They have signed in here and have no rights yet. Choose one to fill in the name.",
	},
	api: {
		intro:
			"With a token, a bot or program of yours can read the site, give points and learn what happens. A token only works while whoever created it is an admin. docs/bots.md has the steps for Streamer.bot, Mix It Up and others.",
		tokens: "All tokens",
		add: "New token",
		addButton: "Create token",
		name: "Program",
		nameHint: "E.g. Streamer.bot. Viewers see this name next to the points it gives.",
		scopes: "What it may do",
		scope: {
			read: {
				name: "Read the site",
				text: "The hunt, raffles, tournaments and store, as everyone sees them.",
			},
			balances: { name: "Read balances", text: "Anyone's points by their name, and who has the most." },
			points: { name: "Give points", text: "It can't take any, and it can't give any to you." },
			events: { name: "Follow events", text: "Learn what happens on the site as it happens." },
		},
		dailyPoints: "Points it may give a day",
		dailyPointsHint: "Only if it may give points. The day changes at midnight UTC.",
		life: "Ends after",
		days_one: "{{count, number}} day",
		days_other: "{{count, number}} days",
		created: "The token for {{name}} is shown once. Copy it now.",
		createdBy: "created by {{name}}",
		givenToday: "Given today: {{given}} of {{most}}",
		lastUsed: "last used: {{when}}",
		ends: "Ends {{when}}",
		revoked: "Revoked {{when}}",
		revoke: "Revoke",
		revokeOne: "Revoke the token for {{name}}",
		services: "Webhook and Discord channel",
		document: "Description of the API (OpenAPI)",
	},
	moderators: {
		title: "Moderators",
		intro:
			"Moderators do only what you choose here. They never see settings, exports or backups, and what they do is in the change log. A change applies immediately.",
		add: "Add a moderator",
		may: "What they may do",
		dailyPoints: "Points they may give a day",
		dailyPointsHint:
			"Gifts and prizes count in full, items with their price, and each code once. Empty: no points and no prizes.",
		rights: {
			orders: {
				name: "Orders",
				text: "Approves or cancels orders, but sees neither codes nor email addresses.",
			},
			hunt: {
				name: "Bonus hunt",
				text: "Runs the hunt, corrects past ones and pays the prize, but can't guess.",
			},
			raffles: { name: "Raffles", text: "Creates and edits raffles, passes over a place or cancels one." },
			tournaments: { name: "Tournaments", text: "Creates and runs tournaments, or cancels one." },
			predictions: { name: "Predictions", text: "Opens, closes and decides predictions." },
			codes: { name: "Codes", text: "Creates codes for points and ends them, without the overlay." },
			crash: { name: "Live Crash", text: "Starts and stops the live game." },
			requests: {
				name: "Slot requests",
				text: "Plays the slots that viewers ask for, adds them to the hunt or skips them with a refund.",
			},
			names: { name: "Names", text: "Hides an offensive name and picture, or shows them again." },
			points: { name: "Points", text: "Gives points to others, up to the daily amount." },
		},
	},
	admins: {
		title: "Who's an admin",
		intro: "Admins see and change everything on the site. A change here applies immediately.",
		site: "Added here",
		environment: "Set in the server's environment",
		role: "Has the role Admin at the sign-in service",
		neverSignedIn: "hasn't signed in yet",
		remove: "Remove",
		removeOne: "Remove {{name}}",
		add: "Add an admin",
		addButton: "Add",
		who: "Name",
		whoHint: "The name of someone who has signed in to this site.",
		isSubject:
			"I've entered the person's ID at the sign-in service (“sub”) instead of a name, because they haven't signed in yet.",
	},
} as const;

/** What forms say about invalid values. */
export const settingErrors = {
	goalTextInvalid: "Up to 60 characters.",
	goalTargetInvalid: "A whole number from 1, digits only.",
	goalSinceInvalid: "A date, or leave blank.",
	botUrlInvalid: "A full URL that starts with https://, or leave blank.",
	botSecretInvalid: "At least 16 characters: without a secret, the bot can't tell who a message comes from.",
	pointsChannelInvalid: "24 digits or letters from a to f, or leave blank.",
	pointsUrlInvalid:
		"A full URL with “username” in curly brackets in place of the viewer's name, or leave blank.",
	pointsNameInvalid: "Up to 40 characters.",
	huntSourceInvalid: "A full URL that starts with http:// or https://. Fill in both statistics and slots.",
	serviceUrlInvalid: "A full URL that starts with http:// or https://, or leave blank.",
	huntUserInvalid: "Up to 100 characters.",
	requestNumberInvalid: "A whole number, digits only: up to 1,000,000 points, 20 per viewer, 200 in all.",
	streamDelayInvalid: "A whole number of seconds from 0 to 900, digits only.",
	startingPointsInvalid: "A whole number from 0, digits only.",
	reminderInvalid: "A number of minutes greater than 0.",
	timeZoneInvalid: "A time zone such as Europe/Lisbon.",
	gameNameInvalid: "Up to 40 characters.",
	slotsTitleInvalid: "Up to 60 characters.",
	legalDateInvalid: "A date: year, month and day.",
	demoHostsInvalid:
		"Hosts such as demo.example, separated by commas, without https:// and without this site's own.",
	bigWinInvalid: "Points such as 500, or a multiplier such as 100x.",
	alertSecondsInvalid: "A whole number of seconds from 3 to 30.",
	backupHoursInvalid: "A number of hours greater than 0, e.g. 24.",
	backupKeepInvalid: "A whole number from 1.",
	storeAddressInvalid: "An https address without a path, e.g. https://s3.eu-central-003.backblazeb2.com.",
	storeBucketInvalid: "The name of the bucket, or the name and a folder, e.g. backups/plateia.",
	storeRegionInvalid: "A region such as eu-central-003.",
	storeKeyInvalid: "The S3 storage needs a key ID and its secret key.",
	channelNameInvalid: "A name of 1 to 40 characters.",
	taglineTooLong: "Up to 300 characters.",
	aboutTooLong: "Up to 5,000 characters.",
	contactEmailInvalid: "An email address, e.g. hello@example.com, or leave blank.",
	twitchLoginInvalid: "A Twitch channel name, e.g. plateia_live, or leave blank.",
	nextStreamInvalid: "A date with a time, or leave blank.",
	maxBetInvalid: "A multiple of 10 from 10 to 1,000,000,000, digits only. Leave blank for no maximum.",
	clientInvalid: "Use at most 100 characters, without spaces.",
} as const;
