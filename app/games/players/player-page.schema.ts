import { z } from "zod";

const choice = z.boolean().default(false);

/** The form of the page settings; a missing checkbox is false. */
export const pageSchema = z.object({
	isPublic: choice,
	showsPoints: choice,
	showsWins: choice,
	showsSince: choice,
});

/** A player's choice of what the public page shows. */
export type PageChoices = z.infer<typeof pageSchema>;

/** The default. */
export const PRIVATE: PageChoices = pageSchema.parse({});
