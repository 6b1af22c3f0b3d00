import type { WrittenPage } from "./compose.server";

/** The cookie page in English. `compose` fills in its placeholders, such as `{name}`. */
export const cookiesEn = (): WrittenPage => ({
	title: "Cookies",
	intro:
		"A cookie is a small text that a site keeps in your browser. {name} only uses its own cookies, for what you asked it to do: keep you signed in, remember your choices and carry the games' demo points. No advertising, no tracking, and so no banner.",
	sections: [
		{
			id: "own",
			title: "This site's cookies",
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
						["`age-verified`", "That you said you're 18 or older, so that we only ask once.", "1 year"],
						[
							"`{hostPrefix}login`",
							"While you sign in: proves that the sign-in service's answer belongs to your browser. It ends when you're signed in.",
							"10 minutes",
						],
						["`return-to`", "While you sign in: the page to bring you back to.", "10 minutes"],
						[
							"`connect`",
							"For admins only, while they connect the channel to Twitch or Kick: proves that the platform's answer belongs to the same browser.",
							"10 minutes",
						],
						["`notice`", "A short message for the next page, such as “You're signed in”.", "1 minute"],
						[
							"`other-host`",
							"If you open the site at another address: keeps us from redirecting you in circles.",
							"1 hour at most",
						],
						[
							"`games-demo`",
							"Without an account: your demo points and totals in games such as Plinko. Signed, so that it can't be changed.",
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
				"Each one is set only when it's needed: if you just look around in Portuguese, you only have `age-verified`. No script on the page can read them.",
			],
		},
		{
			id: "storage",
			title: "What else the browser keeps",
			blocks: [
				[
					"`sound`, in the browser's local storage: whether you switched the games' sounds on, and their volume. It stays until you clear it and is never sent to us.",
					"`bonus-hunt-paused`, in the same place: whether you stopped the row of slots on the bonus hunt page.",
					"`admin-menu-closed`, in the same place and for admins only: whether you folded their part of the menu away.",
					"A page without any data of yours that says that you're offline, if you install the site as an app or turn on push messages.",
					"`positions`, in the browser's session storage: how far you had scrolled on each page. It's gone when you close the tab and is never sent to us.",
				],
			],
		},
		{
			id: "others",
			title: "Other companies' cookies",
			blocks: [
				"Some things come from other companies, but only once you open them: a slot demo from its maker, an embedded post from Instagram, the stream's player from Twitch. Those companies may then set their own cookies, which we can neither see nor control. The social page says so before it loads anything.",
				"The sign-in service at {signInService} has its own cookies, so that it recognises you next time. Sites you open from a link have theirs.",
				"Pictures that admins show from other addresses are loaded without revealing which page you're on.",
			],
		},
		{
			id: "control",
			title: "How to get rid of them",
			blocks: [
				"Your browser can delete cookies and storage, for this site or for all sites, in its privacy settings. You're then signed out, we ask your age again, and your demo points start over. The points in your account are kept on the server and aren't affected.",
				"You can also block cookies. You can still read the pages that don't need the age confirmation, but you can't sign in.",
				"Questions: {contact}. What's stored on the server is described under [privacy](/privacy).",
			],
		},
	],
});
