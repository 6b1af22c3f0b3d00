export const events = {
	title: "Events",
	intro: "What's on in the community right now.",
	kinds: {
		tournament: {
			title: "Tournaments",
			more: "All tournaments",
			none: "No tournament is on right now.",
		},
		raffle: { title: "Raffles", more: "All raffles", none: "No raffle is open right now." },
		prediction: {
			title: "Predictions",
			more: "All predictions",
			none: "There are no predictions right now.",
		},
	},
} as const;
