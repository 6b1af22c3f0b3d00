import { z } from "zod";

const choice = z.boolean().default(false);

/** The form of the page settings; a missing checkbox is false. */
export const pageSchema = z.object({
	isPublic: choice,
	showsPoints: choice,
	showsWins: choice,
	showsSince: choice,
});
