/** Answers to commands in the chat; a name comes first. */
export const chat = {
	points_one: "{{count, number}} point",
	points_other: "{{count, number}} points",
	top: "The week's biggest wins: {{places}}",
	noTop: "Nobody has won anything this week yet.",
	claimed_one: "+{{count, number}} point",
	claimed_other: "+{{count, number}} points",
	claimedBefore: "You've already claimed this code.",
	joined_one: "You're in “{{raffle}}” with ticket {{numbers}}.",
	joined_other: "You're in “{{raffle}}” with tickets {{numbers}}.",
	noHunt: "There's no hunt to guess at the moment.",
	guessed: "Your guess is in: {{amount}}.",
	requested_one: "“{{slot}}” is number {{place}} in the queue, for {{count, number}} point.",
	requested_other: "“{{slot}}” is number {{place}} in the queue, for {{count, number}} points.",
	stranger: "Sign in once with your {{platform}} account at {{site}}, and commands work for you too.",
	more_one: "and {{count}} more viewer: look on the site",
	more_other: "and {{count}} more viewers: look on the site",
} as const;
