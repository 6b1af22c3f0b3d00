export const overlayScenes = {
	more: "and {{shown}} more",
	average: "Average",
	needed: "Needed",
	goal: "{{shown}} of {{target}}",
} as const;
