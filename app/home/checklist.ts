import type { DrawComparison } from "~/games/crash/screen/rtp-chart.server";
import type { Language } from "~/i18n/languages";

/** What an admin sets up first, in the order of the list. */
export const STEPS = [
	...(["draw", "profile", "names", "links", "stream", "earning", "item"] as const),
	...(["bot", "backups", "liveCrash", "overlay"] as const),
] as const;

export type StepId = (typeof STEPS)[number];

/** A step as the page shows it, with texts, so that visitors load none of them. */
export interface Step {
	id: StepId;
	label: string;
	/** Why it is worth doing. */
	hint: string;
	isDone: boolean;
	/** The page on which it is done. */
	path: string;
}

/** The list of steps, with its texts. */
export interface Checklist {
	title: string;
	intro: string;
	/** Such as "2 of 10 done". */
	progress: string;
	done: string;
	open: string;
	dismiss: string;
	steps: Step[];
	/** The chart of the step `draw`; undefined once it is done. */
	draws: DrawComparison | undefined;
	language: Language;
}
