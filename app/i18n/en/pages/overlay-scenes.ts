export const overlayScenes = {
	more: "and {{shown}} more",
	average: "Average",
	needed: "Average needed",
	goal: "{{shown}} of {{target}}",
} as const;
