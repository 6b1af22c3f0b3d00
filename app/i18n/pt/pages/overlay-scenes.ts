import type { Messages } from "../../messages";

export const overlayScenes: Messages["overlayScenes"] = {
	more: "e mais {{shown}}",
	average: "Média",
	needed: "Necessária",
	goal: "{{shown}} de {{target}}",
};
