/** The team's page of large buttons; its other texts come from the server. */
export const team = {
	intro: "What's waiting right now.",
	orders: "Waiting orders",
	startHunt: "Start a hunt",
	openSlot: "Open this slot",
	raffles: "All raffles",
	tournaments: "All tournaments",
	predictions: "All predictions",
	codes: "All codes",
	requests: "Slot requests",
	queue: "See the queue",
	names: "All names",
} as const;
