import type { WrittenPage } from "./compose.server";

export const cookiesEn = (): WrittenPage => ({
	title: "Cookies",
	intro:
		"A cookie is a small text that a site keeps in your browser. {name} uses its own only, for what you asked it to do: to sign you in, to remember what you chose, to carry the games' demo points. No advertising, no tracking, and so no banner.",
	sections: [
		{
			id: "own",
			title: "The cookies of this site",
			blocks: [
				{
					head: ["Name", "What it is for", "How long"],
					rows: [
						[
							"`{hostPrefix}session`",
							"Keeps you signed in. It holds a random key and nothing about you; signing out ends it.",
							"30 days, or 12 hours where the sign-in service does not let us renew it",
						],
						["`language`", "The language you chose.", "1 year"],
						["`theme`", "The dark or light theme you chose.", "1 year"],
						["`age-verified`", "That you said you are 18 or older, so that you are asked once.", "1 year"],
						[
							"`{hostPrefix}login`",
							"While you sign in: proves that the answer of the sign-in service belongs to your browser. It ends with the sign-in.",
							"10 minutes",
						],
						["`return-to`", "While you sign in: the page to bring you back to.", "10 minutes"],
						["`notice`", "A short message for the next page, such as “You are signed in”.", "1 minute"],
						[
							"`plinko-demo`",
							"Without an account: your demo points and totals in Plinko. Signed, so that it cannot be changed.",
							"30 days",
						],
						["`crash-demo`", "The same for Crash.", "30 days"],
						[
							"`social-posts`",
							"That you asked to see the embedded posts on the social page.",
							"Until you close the browser",
						],
					],
				},
				"Each of them is set only when it is needed: whoever just looks around in Portuguese holds `age-verified` and no other. No script on the page can read them.",
			],
		},
		{
			id: "storage",
			title: "What else the browser keeps",
			blocks: [
				[
					"`sound`, in the browser's local storage: whether you switched the games' sounds on. It stays until you clear it and is never sent to us.",
					"`bonus-hunt-paused`, in the same place: whether you stopped the row of slots on the bonus hunt page.",
					"`positions`, in the browser's session storage: how far you had scrolled on each page. It is gone when you close the tab and is never sent to us.",
				],
			],
		},
		{
			id: "others",
			title: "Cookies of others",
			blocks: [
				"Some things come from other companies, but only once you open them: a slot demo from its maker, an embedded post from Instagram. They may then set cookies of their own, which we can neither see nor control. The social page says so before it loads anything.",
				"The sign-in service at {signInService} has cookies of its own, so that it knows you the next time. Sites that you reach by a link have theirs.",
				"Pictures that admins show from other addresses are loaded from there without telling which page you are on.",
			],
		},
		{
			id: "control",
			title: "How to get rid of them",
			blocks: [
				"Your browser can delete cookies and storage, for this site alone or for all, in its settings under privacy. You are then signed out, asked for your age again, and your demo points start anew. Points of your account are kept on the server and are not touched.",
				"You can also block cookies. The pages stay readable where the age gate is not needed; signing in then does not work.",
				"Questions: {contact}. What is stored on the server stands under [privacy](/privacy).",
			],
		},
	],
});
