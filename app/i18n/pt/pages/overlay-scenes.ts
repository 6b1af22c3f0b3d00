import type { Messages } from "../../messages";

export const overlayScenes: Messages["overlayScenes"] = {
	more: "e mais {{shown}}",
	average: "Média",
	needed: "Média necessária",
	goal: "{{shown}} de {{target}}",
};
