/** Around the legal texts, the help and the bio, which themselves come from the server. */
export const legal = {
	texts: "Legal texts",
	updated: "Last updated: {{date}}",
	about: "About me",
	moreOf: "More about the channel",
	contents: "On this page",
} as const;
