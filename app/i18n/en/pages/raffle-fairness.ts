export const raffleFairness = {
	title: "Fair play in raffles",
	intro:
		"Nobody can choose who wins a raffle. When it's created, the server commits to a secret seed by showing its SHA-256, and names a round of a public beacon that's still to come. When it closes, the list of tickets is frozen. Seed and round together give the order of all tickets. Anyone can repeat that.",
	file: "File of the draw",
	fileHint: "Every raffle's page has a link to it. It stays valid without this site.",
	choose: "Choose a file",
	noFile: "No file chosen",
	checking: "Checking…",
	unreadable: "This isn't the file of a draw.",
	unavailable:
		"The draw couldn't be checked here. Load the page again, or check it with the commands on this page.",
	verifierText:
		"Everything here is calculated in your browser; nothing is sent. It also works offline once this page is open.",
	noScript:
		"Without scripts, this page can't check a draw. The commands on this page do the same with tools that your computer may already have.",
	download: "Save the file of the draw",
	allGood: "Everything is correct: this draw follows from the seed, the round and the tickets.",
	notDrawn: "Everything is correct so far. The draw is still to come.",
	bad: "This draw is not correct.",
	checks: {
		list: {
			yes: "The list of tickets is the one whose hash was published.",
			no: "The list of tickets isn't the one whose hash was published.",
		},
		round: {
			yes: "The beacon's round is the one that follows from the times of closing and freezing.",
			no: "The beacon's round isn't the one that follows from the times of closing and freezing.",
		},
		frozen: {
			yes: "The list was frozen before the round was published.",
			no: "The list wasn't frozen before the round was published.",
		},
		seed: {
			yes: "The seed is the one whose hash was published.",
			no: "The seed isn't the one whose hash was published.",
		},
		signature: {
			yes: "The signature of the round is the beacon's.",
			no: "The signature of the round isn't the beacon's.",
		},
		places: {
			yes: "The draw gives exactly these places.",
			no: "The draw gives different places.",
		},
	},
	compare:
		"Compare these with what the raffle's page showed before the draw. Whoever noted them knows that they weren't changed.",
	site: "Site",
	seedHash: "SHA-256 of the seed",
	beacon: "Beacon",
	quicknet: "drand quicknet, run by more than ten independent organisations",
	local: "local beacon of the site",
	localText:
		"The site made this round itself, because it has no connection to the public beacon. The draw can be repeated, but it doesn't prove that the site couldn't choose the result.",
	late: "The list was frozen late, when the round named at first could already be known. So a later round decides.",
	round: "Round of the beacon",
	listHash: "SHA-256 of the list of tickets",
	prizes: "Prizes",
	tickets: "Tickets",
	ticketsFrozen: "{{count, number}}, frozen {{when}}",
	places: "Places",
	place: "Place {{place}}: ticket {{ticket}}, prize {{prize}}",
	passed: "Place {{place}}: ticket {{ticket}}, passed over: {{reason}}",
	byHand: "Without this page",
	byHandText: "The file is called draw.json here. The commands need jq, xxd and openssl.",
	steps: {
		seed: "The seed gives seedHash:",
		list: "The list, with title, prizes and tickets, gives listHash:",
		signature: "The beacon has the same signature for the round:",
		randomness: "The signature gives randomness:",
		order:
			"The tickets in the order of the draw. The first ticket of each pseudonym gets the next place; whoever is passed over hands the prize on to the next place:",
	},
	signatureText:
		"The signature itself is BLS on the curve BLS12-381, over the SHA-256 of the round as 8 bytes, with the tag {{tag}}. Any drand library checks it.",
} as const;
