/** The list of what a viewer is told. `texts` are also those of push messages. */
export const notifications = {
	title: "Notifications",
	intro:
		"What's happened with your orders, points, prizes and limits. We keep the last 200, for up to 180 days.",
	none: "Nothing here yet. When something happens with your orders or points, you'll see it here.",
	unread: "New",
	markRead: "Mark as read",
	markReadLabel: "Mark as read: {{text}}",
	markAllRead: "Mark all as read",
	note: "Note from the team",
	push: {
		title: "On this device",
		text: "Get a message on this device when an order of yours is decided, or when a hunt or the stream starts, even while the site is closed.",
		needsScripts: "Your browser needs JavaScript for this.",
		unsupported:
			"This browser can't receive notifications here. On an iPhone or iPad, add the site to your home screen first.",
		blocked:
			"You've blocked notifications for this site. Allow them in your browser's settings, then come back.",
		failed: "Notifications couldn't be turned on. Try again in a moment.",
		orders: "Decisions on my orders",
		hunts: "The start of a hunt",
		streams: "The start of the stream",
		turnOn: "Turn on",
		save: "Save",
		isOn: "On for this device.",
		isOff: "Off for this device.",
		devices: "Devices that get messages",
		device: "Device from {{since}}",
		thisDevice: "This device",
		turnOff: "Turn off",
		turnOffLabel: "Turn off: {{device}}",
	},
	texts: {
		orderApproved: "Your order was approved: {{item}}.",
		orderCancelled_one: "Your order was cancelled: {{item}}. You got your {{count, number}} point back.",
		orderCancelled_other: "Your order was cancelled: {{item}}. You got your {{count, number}} points back.",
		requestPlayed: "The slot you asked for was played: {{slot}}.",
		requestHunt: "The slot you asked for is in the bonus hunt: {{slot}}.",
		requestRefunded_one:
			"The slot you asked for won't be played: {{slot}}. You got your {{count, number}} point back.",
		requestRefunded_other:
			"The slot you asked for won't be played: {{slot}}. You got your {{count, number}} points back.",
		rightsGiven: "You're on the team. You look after: {{rights}}.",
		rightsTaken: "You're no longer on the team.",
		tournamentPrize_one:
			"You finished the tournament “{{title}}” in place {{place, number}} and won {{count, number}} point.",
		tournamentPrize_other:
			"You finished the tournament “{{title}}” in place {{place, number}} and won {{count, number}} points.",
		tournamentItem: "You finished the tournament “{{title}}” in place {{place, number}} and won: {{item}}.",
		tournamentCancelled: "The tournament “{{title}}” was cancelled.",
		tournamentRefunded_one:
			"The tournament “{{title}}” was cancelled. You got your {{count, number}} point back.",
		tournamentRefunded_other:
			"The tournament “{{title}}” was cancelled. You got your {{count, number}} points back.",
		huntPrize_one:
			"You won the bonus hunt prize: {{count, number}} point for the closest guess in “{{title}}”.",
		huntPrize_other:
			"You won the bonus hunt prize: {{count, number}} points for the closest guess in “{{title}}”.",
		raffleDrawn: "You were drawn in “{{title}}” and won: {{prize}}. The raffle says when it's paid.",
		rafflePassed: "Your place in “{{title}}” was passed over, so its prize goes to the next one.",
		predictionPayout_one: "Your prediction was right: you got {{count, number}} point.",
		predictionPayout_other: "Your prediction was right: you got {{count, number}} points.",
		predictionRefund_one: "Your bet on a prediction was refunded: you got your {{count, number}} point back.",
		predictionRefund_other:
			"Your bet on a prediction was refunded: you got your {{count, number}} points back.",
		pointsGiven_one: "The team gave you {{count, number}} point. You now have {{balance, number}}.",
		pointsGiven_other: "The team gave you {{count, number}} points. You now have {{balance, number}}.",
		pointsTaken_one: "An admin took {{count, number}} point from you. You now have {{balance, number}}.",
		pointsTaken_other: "An admin took {{count, number}} points from you. You now have {{balance, number}}.",
		pointsMerged:
			"Your points from {{provider}} were added: {{points, number}}. You now have {{balance, number}}.",
		programPoints_one: "{{program}} has given you {{count, number}} point.",
		programPoints_other: "{{program}} has given you {{count, number}} points.",
		streamPoints_one: "Thank you for your support on {{platform}}: {{count, number}} point.",
		streamPoints_other: "Thank you for your support on {{platform}}: {{count, number}} points.",
		pointsWaited_one: "{{count, number}} point from {{platform}} was waiting for you.",
		pointsWaited_other: "{{count, number}} points from {{platform}} were waiting for you.",
		mergeUndone:
			"The points added from {{provider}} were taken back: {{points, number}}. You now have {{balance, number}}.",
		limit_one: "Your daily loss limit is now {{count, number}} point.",
		limit_other: "Your daily loss limit is now {{count, number}} points.",
		noLimit: "You no longer have a daily loss limit.",
		limitFrom_one: "Your daily loss limit will be {{count, number}} point from {{when}}.",
		limitFrom_other: "Your daily loss limit will be {{count, number}} points from {{when}}.",
		noLimitFrom: "You'll have no daily loss limit from {{when}}.",
		breakStarted: "You're taking a break from the games until {{when}}.",
		breakExtended: "Your break from the games now lasts until {{when}}.",
		breakShortened: "Your break from the games now ends on {{when}}.",
		huntStarted: "A bonus hunt has started: {{title}}.",
		streamStarted: "We're live! Come and join in.",
		pauseStarted: "An admin has paused games and the store for you.",
		pauseOver: "Games and the store are open to you again.",
		breakOver: "Your break from the games is over.",
	},
} as const;
